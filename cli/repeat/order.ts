import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test that has begun. The first attempt counts, and every further one again. */
export interface Begun {
  /** Which of the workers at work at the same time, from 0. */
  worker: number;
  project: string;
  /** Relative to the repository. */
  file: string;
  line: number;
  title: string;
}

/** Where the reporter leaves the order of a run, below the repository. */
export const orderFile = 'reports/stability/order.json';

/** The order of the last run; empty where none was written. */
export const readOrder = (root: string): Begun[] => {
  const path = join(root, orderFile);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Begun[]) : [];
};

/** Tests before another one that are told. */
const told = 3;

/** Where a test stood in a run. */
export interface Standing {
  /** From 1; 0 when it did not begin. */
  position: number;
  /** What ran before it on the same worker, the last one first. */
  after: string[];
  /** What the other workers had begun last when it began. */
  beside: string[];
}

export const standingOf = (order: readonly Begun[], is: (one: Begun) => boolean): Standing => {
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
  return { position: at + 1, after: last(one.worker, told), beside: [...others].flatMap((worker) => last(worker, 1)) };
};

const inWords = ({ project, file, line, title }: Begun): string => `[${project}] ${file}:${line} ${title}`;

/** The whole order as text, a test in a line. */
export const orderInWords = (order: readonly Begun[]): string =>
  order.map((one) => `worker ${one.worker}  ${inWords(one)}\n`).join('');
