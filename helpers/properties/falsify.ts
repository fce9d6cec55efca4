import * as fc from 'fast-check';
import type { Seed } from '../settings/declarations/types.ts';
import type { Counterexample, Trials } from './trials.ts';

/** Tries one case; undefined when it was answered as the model allows. Throws when it could not be judged. */
export type Attempt<T> = (value: T) => Promise<Counterexample | undefined>;

export interface Effort {
  seed: Seed;
  /** How many cases are tried. */
  runs: number;
  /** How many more may be tried to make a counterexample smaller; none gives it as it was found. */
  shrinks: number;
}

/**
 * Looks for a case that the model does not allow, and then for the smallest such case.
 *
 * @param first cases that are tried before those by chance, which would seldom hit on them
 * @throws what the attempt throws while there is no counterexample: no further case is tried then
 */
export const falsify = async <T>(
  subject: string,
  cases: fc.Arbitrary<T>,
  attempt: Attempt<T>,
  { seed, runs, shrinks }: Effort,
  first: readonly T[] = [],
): Promise<Trials> => {
  let smallest: Counterexample | undefined;
  let obstacle: { error: unknown } | undefined;
  let left = shrinks;
  const property = fc.asyncProperty(cases, async (value) => {
    if (obstacle || (smallest && left-- <= 0)) return true;
    try {
      const counterexample = await attempt(value);
      smallest = counterexample ?? smallest;
      return counterexample === undefined;
    } catch (error) {
      obstacle = { error };
      return true;
    }
  });
  const path = seed.path === undefined ? {} : { path: seed.path };
  const examples = first.map((one): [T] => [one]);
  const run = await fc.check(property, {
    seed: seed.number,
    ...path,
    examples,
    numRuns: runs + examples.length,
    endOnFailure: shrinks === 0,
  });
  if (!run.failed && obstacle) throw obstacle.error;
  const [found] = run.counterexample ?? [];
  // Only commands tell which of them were run; other values may have no way to become text.
  const told = found instanceof Object && Symbol.iterator in found ? String(found) : '';
  const commands = /replayPath="([^"]+)"/.exec(told)?.[1];
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

/** As many of the rows as may be tried, always the same for a seed; all of them, in their order, when they are few. */
export const sampled = <T>(rows: readonly T[], { seed, runs }: Effort): readonly T[] => {
  if (rows.length <= runs) return rows;
  const [chosen = []] = fc.sample(fc.shuffledSubarray([...rows], { minLength: runs, maxLength: runs }), {
    seed: seed.number,
    numRuns: 1,
  });
  return chosen;
};
