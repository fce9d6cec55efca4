import { command } from '../../helpers/processes/command.ts';
import { launchOptionsOf } from '../../helpers/processes/launch-options.ts';
import { notesOnNames, readSettings } from '../../helpers/settings/environment.ts';
import { SettingsError, type Settings } from '../../helpers/settings/settings.ts';
import { deviationsOf } from '../../harness/baselines/deviations/deviations.ts';
import { DeviationsError, readKnownDeviations } from '../../harness/baselines/deviations/known-deviations.ts';
import { findBrowser } from '../../helpers/processes/find-browser.mjs';
import { nameRunFolder } from '../../helpers/client/network/run-folder.ts';
import { counted } from '../../harness/results/text.ts';
import { noSettingsNote, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { blocking, checkLines, fail, ok, reasonOf, warn, type Check } from '../../harness/preflight/check.ts';

const usage = `npm run doctor: checks everything a run depends on, and says how to fix problems.

  npm run doctor                checks the target of the settings, or starts the sandbox and checks it
  npm run doctor -- --json      for other programs

It starts a few test payments with minimal bodies, creates a callback where the target has an operation for it and
deletes it again, and goes through the hosted page. Every run repeats the checks that need no payment when it starts.

  ok    no problem
  warn  a run is possible; the cause may be the settings, or the service, which the rules will judge
  fail  a run is not possible

Exit codes
  0  ready, warnings included
  2  not ready
  3  the settings are wrong`;

interface Findings {
  ready: boolean;
  target: string | null;
  host: string | null;
  checks: Check[];
}

const examine = async (): Promise<Findings> => {
  let settings: Settings;
  let path: string | undefined;
  try {
    settings = readSettings();
    readKnownDeviations(settings.knownDeviations);
    path = settings.browserAddress ? undefined : findBrowser()?.path;
  } catch (error) {
    const checks =
      error instanceof DeviationsError
        ? error.problems.map((problem) =>
            fail('known deviations', problem, 'correct the list; docs/known-deviations.md describes it'),
          )
        : (error instanceof SettingsError ? error.problems : [reasonOf(error)]).map(wrongSetting);
    return { ready: false, target: null, host: null, checks };
  }
  nameRunFolder();
  // Loading the browser's driver takes time, so wrong settings are reported first.
  const { preflight } = await import('../../harness/preflight/preflight.ts');
  const sandbox = settings.target === 'sandbox' ? await startSandbox('--quiet') : undefined;
  try {
    if (sandbox) {
      process.env.SANDBOX_URL = sandbox.address;
      settings = readSettings();
    }
    const complete = ok('settings', noSettingsNote() ?? 'complete, for a test environment');
    const misnamed = notesOnNames().map(({ found, mend }) => warn('settings', found, mend));
    const listed = listedDeviations(settings);
    const checks = [
      complete,
      ...misnamed,
      ...listed,
      ...(await preflight(settings, { browser: launchOptionsOf(path), thorough: true, tell: console.error })),
    ];
    const ready = blocking(checks).length === 0;
    return { ready, target: settings.target, host: new URL(settings.baseUrl).host, checks };
  } finally {
    sandbox?.child.kill('SIGTERM');
  }
};

/** The check of the known deviations; none when none are listed for the target. */
const listedDeviations = (settings: Settings): Check[] => {
  const { rules, expired } = deviationsOf(settings, new URL(settings.baseUrl).host).overview();
  if (rules.length === 0) return [];
  const found = `${rules.length} for this target: ${rules.join(', ')}`;
  if (expired.length === 0) return [ok('known deviations', found)];
  return [
    warn('known deviations', `${found}; expired: ${expired.join(', ')}`, 'fix them, or have their owners renew them'),
  ];
};

const wrongSetting = (problem: string): Check =>
  fail('settings', problem, 'correct it in .env or in the environment; .env.example describes it');

const inWords = ({ ready, target, host, checks }: Findings): string => {
  const warnings = checks.filter(({ verdict }) => verdict === 'warn').length;
  const next = `${warnings > 0 ? `check ${counted(warnings, 'warning')} above, then ` : ''}run ${toRun('start')}`;
  const verdict = ready
    ? `Ready: ${next}`
    : target
      ? 'Not ready: fix the failed checks above'
      : 'The settings are wrong';
  return [target ? `${target} at ${host}` : 'Settings', ...checks.flatMap(checkLines), verdict].join('\n');
};

await command(usage, { options: { json: { type: 'boolean', default: false } } }, async ({ json }) => {
  const findings = await examine();
  console.log(json ? JSON.stringify(findings, null, 2) : inWords(findings));
  return findings.ready ? 0 : findings.target ? 2 : 3;
});
