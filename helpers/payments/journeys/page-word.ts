import type { Body } from '../../../interface/messages/requests.ts';
import { notePage } from '../../evidence/ledger/ledger.ts';
import { amountShown } from './amounts.ts';

/** A reference of the suite. */
const ownReference = /Ref-\w{1,40}-X/;

/**
 * Records what the page of a payment shows in the ledger.
 *
 * @param about the id or reference of the payment
 * @param sent the fields of the request
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
