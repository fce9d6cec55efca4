import type { Intent, Word } from '../../../../helpers/evidence/ledger/entries.ts';

/** A requested payment. */
export const intent = (id: string, more: Partial<Intent> = {}): Intent => ({
  kind: 'intent',
  id,
  at: 1,
  way: 'initiation',
  method: null,
  reference: `ref-${id}`,
  amount: 1000,
  currency: 'XTS',
  ...more,
});

/** A message of a channel. */
export const word = (channel: Word['channel'], more: Partial<Word> = {}): Word => ({
  kind: 'word',
  channel,
  at: 2,
  intent: null,
  about: null,
  shows: null,
  http: null,
  result: null,
  status: null,
  transactionId: null,
  reference: null,
  checkoutId: null,
  amount: null,
  currency: null,
  ...more,
});

/** An answer that accepts a payment. */
export const answer = (id: string, more: Partial<Word> = {}): Word =>
  word('answer', {
    intent: id,
    http: 200,
    result: 'success',
    transactionId: `txn-${id}`,
    reference: `ref-${id}`,
    ...more,
  });
