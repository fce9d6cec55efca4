import { randomUUID } from 'node:crypto';
import { parseBounded } from '../../interface/messages/bounded-json.ts';
import { asRecord } from '../../interface/messages/exchange.ts';
import { isKept, write } from './book.ts';
import type { Intent, Word } from './entries.ts';

/** Characters of a value that are kept. */
const enough = 200;
/** Characters of a notification that are read. */
const read = 64 * 1024;
/** Wallets of one list that are kept. */
const mostWallets = 20;

type Fields = Readonly<Record<string, unknown>>;
/** Takes what came of an intent: the HTTP status and the fields of the answer, or nothing. */
type Answered = (status: number | undefined, fields: Fields) => void;

/**
 * Writes an intent to pay down, before it leaves.
 *
 * @param body as it is sent, JSON or a form
 * @returns undefined when the request can start no payment, or nobody keeps a ledger
 */
export const noteIntent = (method: string, path: string, body: string | undefined): Answered | undefined => {
  const endpoint = /^\/v1\/(transactions|checkout)(?:$|\?)/.exec(path)?.[1];
  if (method !== 'POST' || !endpoint || body === undefined || !isKept()) return undefined;
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

/** A payment page whose payment is known. */
interface Opened {
  /** The transaction_id or the reference that the payment is known by. */
  about: string | null;
  /** The reference that the page shows. */
  reference: string | null;
  /** How it shows the amount, in words of the suite. */
  shows: string | null;
}

/** What the page of a payment showed. */
export const notePage = ({ about, reference, shows }: Opened): void =>
  noteWord('page', { transaction_reference: reference ?? '' }, { about, shows });

/** What the list of all wallets says (4.3). */
export const noteWallets = (path: string, status: number, fields: Fields): void => {
  if (path !== '/v1/wallets/list' || status !== 200 || !Array.isArray(fields['wallets']) || !isKept()) return;
  for (const one of fields['wallets'].slice(0, mostWallets)) {
    const listed = asRecord(one) ?? {};
    const [id, currency, balance] = ['wallet_id', 'currency', 'balance'].map((name) => textIn(listed, name));
    if (id && currency && balance) write({ kind: 'wallet', at: Date.now(), id, currency, balance });
  }
};

const noteWord = (channel: Word['channel'], fields: Fields, more: Partial<Word> = {}): void =>
  write({
    kind: 'word',
    channel,
    at: Date.now(),
    intent: null,
    about: null,
    shows: null,
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

const textIn = (fields: Fields, name: string): string | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, enough) : null;
};

const numberIn = (fields: Fields, name: string): number | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};
