import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const variable = 'CONFORMANCE_RUN_FOLDER';

/** Names a folder in which the workers of this run share state. It is deleted when the runner exits. */
export const nameRunFolder = (): void => {
  const folder = join(tmpdir(), `conformance-run-${process.pid}-${Date.now()}-${randomBytes(3).toString('hex')}`);
  process.env[variable] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};

/** The folder that the runner and all its workers share. */
export const runFolder = (): string => {
  const folder = process.env[variable];
  if (!folder) throw new Error(`${variable} is not set; call nameRunFolder() first, as playwright.config.ts does`);
  mkdirSync(folder, { recursive: true });
  return folder;
};

/**
 * Six hexadecimal digits that identify this run in everything it creates at a target; undefined outside a run.
 */
export const runMark = (): string | undefined => /-([\da-f]{6})$/.exec(process.env[variable] ?? '')?.[1];
