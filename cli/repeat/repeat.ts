import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneRun } from './one-run.ts';
import { profileVariable } from '../../helpers/settings/command-line/profile.mjs';
import { countsInWords, duration } from '../../harness/results/text.ts';
import { writeAtomically } from '../../harness/results/files/write-atomically.ts';
import { orderInWords, readOrder } from './order.ts';
import { unstableIn, type Repetition, type Unstable } from './unstable.ts';

interface Wanted {
  /** The folder that holds `reports`. */
  root: string;
  times: number;
  /** Seed of the first repetition; each further one has the next number. */
  seed: number;
  /** Further arguments of `playwright test`. */
  args: readonly string[];
  underLoad: boolean;
  say: (line: string) => void;
  stop: AbortSignal;
}

interface Stability {
  unstable: Unstable[];
  /** Why the repetitions do not prove that all tests are stable; undefined when they do. */
  doubt: string | undefined;
}

/** Reports that are kept of a repetition that did not conform. */
const evidence = ['results.json', 'digest.md', 'playwright', 'test-results'];

const reporter = fileURLToPath(new URL('order-reporter.ts', import.meta.url));

/**
 * Repeats the suite in random orders and compares the verdicts of each test. Writes reports/stability.json, and the
 * evidence of every repetition that did not conform to reports/stability/SEED.
 *
 * @throws with the output of the first repetition, when it writes no results
 */
export const repeat = async (wanted: Wanted): Promise<Stability> => {
  const { root, times, seed: first, args, underLoad, say, stop } = wanted;
  const repetitions: (Repetition & { kept: string | null })[] = [];
  let doubt: string | undefined;
  rmSync(join(root, 'reports', 'stability'), { recursive: true, force: true });
  for (let seed = first; seed < first + times; seed += 1) {
    const shuffled = [...args, '--shuffle', String(seed), '--add-reporter', reporter];
    const { code, results, lastLines } = await oneRun(root, shuffled, { [profileVariable]: 'stability' }, stop);
    if (stop.aborted) {
      doubt = 'it was interrupted';
      break;
    }
    if (!results && seed === first) throw new Error(lastLines.trim() || 'The run wrote no results.');
    if (!results) {
      doubt = `the repetition with seed ${seed} wrote no results: ${lastLines.trim().split('\n').at(-1)}`;
      say(doubt);
      continue;
    }
    const order = readOrder(root);
    const { run } = results;
    const kept = run.verdict === 'conforming' ? null : keep(root, seed, orderInWords(order));
    repetitions.push({ seed, results, order, kept });
    doubt ??= doubtOf(run);
    const count = `${repetitions.length}/${times}`.padStart(7);
    const why = kept ? `; kept in ${kept}` : '';
    say(
      `${count}  seed ${seed}  ${run.verdict.padEnd(14)}  ${countsInWords(run.tests)}, ${duration(run.durationMs)}${why}`,
    );
    if (code === 3) doubt ??= `the suite itself failed with seed ${seed}`;
  }
  const unstable = unstableIn(repetitions);
  const summaries = repetitions.map(({ seed, results: { run }, kept }) => {
    const { startedAt, durationMs, verdict, tests } = run;
    return { seed, startedAt, durationMs, verdict, tests, kept };
  });
  const facts = { version: 1, seed: first, wanted: times, args, underLoad, doubt: doubt ?? null };
  const text = JSON.stringify({ ...facts, repetitions: summaries, unstable }, null, 2);
  writeAtomically(join(root, 'reports', 'stability.json'), `${text}\n`);
  return {
    unstable,
    doubt: doubt ?? (repetitions.length < 2 ? 'a single repetition cannot be compared with another one' : undefined),
  };
};

/** Repetitions without an available target show nothing about the tests. */
const doubtOf = (run: Repetition['results']['run']): string | undefined => {
  const notReady = run.preflight?.find(({ verdict }) => verdict === 'fail');
  if (notReady) return `the target was not ready: ${notReady.name}: ${notReady.found}`;
  return run.outage;
};

/** Keeps the reports of the last run. @returns their folder, relative to the root */
const keep = (root: string, seed: number, order: string): string => {
  const folder = `reports/stability/${seed}`;
  mkdirSync(join(root, folder), { recursive: true });
  for (const name of evidence) {
    const from = join(root, 'reports', name);
    if (existsSync(from)) cpSync(from, join(root, folder, name), { recursive: true });
  }
  writeFileSync(join(root, folder, 'order.txt'), order);
  return folder;
};
