import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One attempt of a test that has begun; retries have entries of their own. */
export interface StartedTest {
  /** Index among the parallel workers, from 0. */
  worker: number;
  project: string;
  /** Relative to the repository. */
  file: string;
  line: number;
  title: string;
}

/** The file to which the reporter writes the order of a run, relative to its root. */
export const orderFile = 'reports/stability/order.json';

/** The order of the last run; empty where none was written. */
export const readOrder = (root: string): StartedTest[] => {
  const path = join(root, orderFile);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StartedTest[]) : [];
};

/** Number of preceding tests that are shown. */
const shownBefore = 3;

/** The position of a test in a run. */
export interface Standing {
  /** From 1; 0 when it did not begin. */
  position: number;
  /** The tests before it on the same worker, the most recent first. */
  after: string[];
  /** The most recently started test of each other worker when it began. */
  beside: string[];
}

export const standingOf = (order: readonly StartedTest[], is: (one: StartedTest) => boolean): Standing => {
  const at = order.findIndex(is);
  const [one] = order.slice(at, at + 1);
  if (at < 0 || !one) return { position: 0, after: [], beside: [] };
  const before = order.slice(0, at).toReversed();
  const others = new Set(before.map(({ worker }) => worker).filter((worker) => worker !== one.worker));
  const last = (worker: number, count: number): string[] =>
    before
      .filter((other) => other.worker === worker)
      .slice(0, count)
      .map(inWords);
  return {
    position: at + 1,
    after: last(one.worker, shownBefore),
    beside: [...others].flatMap((worker) => last(worker, 1)),
  };
};

const inWords = ({ project, file, line, title }: StartedTest): string => `[${project}] ${file}:${line} ${title}`;

/** The whole order as text, one test per line. */
export const orderInWords = (order: readonly StartedTest[]): string =>
  order.map((one) => `worker ${one.worker}  ${inWords(one)}\n`).join('');
