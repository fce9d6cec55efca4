import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Mask } from '../redaction/secrets.ts';
import { entry, type Entry } from './entries.ts';

/** The folder of the ledger of a run, for all its processes. */
const variable = 'LEDGER_FOLDER';

let mask: Mask = (text) => text;
/** Which book of the ledger this process writes; undefined when none. */
let book: string | undefined = '';

/** From now on nothing that the mask knows is written down by this process. */
export const maskLedger = (by: Mask): void => {
  mask = by;
};

/** Begins the ledger of a run: this process and those that it starts from now on write to the folder. */
export const beginLedger = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.env[variable] = folder;
};

/** From now on this process keeps no ledger: it asks another service than the run does. */
export const leaveLedger = (): void => {
  book = undefined;
};

/** From now on this process writes the book of one service, in a run that asks many. @param name safe as a file name */
export const openBook = (name: string): void => {
  book = name;
};

/** The name of the book of a service. */
export const bookOf = (address: string): string => `at-${new URL(address).port}`;

export const isKept = (): boolean => book !== undefined && Boolean(process.env[variable]);

/** At once: what is written when a run is killed is what left. */
export const write = (one: Entry): void => {
  const folder = process.env[variable];
  if (!folder || book === undefined) return;
  const place = join(folder, book);
  mkdirSync(place, { recursive: true });
  appendFileSync(join(place, `${process.pid}.jsonl`), `${mask(JSON.stringify(one))}\n`);
};

/** All entries of a ledger, or of one of its books, in the order of time. Lines that were cut off are passed over. */
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
