import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Mask } from '../../redaction/secrets.ts';
import { entry, type Entry } from './entries.ts';

/** The variable with the folder of the ledger, for all processes of a run. */
const variable = 'LEDGER_FOLDER';

let mask: Mask = (text) => text;
/** The book of the ledger that this process writes; undefined for none. */
let book: string | undefined = '';

/** Masks everything that this process writes from now on. */
export const maskLedger = (by: Mask): void => {
  mask = by;
};

/** Begins the ledger of a run: this process and the ones it starts from now on write to the folder. */
export const beginLedger = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.env[variable] = folder;
};

/** Stops this process from writing the ledger, since it uses a different service than the run. */
export const leaveLedger = (): void => {
  book = undefined;
};

/** Makes this process write the book of one service, in a run with several. @param name safe as a file name */
export const openBook = (name: string): void => {
  book = name;
};

/** The name of the book of a service. */
export const bookOf = (address: string): string => `at-${new URL(address).port}`;

export const isKept = (): boolean => book !== undefined && Boolean(process.env[variable]);

/** Writes synchronously, so that the ledger is complete even if the run is killed. */
export const write = (one: Entry): void => {
  const folder = process.env[variable];
  if (!folder || book === undefined) return;
  const place = join(folder, book);
  mkdirSync(place, { recursive: true });
  appendFileSync(join(place, `${process.pid}.jsonl`), `${mask(JSON.stringify(one))}\n`);
};

/** All entries of one book of a ledger in chronological order. Truncated lines are skipped. */
export const readLedger = (folder: string): Entry[] => {
  const lines = filesIn(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.flatMap((line) => entry.safeParse(parsed(line)).data ?? []).sort((one, other) => one.at - other.at);
};

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [];
  }
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
