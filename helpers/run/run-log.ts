import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What the workers of a run have to know of each other: one append-only file in a folder of the run, which every process
// finds by an environment variable and which is deleted when the runner ends.

const variable = 'CONFORMANCE_RUN_FOLDER';

/** Names the folder of this run. The runner calls it once, before it starts any worker. */
export const nameRunFolder = (): void => {
  const folder = join(tmpdir(), `conformance-run-${process.pid}-${Date.now()}-${randomBytes(3).toString('hex')}`);
  process.env[variable] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};

/** The folder that the runner and all its workers share; undefined outside a run. */
export const runFolder = (): string | undefined => {
  const folder = process.env[variable];
  if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder || undefined;
};

/** Six hexadecimal digits that identify this run in everything it creates at a target; undefined outside a run. */
export const runMark = (): string | undefined => /-([\da-f]{6})$/.exec(process.env[variable] ?? '')?.[1];

const fileIn = (folder: string): string => join(folder, 'run.jsonl');

/** Adds a line to the log of this run; outside a run, nothing is kept. Values must not contain keys. */
export const appendToRun = (kind: string, data: object): void => {
  const folder = runFolder();
  // The line break comes first, so that a line which a killed worker left unfinished spoils no other.
  if (folder !== undefined) appendFileSync(fileIn(folder), `\n${JSON.stringify({ kind, data })}`);
};

/** What all workers added under a kind so far, in order. Unfinished lines are passed over. */
export const readRun = <Data extends object = Record<string, unknown>>(kind: string): Data[] => {
  const folder = runFolder();
  if (folder === undefined) return [];
  if (read.folder !== folder) read = { folder, bytes: 0, entries: new Map() };
  const added = addedTo(fileIn(folder), read.bytes);
  const lines = added.split('\n');
  // The last line may be unfinished; then it is read again.
  const rest = parsed(lines.at(-1) ?? '') ? '' : (lines.pop() ?? '');
  read.bytes += Buffer.byteLength(added) - Buffer.byteLength(rest);
  for (const { kind: known, data } of lines.flatMap((line) => parsed(line) ?? [])) {
    if (!read.entries.has(known)) read.entries.set(known, []);
    read.entries.get(known)?.push(data);
  }
  return [...(read.entries.get(kind) ?? [])] as Data[];
};

/** What this process has read of the log so far, by kind. */
let read = { folder: '', bytes: 0, entries: new Map<string, object[]>() };

/** Whether this caller is the first of all workers to claim a name; false outside a run. */
export const claimInRun = (name: string): boolean => {
  const folder = runFolder();
  if (folder === undefined) return false;
  try {
    writeFileSync(join(folder, name.replaceAll(/[^\w]+/g, '-')), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};

/** What stands in a file from a place on, counted in bytes. */
const addedTo = (path: string, from: number): string => {
  try {
    const bytes = Buffer.alloc(Math.max(0, statSync(path).size - from));
    if (bytes.length === 0) return '';
    const file = openSync(path, 'r');
    try {
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
};

const parsed = (line: string): { kind: string; data: object } | undefined => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
