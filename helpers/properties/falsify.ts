import * as fc from 'fast-check';
import type { Seed } from '../settings/declarations/types.ts';
import type { Counterexample, Trials } from './trials.ts';

/** Tries one case; returns undefined if the model allows the answer. Throws if the case could not be judged. */
export type Attempt<T> = (value: T) => Promise<Counterexample | undefined>;

export interface Effort {
  seed: Seed;
  /** The number of cases to try. */
  runs: number;
  /** The number of further cases to shrink a counterexample; 0 reports it as found. */
  shrinks: number;
  /** The seeds of earlier failures, which are tried first. */
  known: readonly Seed[];
  /** The number of concurrent cases, if they are independent; default 1. */
  atOnce?: number;
}

/**
 * Searches for a case that the model does not allow, first among earlier failures, and then for the smallest such case.
 *
 * @param cases all possible cases; for a sequence, the seed also determines which of its commands are run
 * @param first cases that are tried before random ones, which would rarely produce them
 * @throws the error of an attempt if there is no counterexample yet; an error ends the search
 */
export const falsify = async <T>(
  subject: string,
  cases: (seed: Seed) => fc.Arbitrary<T>,
  attempt: Attempt<T>,
  { known, ...effort }: Effort,
  first: readonly T[] = [],
): Promise<Trials> => {
  let tried = 0;
  // A seed with a path reproduces one counterexample, so earlier failures are skipped.
  for (const seed of effort.seed.path === undefined ? known : []) {
    const again = await search(subject, cases(seed), attempt, { ...effort, seed, runs: 1 - first.length }, first);
    tried += again.tried;
    if (again.counterexamples.length > 0) return { ...again, tried };
  }
  const found = await search(subject, cases(effort.seed), attempt, effort, first);
  return { ...found, tried: tried + found.tried };
};

const search = async <T>(
  subject: string,
  cases: fc.Arbitrary<T>,
  attempt: Attempt<T>,
  { seed, runs, shrinks, atOnce = 1 }: Omit<Effort, 'known'>,
  first: readonly T[],
): Promise<Trials> => {
  const examples = first.map((one): [T] => [one]);
  const chosen = { seed: seed.number, examples, numRuns: runs + examples.length };
  // The same cases as in the check below, which tries them one by one.
  const all =
    seed.path === undefined && atOnce > 1
      ? fc.sample(
          fc.property<[T]>(cases, () => true),
          chosen,
        )
      : [];
  const before = (await tryAhead(all, ([value]) => attempt(value), atOnce)).values();
  let smallest: Counterexample | undefined;
  let unjudged: { error: unknown } | undefined;
  let left = shrinks;
  const property = fc.asyncProperty(cases, async (value) => {
    if (unjudged || (smallest && left-- <= 0)) return true;
    try {
      const known = smallest ? undefined : before.next().value;
      if (known?.passed) return true;
      if (known && 'error' in known) throw known.error;
      // A case that failed concurrently is repeated alone, but counts as failed even if it passes then.
      const counterexample = (await attempt(value)) ?? known?.counterexample;
      smallest = counterexample ?? smallest;
      return counterexample === undefined;
    } catch (error) {
      unjudged = { error };
      return true;
    }
  });
  const path = seed.path === undefined ? {} : { path: seed.path };
  const run = await fc.check(property, { ...chosen, ...path, endOnFailure: shrinks === 0 });
  if (!run.failed && unjudged) throw unjudged.error;
  const [found] = run.counterexample ?? [];
  // Only sequences of commands show which were run; other values may not convert to text.
  const text = found instanceof Object && Symbol.iterator in found ? String(found) : '';
  const commands = /replayPath="([^"]+)"/.exec(text)?.[1];
  return {
    subject,
    tried: run.numRuns,
    untried: 0,
    counterexamples: smallest ? [smallest] : [],
    seed: [seed.number, ...(run.failed ? [run.counterexamplePath ?? seed.path, commands] : [])]
      .filter((part) => part !== undefined && part !== null)
      .join('/'),
  };
};

/** The outcome of a case: it passed, it is a counterexample, or it could not be judged. */
type Found = { passed: true } | { passed: false; counterexample: Counterexample } | { passed: false; error: unknown };

/** The outcomes of cases in order, up to the first that did not pass; concurrent ones are completed. */
const tryAhead = async <T>(cases: readonly T[], attempt: Attempt<T>, atOnce: number): Promise<Found[]> => {
  const found: Found[] = [];
  await forEachConcurrently(cases, atOnce, async (value, index) => {
    if (found.some((one) => !one.passed)) return;
    try {
      const counterexample = await attempt(value);
      found[index] = counterexample ? { passed: false, counterexample } : { passed: true };
    } catch (error) {
      found[index] = { passed: false, error };
    }
  });
  return found;
};

/** Runs an action for each element with limited concurrency. */
export const forEachConcurrently = async <T>(
  all: readonly T[],
  atOnce: number,
  act: (one: T, index: number) => Promise<void>,
): Promise<void> => {
  const waiting = all.entries();
  const work = async () => {
    for (const [index, one] of waiting) await act(one, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

/** A sample of the rows within the limit, determined by the seed; all rows in order if they are few. */
export const sampled = <T>(rows: readonly T[], { seed, runs }: Pick<Effort, 'seed' | 'runs'>): readonly T[] => {
  if (rows.length <= runs) return rows;
  const [chosen = []] = fc.sample(fc.shuffledSubarray([...rows], { minLength: runs, maxLength: runs }), {
    seed: seed.number,
    numRuns: 1,
  });
  return chosen;
};
