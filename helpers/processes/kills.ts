import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

// Workers are separate processes and share their findings through files.
const folder = new URL('../../reports/faults-results/kills/', import.meta.url);
const fileOf = (name: string): URL => new URL(createHash('sha1').update(name).digest('hex'), folder);

/** Records that a test detected a fault. */
export const noteKill = (fault: string, test: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of [`fault ${fault}`, `test ${test}`]) writeFileSync(fileOf(name), '');
};

/** Whether a fault was already detected and a test has already detected a fault, so that the pair may be skipped. */
export const isSettled = (fault: string, test: string): boolean =>
  existsSync(fileOf(`fault ${fault}`)) && existsSync(fileOf(`test ${test}`));
