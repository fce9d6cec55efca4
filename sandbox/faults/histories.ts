import type { Transaction } from '../service/transactions.ts';
import { anyAnswer } from './changes.ts';
import { all, answeredWith, decide, given, is, paymentPage } from './conditions.ts';
import type { Alteration, Condition } from './exchange.ts';

// What happened to a payment before, for faults and variants that act by it.

/** An alteration that notes the transactions of some exchanges, and the condition that one was noted before. */
const history = (where: Condition, times = 1): { notes: Alteration; had: Condition } => {
  const counts = new WeakMap<Transaction, number>();
  return {
    notes: anyAnswer(where, (_answer, { transaction }) => {
      if (transaction) counts.set(transaction, (counts.get(transaction) ?? 0) + 1);
    }),
    had: ({ transaction }) => transaction !== undefined && (counts.get(transaction) ?? 0) >= times,
  };
};

/** The page has refused an entry. */
export const refusedEntry = history(all(decide, answeredWith(400)));
/** The customer has typed the amount. */
export const typedAmount = history(all(decide, given('amount')));
const isShown: Condition = (exchange) => paymentPage(exchange) && exchange.method === 'GET';
/** The page was loaded twice. */
export const loadedTwice = history(isShown, 2);
/** The page was loaded. */
export const loaded = history(isShown);
/** A page has kept its step where it was loaded again, as one of `tests/pages` tells. */
export const stepKept = history(all(decide, ({ input }) => input['kept'] === 'yes'));
/** The customer has cancelled. */
export const cancels = all(decide, is('decision', 'cancel'));
export const cancelledOnce = history(cancels);
