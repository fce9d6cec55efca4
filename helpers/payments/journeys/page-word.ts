import type { Body } from '../../../interface/messages/requests.ts';
import { notePage } from '../../ledger/ledger.ts';
import { amountShown } from './amounts.ts';

/** A reference as the suite makes them. */
const ownReference = /Ref-\w{1,40}-X/;

/**
 * Writes down what the page of a payment says of it.
 *
 * @param about what the payment is known by
 * @param sent the fields it was started with
 */
export const notePageOf = (text: string, about: string | undefined, sent: Body, currency: string): void => {
  const { amount, transaction_reference: reference } = sent;
  const isOwn = typeof reference === 'string' && text.includes(reference);
  notePage({
    about: about ?? null,
    reference: isOwn ? reference : (ownReference.exec(text)?.[0] ?? null),
    shows: typeof amount === 'number' ? amountShown(text, amount, currency) : null,
  });
};
