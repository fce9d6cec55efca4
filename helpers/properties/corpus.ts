import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { seed, type Seed } from '../settings/declarations/types.ts';

/** The annotation in which a failed generated test names the seed of its counterexample. */
export const counterexampleAnnotation = 'counterexample';

/** Seeds stored per test. */
const maxSeedsPerTest = 10;

const failure = z.object({ test: z.string(), seed: z.string() });

/** An earlier failure: the title of a generated test, and the value of SEED that reproduces its counterexample. */
type Failure = z.output<typeof failure>;

/** Earlier failures on a target, newest first. Empty if the file cannot be read, since it only saves time. */
export const readCorpus = (path: string): Failure[] => {
  try {
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return lines.map((line) => failure.parse(JSON.parse(line)));
  } catch {
    return [];
  }
};

/** The corpus in the format that `readCorpus` reads. */
export const corpusText = (corpus: readonly Failure[]): string =>
  corpus.map((one) => `${JSON.stringify(one)}\n`).join('');

/** The seeds of a test; invalid ones are skipped. */
export const seedsOf = (corpus: readonly Failure[], title: string): Seed[] =>
  corpus.filter(({ test }) => test === title).flatMap((one) => seed.safeParse(one.seed).data ?? []);

/** The corpus with further failures in front, without duplicates and limited per test. */
export const withFailures = (corpus: readonly Failure[], failures: readonly Failure[]): Failure[] => {
  const counts = new Map<string, number>();
  const all = new Map([...failures, ...corpus].map((one) => [JSON.stringify(one), one]));
  return [...all.values()].filter(({ test }) => {
    const count = (counts.get(test) ?? 0) + 1;
    counts.set(test, count);
    return count <= maxSeedsPerTest;
  });
};
