import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { seed, type Seed } from '../settings/declarations/types.ts';

/** The annotation with the seed of the counterexample of a failed generated test. */
export const counterexampleAnnotation = 'counterexample';

/** How many seeds of a test are kept. */
const kept = 10;

const failure = z.object({ test: z.string(), seed: z.string() });

/** An earlier failure: the title of a generated test, and the value of SEED that reproduces its counterexample. */
type Failure = z.output<typeof failure>;

/** All earlier failures at a target, the newest first; empty if the file cannot be read, because it only saves time. */
export const readCorpus = (path: string): Failure[] => {
  try {
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return lines.map((line) => failure.parse(JSON.parse(line)));
  } catch {
    return [];
  }
};

/** The corpus as text. */
export const corpusText = (corpus: readonly Failure[]): string =>
  corpus.map((one) => `${JSON.stringify(one)}\n`).join('');

/** The seeds of a test; invalid ones are skipped. */
export const seedsOf = (corpus: readonly Failure[], title: string): Seed[] =>
  corpus.filter(({ test }) => test === title).flatMap((one) => seed.safeParse(one.seed).data ?? []);

/** The corpus with further failures in front, without duplicates, limited for each test. */
export const withFailures = (corpus: readonly Failure[], failures: readonly Failure[]): Failure[] => {
  const counts = new Map<string, number>();
  const all = new Map([...failures, ...corpus].map((one) => [JSON.stringify(one), one]));
  return [...all.values()].filter(({ test }) => {
    const count = (counts.get(test) ?? 0) + 1;
    counts.set(test, count);
    return count <= kept;
  });
};
