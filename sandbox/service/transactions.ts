import { createBoundedStore } from './bounded-store.ts';
import type { Ids } from './identifiers.ts';
import type { RequestedResponse, Start, Transaction } from './transaction.ts';
import type { Announce } from './webhooks/notifications.ts';
import type { Wallets } from './wallets.ts';

/** The contents of an initiation or of a hosted checkout. */
export type NewTransaction = {
  amount?: number | undefined;
  currency: string;
  transactionReference?: string | undefined;
  successUrl?: string | undefined;
  failureUrl?: string | undefined;
  hosted: boolean;
  start: Start;
  operatorCode?: string | undefined;
  requestedResponse?: RequestedResponse | undefined;
};

export type Transactions = {
  /** Records a pending transaction and announces it. */
  open(wanted: NewTransaction): Transaction;
  /** Sets the final status of a pending transaction. Does nothing when it has ended already. */
  end(transaction: Transaction, status: 'success' | 'failed' | 'cancelled'): void;
  /** Ends the transaction after a delay in milliseconds. Resolves when it has ended. */
  endLater(transaction: Transaction, status: 'success' | 'failed', delay: number): Promise<void>;
  /** Resolves at the scheduled end of the transaction; undefined when none is scheduled. */
  ending(transaction: Transaction): Promise<void> | undefined;
  findByCheckout(checkoutId: string): Transaction | undefined;
  /** Whether a transaction with this reference is stored. */
  hasReference(reference: string): boolean;
  close(): void;
};

export function createTransactions(announce: Announce, wallets: Wallets, limit: number, ids: Ids): Transactions {
  const byReference = createBoundedStore<true>(limit);
  const byCheckout = createBoundedStore<Transaction>(limit);
  const endings = new Map<Transaction, { timer: NodeJS.Timeout; done: Promise<void> }>();

  function end(transaction: Transaction, status: 'success' | 'failed' | 'cancelled'): void {
    if (transaction.status !== 'pending') return;
    transaction.status = status;
    if (status === 'success') wallets.credit(transaction.currency, transaction.amount ?? 0);
    announce('payment.updated', transaction);
    announce(status === 'success' ? 'payment.completed' : 'payment.failed', transaction);
  }

  return {
    open(wanted) {
      const transactionId = ids.newId('txn');
      const transaction: Transaction = {
        transactionId,
        checkoutId: ids.newId('chk'),
        transactionReference: wanted.transactionReference ?? ids.newReference(transactionId, wanted.currency),
        referenceGiven: wanted.transactionReference !== undefined,
        amount: wanted.amount,
        currency: wanted.currency,
        successUrl: wanted.successUrl,
        failureUrl: wanted.failureUrl,
        hosted: wanted.hosted,
        start: wanted.start,
        requestedResponse: wanted.requestedResponse,
        operatorCode: wanted.operatorCode,
        status: 'pending',
        created: new Date(),
      };
      byCheckout.put(transaction.checkoutId, transaction);
      byReference.put(transaction.transactionReference, true);
      announce('payment.created', transaction);
      return transaction;
    },
    end,
    endLater(transaction, status, delay) {
      const { promise, resolve } = withResolver();
      const timer = setTimeout(() => {
        endings.delete(transaction);
        end(transaction, status);
        resolve();
      }, delay);
      endings.set(transaction, { timer, done: promise });
      return promise;
    },
    ending: (transaction) => endings.get(transaction)?.done,
    findByCheckout: (checkoutId) => byCheckout.get(checkoutId),
    hasReference: (reference) => byReference.get(reference) === true,
    close() {
      for (const { timer } of endings.values()) clearTimeout(timer);
      endings.clear();
    },
  };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
