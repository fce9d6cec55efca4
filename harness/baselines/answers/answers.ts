import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { answer, type Answer } from '../../../helpers/evidence/answers.ts';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import type { Results, RunFacts, TestResult } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';

/** The maximum size of the file in characters; larger ones are not written. */
const maxLength = 400_000;

const schema = z.strictObject({
  version: z.literal(1),
  /** The start time of the run with the newest answers. */
  startedAt: z.iso.datetime(),
  /** Without duplicates, because most tests receive the same answers. */
  answers: z.array(answer),
  /** The answers of each test, in order, as indexes into that list. */
  tests: z.record(z.string(), z.array(z.int().nonnegative())),
});

/** The answers that tests received, by test key. */
export type Answers = ReadonlyMap<string, readonly Answer[]>;

/** Identifies a test. */
export const keyOfTest = ({ file, title }: Pick<TestResult, 'file' | 'title'>): string => `${file} ${title}`;

/** The path of the file, relative to the folder that contains `reports`; in a subfolder next to the kept runs. */
const fileOf = (run: Pick<RunFacts, 'target' | 'host'>): string =>
  join('reports', 'history', targetName(run), 'answers', 'conforming.json');

/** The file with the answers of a shard, in the folder of the shard. */
export const answersFile = 'answers.json';

/**
 * Reads a file of answers. An unusable file is reported and ignored, because it only helps to explain failures.
 *
 * @param root the folder that the path is relative to
 * @param warn prints a line
 */
export const readAnswers = (root: string, path: string, warn: (line: string) => void): Answers => {
  try {
    const { answers, tests } = schema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')));
    return new Map(
      Object.entries(tests).map(([key, places]) => [key, places.flatMap((place) => answers[place] ?? [])]),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      warn(`${path} is damaged or of another version, and is ignored; the next conforming run replaces it`);
    }
    return new Map();
  }
};

/**
 * Writes a file of answers, without duplicates.
 *
 * @param mask for whole files
 * @param warn prints a line when the file would be too large or cannot be written
 */
export const writeAnswers = (
  path: string,
  all: Answers,
  { startedAt }: Pick<RunFacts, 'startedAt'>,
  mask: (text: string) => string,
  warn: (line: string) => void,
): void => {
  const indexes = new Map<string, number>();
  const indexOf = (one: Answer): number => {
    const text = JSON.stringify(one);
    return indexes.get(text) ?? indexes.set(text, indexes.size).size - 1;
  };
  const tests = Object.fromEntries([...all].map(([key, answers]) => [key, answers.map(indexOf)]));
  const answers = [...indexes.keys()].map((text) => JSON.parse(text) as Answer);
  const text = mask(JSON.stringify({ version: 1, startedAt, answers, tests } satisfies z.output<typeof schema>));
  try {
    if (text.length > maxLength) throw new Error(`they have more than ${maxLength} characters`);
    writeAtomically(path, text);
  } catch (error) {
    warn(`answers could not be kept for later comparison: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** The answers of the last conforming run of the target. @param root the folder that contains `reports` */
export const lastAnswers = (
  root: string,
  run: Pick<RunFacts, 'target' | 'host'>,
  warn: (line: string) => void,
): Answers => readAnswers(root, fileOf(run), warn);

/**
 * Keeps the answers of the passed tests of a conforming run. A partial run adds to the answers kept before.
 *
 * @param mask for whole files
 * @param warn prints a line when they cannot be written
 */
export const keepLastAnswers = (
  root: string,
  { run, rules }: Results,
  answers: Answers,
  mask: (text: string) => string,
  warn: (line: string) => void,
): void => {
  if (run.verdict !== 'conforming' || run.profile === 'stability') return;
  const passed = rules.flatMap(({ tests }) => tests.filter(({ verdict }) => verdict === 'pass')).map(keyOfTest);
  const own = passed.flatMap((key): [string, readonly Answer[]][] => {
    const found = answers.get(key);
    return found ? [[key, found]] : [];
  });
  const before = run.partial ? lastAnswers(root, run, () => {}) : [];
  writeAnswers(join(root, fileOf(run)), new Map([...before, ...own]), run, mask, warn);
};
