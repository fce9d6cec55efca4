import { z } from 'zod';

// The entries of a ledger. Amounts are in the subunit of the currency.

const text = z.string().nullable();

/** A request that may start a payment (2.1, 2.5), as sent. A missing field, or one of another type, is null. */
const intent = z.object({
  kind: z.literal('intent'),
  id: z.string(),
  at: z.number(),
  way: z.enum(['initiation', 'checkout', 'form']),
  method: text,
  reference: text,
  amount: z.number().nullable(),
  currency: text,
});
export type Intent = z.output<typeof intent>;

/** What one channel reported about a payment. A missing field, or one of another type, is null. */
const word = z.object({
  kind: z.literal('word'),
  channel: z.enum(['answer', 'page', 'redirect', 'webhook']),
  at: z.number(),
  intent: z.string().nullable().describe('which it answers; null where only its content can tell'),
  about: text.describe('of a page: the transaction_id or the reference of the payment that it was opened for'),
  shows: text.describe('of a page: how it shows the amount, in words of the suite'),
  http: z.number().nullable(),
  result: text,
  status: text,
  transactionId: text,
  reference: text,
  checkoutId: text,
  amount: z.number().nullable(),
  currency: text,
});
export type Word = z.output<typeof word>;

/** A wallet as shown by the list of wallets (2.6). */
const wallet = z.object({
  kind: z.literal('wallet'),
  at: z.number(),
  id: z.string(),
  currency: z.string(),
  balance: z.string().describe('as it was written; its unit is not shown'),
});
export type Wallet = z.output<typeof wallet>;

export const entry = z.discriminatedUnion('kind', [intent, word, wallet]);
export type Entry = z.output<typeof entry>;
