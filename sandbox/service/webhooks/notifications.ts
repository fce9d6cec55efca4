import type { Callback } from './callback.ts';
import type { Callbacks } from './callbacks.ts';
import type { Deliveries } from './deliveries.ts';
import type { Transaction } from '../transaction.ts';
import type { HasOption } from '../variation.ts';

/** The events that the sandbox emits (`6`); payouts only with an option. */
type EventName = 'payment.created' | 'payment.updated' | 'payment.completed' | 'payment.failed' | 'payout.created';

/** The JSON body of a notification. `amount` is in subunits, null while the customer has not set it. */
export type Notification = {
  event: EventName;
  created: string;
  data: {
    transaction_id: string;
    transaction_reference: string;
    status: string;
    amount: number | null;
    currency: string;
  };
};

export type Announce = (event: EventName, transaction: Transaction) => void;

/** Notifies every active subscriber of an event, with the current state of the transaction. */
export function createAnnouncer(
  callbacks: Callbacks,
  deliveries: Deliveries<Callback, Notification>,
  has: HasOption,
): Announce {
  const announce: Announce = (event, transaction) => {
    const notification: Notification = {
      event,
      created: new Date().toISOString(),
      data: {
        transaction_id: transaction.transactionId,
        transaction_reference: transaction.transactionReference,
        status: transaction.status,
        amount: transaction.amount ?? null,
        currency: transaction.currency,
      },
    };
    for (const callback of callbacks.subscribersOf(event)) deliveries.queue(callback, notification);
    if (event === 'payment.completed' && has('payments-paid-out-at-once')) announce('payout.created', transaction);
  };
  return announce;
}
