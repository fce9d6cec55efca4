import { program } from '../../helpers/processes/command.ts';
import { abortedBySignals } from '../../helpers/processes/signals.mjs';
import { deliver } from '../../harness/digest/deliver.ts';
import { writeDigest } from '../../harness/digest/publish.ts';
import { withComparison } from '../../harness/baselines/history/since.ts';
import type { Results } from '../../harness/results/results-schema.ts';
import { CleanReports } from '../../harness/reporter/clean-reports.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { oneRun } from './one-run.ts';
import { targetFolder } from '../../helpers/settings/command-line/target-folder.mjs';
import { numberOf, takeOptions } from '../../helpers/settings/command-line/options.mjs';
import { profileVariable } from '../../helpers/settings/command-line/profile.mjs';
import { watch, type Bounds } from './watching.ts';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

const usage = `npm run watch: runs the smoke profile every few minutes and prints one line for each run.

  npm run watch                              every 5 minutes, for an hour
  npm run watch -- --every 2 --times 10      every 2 minutes, 10 times
  npm run watch -- --every 10 --for 480      every 10 minutes, for 8 hours
  npm run watch -- --grep @section-4.1       any other argument of npm start is passed to each run

  --every MINUTES  from the start of one run to the start of the next; after a longer run, the next one starts at once
  --for MINUTES    no run starts later than this after the start of the watch
  --times N        maximum number of runs

When the verdict or the broken rules change, a digest is written to reports/watch and sent to DIGEST_WEBHOOK_URL, if it
is set. Each run writes its reports to reports/ as usual. Ctrl-C ends the watch gracefully: the active run cleans up at
the target. Nothing irreplaceable is deleted: where callbacks cannot be created, the tests that delete one are left out.

Exit codes (of the worst run)
  0  all runs are conforming
  1  a run is non-conforming
  2  a run is inconclusive, or none was completed
  3  the settings are wrong, or the suite itself failed`;

const root = targetFolder();

const minutes = 60_000;

/** Tag of the tests that delete a callback; a watch must not use up callbacks. */
const deletions = '@needs-callback-deletion';

const boundsOf = (values: Partial<Record<string, string>>): Bounds => {
  const times = numberOf('--times', values['--times'], { from: 1, to: 10_000, of: 'runs', whole: true });
  const every = numberOf('--every', values['--every'], { from: 0.1, to: 1440, of: 'minutes' });
  const most = numberOf('--for', values['--for'], { from: 0.1, to: 10_080, of: 'minutes' });
  // --times alone already bounds the watch.
  const forMs = most === undefined && times !== undefined ? Infinity : (most ?? 60) * minutes;
  return { everyMs: (every ?? 5) * minutes, forMs, times: times ?? Infinity };
};

/** The arguments of each run. */
const argumentsOf = (rest: readonly string[], grepInvert: string | undefined, settings: Settings): string[] => {
  const cannotRecreate = settings.target === 'staging' && !settings.callbackCreatePath;
  const excluded = [grepInvert, ...(cannotRecreate ? [deletions] : [])].filter((one) => one !== undefined);
  return [...rest, ...(excluded.length > 0 ? ['--grep-invert', excluded.map((one) => `(?:${one})`).join('|')] : [])];
};

/** Writes the digest of the changes and sends it. */
const sendDigest =
  (settings: Settings) =>
  async (now: Results, before: Results | undefined): Promise<string[]> => {
    const { maskFile } = new CleanReports(settings, root);
    const folder = `reports/watch/${now.run.startedAt.slice(0, 19).replaceAll(':', '-')}`;
    const { comparison: _whole, ...run } = now.run;
    const since = withComparison({ ...now, run }, before ? { file: 'the run before', results: before } : null);
    const { digest, troubles } = writeDigest(since, root, maskFile, folder);
    const delivered = await deliver(digest, settings, maskFile);
    return [`changed: ${folder}/digest.md`, ...troubles, ...(delivered ? [delivered] : [])];
  };

const main = async (args: readonly string[]): Promise<number> => {
  const { values, rest } = takeOptions(args, ['--every', '--for', '--times', '--grep-invert', '-G']);
  const bounds = boundsOf(values);
  const settings = readSettings();
  const each = argumentsOf(rest, values['--grep-invert'] ?? values['-G'], settings);
  const stop = abortedBySignals();
  const where = settings.target === 'sandbox' ? 'the sandbox' : new URL(settings.baseUrl).host;
  const last = bounds.times < Infinity ? `${bounds.times} times` : `for ${bounds.forMs / minutes} min`;
  console.log(`Watching ${where}: smoke every ${bounds.everyMs / minutes} min, ${last}. Ctrl-C ends it.`);
  return watch({
    ...bounds,
    run: () => oneRun(root, each, { [profileVariable]: 'smoke' }, stop),
    say: (line) => console.log(line),
    changed: sendDigest(settings),
    stop,
  });
};

await program(usage, main);
await exitWhenWritten();
