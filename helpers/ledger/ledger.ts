import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseBounded } from '../../interface/messages/bounded-json.ts';
import { asRecord } from '../../interface/messages/exchange.ts';
import type { Mask } from '../redaction/secrets.ts';
import { entry, type Entry, type Intent, type Word } from './entries.ts';

/** The folder of the ledger of a run, for all its processes. */
const variable = 'LEDGER_FOLDER';
/** Characters of a value that are kept. */
const enough = 200;
/** Characters of a notification that are read. */
const read = 64 * 1024;

type Fields = Readonly<Record<string, unknown>>;
/** Takes what came of an intent: the HTTP status and the fields of the answer, or nothing. */
type Answered = (status: number | undefined, fields: Fields) => void;

let mask: Mask = (text) => text;

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

/**
 * Writes an intent to pay down, before it leaves.
 *
 * @param body as it is sent, JSON or a form
 * @returns undefined when the request can start no payment, or nobody keeps a ledger
 */
export const noteIntent = (method: string, path: string, body: string | undefined): Answered | undefined => {
  const endpoint = /^\/v1\/(transactions|checkout)(?:$|\?)/.exec(path)?.[1];
  if (method !== 'POST' || !endpoint || body === undefined || !process.env[variable]) return undefined;
  const sent = parseBounded(body);
  const json = 'value' in sent ? asRecord(sent.value) : undefined;
  const way = endpoint === 'transactions' ? 'initiation' : json ? 'checkout' : 'form';
  return noteFields(way, json ?? Object.fromEntries(new URLSearchParams(body)));
};

/** The same for fields that a browser is about to send. */
export const noteFields = (way: Intent['way'], fields: Fields): Answered => {
  const id = randomUUID();
  write({
    kind: 'intent',
    id,
    at: Date.now(),
    way,
    method: textIn(fields, 'payment_method_code'),
    reference: textIn(fields, 'transaction_reference'),
    amount: numberIn(fields, 'amount'),
    currency: textIn(fields, 'currency'),
  });
  return (status, answer) => noteWord('answer', answer, { intent: id, http: status ?? null });
};

/** What a browser brought back to the merchant (2.3). */
export const noteRedirect = (parameters: readonly (readonly [name: string, value: string])[]): void =>
  noteWord('redirect', Object.fromEntries(parameters));

/** What a webhook was told; which fields a notification has is not shown, so those of the interface are looked for. */
export const noteNotification = (body: string): void => {
  const told = parseBounded(body.slice(0, read));
  const fields = 'value' in told ? asRecord(told.value) : undefined;
  noteWord('webhook', { ...fields, ...asRecord(fields?.['data']) });
};

const noteWord = (channel: Word['channel'], fields: Fields, more: Partial<Word> = {}): void =>
  write({
    kind: 'word',
    channel,
    at: Date.now(),
    intent: null,
    http: null,
    result: textIn(fields, 'result'),
    status: textIn(fields, 'status'),
    transactionId: textIn(fields, 'transaction_id'),
    reference: textIn(fields, 'transaction_reference'),
    checkoutId: textIn(fields, 'checkout_id'),
    amount: numberIn(fields, 'amount'),
    currency: textIn(fields, 'currency'),
    ...more,
  });

/** At once: what is written when a run is killed is what left. */
const write = (one: Entry): void => {
  const folder = process.env[variable];
  if (!folder) return;
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${mask(JSON.stringify(one))}\n`);
};

/** All entries of a ledger, in the order of time. Lines that were cut off are passed over. */
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

const textIn = (fields: Fields, name: string): string | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, enough) : null;
};

const numberIn = (fields: Fields, name: string): number | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};
