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
  /** What failed in earlier runs, and is tried first. */
  known: readonly Seed[];
}

/**
 * Looks for a case that the model does not allow, first among those of earlier runs, and then for the smallest such case.
 *
 * @param cases all there are; of a sequence, a seed says which of its commands were run
 * @param first cases that are tried before those by chance, which would seldom hit on them
 * @throws what the attempt throws while there is no counterexample: no further case is tried then
 */
export const falsify = async <T>(
  subject: string,
  cases: (seed: Seed) => fc.Arbitrary<T>,
  attempt: Attempt<T>,
  { known, ...effort }: Effort,
  first: readonly T[] = [],
): Promise<Trials> => {
  let tried = 0;
  // One that was found by a seed given by hand is what is asked for, and nothing else.
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
  { seed, runs, shrinks }: Omit<Effort, 'known'>,
  first: readonly T[],
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
export const sampled = <T>(rows: readonly T[], { seed, runs }: Pick<Effort, 'seed' | 'runs'>): readonly T[] => {
  if (rows.length <= runs) return rows;
  const [chosen = []] = fc.sample(fc.shuffledSubarray([...rows], { minLength: runs, maxLength: runs }), {
    seed: seed.number,
    numRuns: 1,
  });
  return chosen;
};
