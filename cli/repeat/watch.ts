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

const usage = `npm run watch: runs the smoke profile every few minutes and says a line about each run.

  npm run watch                              every 5 minutes, for an hour
  npm run watch -- --every 2 --times 10      every 2 minutes, 10 times
  npm run watch -- --every 10 --for 480      every 10 minutes, for 8 hours
  npm run watch -- --grep @section-4.1       any other argument goes to each run, as of npm start

  --every MINUTES  from the start of one run to the start of the next; one that takes longer is followed at once
  --for MINUTES    no run starts later than this after the first
  --times N        no more runs than this

When the verdict or the broken rules are others than before, a digest is written to reports/watch and sent to
DIGEST_WEBHOOK_URL, if that is set. Each run leaves its reports where every run does, in reports/. Ctrl-C ends the watch
in order: what a run has at the target is cleaned up. Nothing is deleted that cannot be made again: where callbacks
cannot be created, the test that deletes one is left out.

Exit codes, that of the worst run
  0  all are conforming
  1  one is not
  2  some could not be judged, or none came to its end
  3  the settings are wrong, or the suite itself is at fault`;

const root = targetFolder();

const minutes = 60_000;

/** What only a deletion is for, and no watch may use up. */
const deletions = '@needs-callback-deletion';

const boundsOf = (values: Partial<Record<string, string>>): Bounds => {
  const times = numberOf('--times', values['--times'], { from: 1, to: 10_000, of: 'runs', whole: true });
  const every = numberOf('--every', values['--every'], { from: 0.1, to: 1440, of: 'minutes' });
  const most = numberOf('--for', values['--for'], { from: 0.1, to: 10_080, of: 'minutes' });
  // Whoever counts the runs has bounded them.
  const forMs = most === undefined && times !== undefined ? Infinity : (most ?? 60) * minutes;
  return { everyMs: (every ?? 5) * minutes, forMs, times: times ?? Infinity };
};

/** The arguments of each run. */
const argumentsOf = (rest: readonly string[], left: string | undefined, settings: Settings): string[] => {
  const uses = settings.target === 'staging' && !settings.callbackCreatePath;
  const leftOut = [left, ...(uses ? [deletions] : [])].filter((one) => one !== undefined);
  return [...rest, ...(leftOut.length > 0 ? ['--grep-invert', leftOut.map((one) => `(?:${one})`).join('|')] : [])];
};

/** Writes the digest of what has changed and sends it. */
const tell =
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
    changed: tell(settings),
    stop,
  });
};

await program(usage, main);
process.exit();
