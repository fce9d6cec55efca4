import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { playwrightCli } from '../helpers/processes/installed.mjs';
import { readSettings, settingsNotes } from '../helpers/settings/environment.ts';
import { nameRunFolder } from '../helpers/run/run-log.ts';
import { formatCheck, ok, warn, type PreflightCheck } from '../harness/preflight/preflight-check.ts';
import { preflight } from '../harness/preflight/preflight.ts';
import { readResults } from '../harness/results/read-results.ts';
import { setUp } from './setup.mjs';
import { besideSettings } from '../helpers/settings/settings-folder.mjs';

const usage = `npm run doctor: checks everything a run depends on, and says how to fix what is missing.

  npm run doctor [-- --json]

It starts a few test payments, and pays one on the hosted page in the browser. A run repeats the checks that need no
payment when it starts.

  ok    no problem
  warn  a run is possible; the cause may be the settings, or the service, which the rules will judge
  fail  a run is not possible

Exit codes
  0  ready, warnings included
  2  not ready
  3  the settings are wrong`;

const reports = besideSettings('reports/doctor');

/** What the quick tests of a run say about the payment page. */
const checkPage = (): PreflightCheck => {
  rmSync(reports, { recursive: true, force: true });
  const args = [playwrightCli, 'test', '--config', join(import.meta.dirname, '..'), '--grep', '@page.opens'];
  spawnSync(process.execPath, args, { stdio: 'ignore', env: { ...process.env, REPORTS_FOLDER: reports } });
  const file = join(reports, 'results.json');
  const page = existsSync(file) ? readResults(file).rules.find(({ id }) => id === 'page.opens') : undefined;
  if (page?.verdict === 'pass') return ok('payment page', 'a payment was made on it');
  const message =
    page?.reason ?? page?.cases.find(({ verdict }) => verdict !== 'pass')?.message ?? 'the test did not run';
  return warn(
    'payment page',
    message,
    'npm run page proposes the lines for CHECKOUT_PAGE, and --check follows them; if the page is faulty, the rules judge it',
  );
};

await command(usage, { options: { json: { type: 'boolean', default: false } } }, async ({ json }) => {
  setUp();
  const settings = readSettings();
  nameRunFolder();
  const isStaging = settings.target === 'staging';
  const checks = [
    ok('settings', isStaging ? 'complete, for a test environment' : 'the sandbox needs none'),
    ...settingsNotes().map(({ problem, fix }) => warn('settings', problem, fix)),
    ...(isStaging ? await preflight(settings, true) : []),
  ];
  const isReady = checks.every(({ verdict }) => verdict !== 'fail');
  if (isReady && !settings.notApplicable.has('hosted-page')) checks.push(checkPage());
  if (json) console.log(JSON.stringify({ ready: isReady, target: settings.target, checks }, null, 2));
  else
    console.log(
      [...checks.flatMap(formatCheck), isReady ? 'Ready: npm start' : 'Not ready: fix what failed above'].join('\n'),
    );
  return isReady ? 0 : 2;
});
