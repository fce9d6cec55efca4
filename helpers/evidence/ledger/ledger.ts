import { randomUUID } from 'node:crypto';
import { parseBounded } from '../../../interface/messages/bounded-json.ts';
import { asRecord } from '../../../interface/messages/exchange.ts';
import { isKept, write } from './book.ts';
import type { Intent, Word } from './entries.ts';

/** Longer values are cut off, in characters. */
const maxLength = 200;
/** The rest of a longer notification is ignored, in characters. */
const maxNotificationLength = 64 * 1024;
/** Wallets recorded per list. */
const maxWallets = 20;

type Fields = Readonly<Record<string, unknown>>;
/** Records the outcome of an intent: the HTTP status and the fields of the answer, or nothing. */
type Answered = (status: number | undefined, fields: Fields) => void;

/**
 * Records an intent to pay before it is sent.
 *
 * @param body as sent, JSON or a form
 * @returns undefined when the request cannot start a payment, or no ledger is kept
 */
export const noteIntent = (method: string, path: string, body: string | undefined): Answered | undefined => {
  const endpoint = /^\/v1\/(transactions|checkout)(?:$|\?)/.exec(path)?.[1];
  if (method !== 'POST' || !endpoint || body === undefined || !isKept()) return undefined;
  const sent = parseBounded(body);
  const json = 'value' in sent ? asRecord(sent.value) : undefined;
  const way = endpoint === 'transactions' ? 'initiation' : json ? 'checkout' : 'form';
  return noteFields(way, json ?? Object.fromEntries(new URLSearchParams(body)));
};

/** Records an intent to pay that a browser is about to send. */
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

/** Records a redirect to the merchant (2.3). */
export const noteRedirect = (parameters: readonly (readonly [name: string, value: string])[]): void =>
  noteWord('redirect', Object.fromEntries(parameters));

/** Records a notification. The interface does not show its fields, so those of other messages are looked up. */
export const noteNotification = (body: string): void => {
  const told = parseBounded(body.slice(0, maxNotificationLength));
  const fields = 'value' in told ? asRecord(told.value) : undefined;
  noteWord('webhook', { ...fields, ...asRecord(fields?.['data']) });
};

/** The page of a known payment. */
interface Opened {
  /** The transaction_id or the reference that identifies the payment. */
  about: string | null;
  /** The reference that the page shows. */
  reference: string | null;
  /** How it shows the amount, in the suite's wording. */
  shows: string | null;
}

/** Records what the page of a payment showed. */
export const notePage = ({ about, reference, shows }: Opened): void =>
  noteWord('page', { transaction_reference: reference ?? '' }, { about, shows });

/** Records the list of wallets (4.3). */
export const noteWallets = (path: string, status: number, fields: Fields): void => {
  if (path !== '/v1/wallets/list' || status !== 200 || !Array.isArray(fields['wallets']) || !isKept()) return;
  for (const one of fields['wallets'].slice(0, maxWallets)) {
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
  return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : null;
};

const numberIn = (fields: Fields, name: string): number | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};
