import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { seed, type Seed } from '../settings/declarations/types.ts';

/** The annotation by which a failed generated test says which seed leads to its counterexample. */
export const counterexampleAnnotation = 'counterexample';

/** Seeds of a test that are kept. */
const kept = 10;

const failure = z.object({ test: z.string(), seed: z.string() });

/** What failed once: the title of a generated test, and the value of SEED that leads to its counterexample. */
type Failure = z.output<typeof failure>;

/** What ever failed on a target, the newest first. Without a file that can be read it is empty: it only saves time. */
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

/** The seeds of a test; what no seed can be is passed over. */
export const seedsOf = (corpus: readonly Failure[], title: string): Seed[] =>
  corpus.filter(({ test }) => test === title).flatMap((one) => seed.safeParse(one.seed).data ?? []);

/** The corpus with further failures in front, each once, and as many of a test as are kept. */
export const withFailures = (corpus: readonly Failure[], failures: readonly Failure[]): Failure[] => {
  const counts = new Map<string, number>();
  const all = new Map([...failures, ...corpus].map((one) => [JSON.stringify(one), one]));
  return [...all.values()].filter(({ test }) => {
    const count = (counts.get(test) ?? 0) + 1;
    counts.set(test, count);
    return count <= kept;
  });
};
