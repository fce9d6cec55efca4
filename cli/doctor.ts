import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { readSettings, settingsNotes } from '../helpers/settings/environment.ts';
import { nameRunFolder } from '../helpers/run/run-log.ts';
import { formatCheck, ok, warn, type PreflightCheck } from '../harness/preflight/preflight-check.ts';
import { readLists } from '../harness/reporter/prepare-run.ts';
import { preflight } from '../harness/preflight/preflight.ts';
import { readBuild } from '../harness/preflight/target-build.ts';
import { readResults } from '../harness/results/read-results.ts';
import type { Settings } from '../helpers/settings/settings.ts';
import { setUp } from './setup.mjs';
import { besideSettings, inReports, suiteRoot } from '../helpers/settings/settings-folder.cjs';

const usage = `npm run doctor: checks everything a run depends on, and says how to fix what is missing.

  npm run doctor [-- --offline] [--json]

--offline checks the settings and lists alone, and sends nothing. Otherwise a few test payments are started, and one is paid
on the hosted page in the browser.
  ok    no problem
  warn  a run is possible; the cause may be the settings, or the service, which the rules will judge
  fail  a run is not possible

Exit codes
  0  ready, warnings included
  2  not ready
  3  the settings are wrong`;

const reports = besideSettings('reports/doctor');

/** What is tried by a test of a run: its name, rule and capability, what it did, and what to do when the rule does not pass. */
const tried = [
  [
    'payment page',
    'page.opens',
    'hosted-page',
    'a payment was made on it',
    'npm run page proposes the lines for CHECKOUT_PAGE, and --check follows them; if the page is faulty, the rules judge it',
  ],
  [
    'callback',
    'callback-fetch.accepted',
    'callbacks',
    'one was created, fetched and deleted',
    'correct CALLBACK_CREATE_PATH; if the target creates none: CALLBACK_ID and DISPOSABLE_CALLBACK_IDS, or NOT_APPLICABLE=',
  ],
] as const;

/** What these tests say of the payment page, and of callbacks if they are created. */
const checkByTests = ({ target, callbackCreatePath, notApplicable }: Settings): PreflightCheck[] => {
  const creates = target === 'staging' && callbackCreatePath !== undefined;
  const wanted = tried.filter(([name, , needed]) => !notApplicable.has(needed) && (name !== 'callback' || creates));
  if (wanted.length === 0) return [];
  rmSync(reports, { recursive: true, force: true });
  const tags = wanted.map(([, rule]) => `@${rule}(?!\\S)`).join('|');
  const args = [playwrightCli, 'test', '--config', suiteRoot, '--grep', tags];
  spawnSync(process.execPath, args, { stdio: 'ignore', env: { ...process.env, REPORTS_FOLDER: reports } });
  const file = join(reports, 'results.json');
  const rules = existsSync(file) ? readResults(file).rules : [];
  return wanted.map(([name, rule, needed, done, fix]) => {
    const judged = rules.find(({ id }) => id === rule);
    if (judged?.verdict === 'pass') return ok(name, done);
    const message = judged?.reason ?? judged?.cases.find(({ verdict }) => verdict !== 'pass')?.message;
    const absent = fix.endsWith('=') ? [...notApplicable, needed].join(', ') : '';
    return warn(name, message ?? 'the test did not run', fix + absent);
  });
};

const options = { json: { type: 'boolean', default: false }, offline: { type: 'boolean', default: false } } as const;

void command(usage, { options }, async ({ json, offline }) => {
  setUp();
  const settings = readSettings();
  readLists(settings, inReports());
  nameRunFolder();
  const isStaging = settings.target === 'staging';
  const build = isStaging && !offline ? await readBuild(settings) : undefined;
  const checks = [
    ok('settings', isStaging ? 'complete, for a test environment' : 'the sandbox needs none'),
    ok('lists', 'can be used'),
    ...settingsNotes().map(({ problem, fix }) => warn('settings', problem, fix)),
    ...(isStaging && !offline ? await preflight(settings, true) : []),
    ...(typeof build === 'string' ? [warn('build', build, 'correct BUILD_URL')] : []),
  ];
  const isReady = checks.every(({ verdict }) => verdict !== 'fail');
  if (isReady && !offline) checks.push(...checkByTests(settings));
  const next = offline ? 'npm run doctor, which also asks the target' : 'npm start';
  const last = isReady ? `Ready: ${next}` : 'Not ready: fix what failed above';
  if (json) console.log(JSON.stringify({ ready: isReady, target: settings.target, checks }, null, 2));
  else console.log([...checks.flatMap(formatCheck), last].join('\n'));
  return isReady ? 0 : 2;
});
