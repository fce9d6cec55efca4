import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

// Workers are processes of their own; what one has found the others learn from files.
const folder = new URL('../../reports/faults-results/kills/', import.meta.url);
const fileOf = (name: string): URL => new URL(createHash('sha1').update(name).digest('hex'), folder);

/** Notes that a test found a fault. */
export const noteKill = (fault: string, test: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of [`fault ${fault}`, `test ${test}`]) writeFileSync(fileOf(name), '');
};

/** Whether a fault has been found already, and a test has found one: then the two need not meet. */
export const isSettled = (fault: string, test: string): boolean =>
  existsSync(fileOf(`fault ${fault}`)) && existsSync(fileOf(`test ${test}`));
