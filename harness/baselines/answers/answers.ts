import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { answer, type Answer } from '../../../helpers/evidence/answers.ts';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import type { Results, RunFacts, TestResult } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';

/** A file that would be larger is not written, in characters. */
const largest = 400_000;

const schema = z.strictObject({
  version: z.literal(1),
  /** When the run began that the newest of them are of. */
  startedAt: z.iso.datetime(),
  /** Each once: most tests are answered alike. */
  answers: z.array(answer),
  /** The answers of each test, in their order, as places in that list. */
  tests: z.record(z.string(), z.array(z.int().nonnegative())),
});

/** What tests were answered, by the keys of the tests. */
export type Answers = ReadonlyMap<string, readonly Answer[]>;

/** What tells a test from all others. */
export const keyOfTest = ({ file, title }: Pick<TestResult, 'file' | 'title'>): string => `${file} ${title}`;

/** Where they are kept, relative to the folder that holds `reports`. It is in a folder below the runs that are kept. */
const fileOf = (run: Pick<RunFacts, 'target' | 'host'>): string =>
  join('reports', 'history', targetName(run), 'answers', 'conforming.json');

/** Where a shard leaves what its tests were answered, in its folder. */
export const answersFile = 'answers.json';

/**
 * What a file of answers says. One that cannot be used is told and passed over: it only helps to explain.
 *
 * @param root what the path is relative to
 * @param tell hears of it, in a line
 */
export const readAnswers = (root: string, path: string, tell: (line: string) => void): Answers => {
  try {
    const { answers, tests } = schema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')));
    return new Map(
      Object.entries(tests).map(([key, places]) => [key, places.flatMap((place) => answers[place] ?? [])]),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      tell(`${path} is damaged or of another version, and is passed over; the next conforming run writes it anew`);
    }
    return new Map();
  }
};

/**
 * Writes a file of answers, each of them once.
 *
 * @param mask for whole files
 * @param tell hears of it when it would be too large, or cannot be written
 */
export const writeAnswers = (
  path: string,
  all: Answers,
  { startedAt }: Pick<RunFacts, 'startedAt'>,
  mask: (text: string) => string,
  tell: (line: string) => void,
): void => {
  const places = new Map<string, number>();
  const placeOf = (one: Answer): number => {
    const text = JSON.stringify(one);
    return places.get(text) ?? places.set(text, places.size).size - 1;
  };
  const tests = Object.fromEntries([...all].map(([key, answers]) => [key, answers.map(placeOf)]));
  const answers = [...places.keys()].map((text) => JSON.parse(text) as Answer);
  const text = mask(JSON.stringify({ version: 1, startedAt, answers, tests } satisfies z.output<typeof schema>));
  try {
    if (text.length > largest) throw new Error(`they have more than ${largest} characters`);
    writeAtomically(path, text);
  } catch (error) {
    tell(`answers could not be kept for later comparison: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** What tests were answered when the target last conformed. @param root the folder that holds `reports` */
export const lastAnswers = (
  root: string,
  run: Pick<RunFacts, 'target' | 'host'>,
  tell: (line: string) => void,
): Answers => readAnswers(root, fileOf(run), tell);

/**
 * Keeps what the passed tests of a conforming run were answered. Those of a run of some tests are added to what is there.
 *
 * @param mask for whole files
 * @param tell hears of it when they cannot be written
 */
export const keepLastAnswers = (
  root: string,
  { run, rules }: Results,
  answers: Answers,
  mask: (text: string) => string,
  tell: (line: string) => void,
): void => {
  if (run.verdict !== 'conforming' || run.profile === 'stability') return;
  const passed = rules.flatMap(({ tests }) => tests.filter(({ verdict }) => verdict === 'pass')).map(keyOfTest);
  const own = passed.flatMap((key): [string, readonly Answer[]][] => {
    const found = answers.get(key);
    return found ? [[key, found]] : [];
  });
  const before = run.partial ? lastAnswers(root, run, () => {}) : [];
  writeAnswers(join(root, fileOf(run)), new Map([...before, ...own]), run, mask, tell);
};
