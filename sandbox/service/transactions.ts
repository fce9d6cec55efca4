import type { Ids } from './identifiers.ts';
import type { Wallets } from './wallets.ts';
import type { Announce } from './webhooks.ts';

/** The reachable states of `3`: no operation of the interface reverses or refunds. */
export type TransactionStatus = 'pending' | 'success' | 'failed' | 'cancelled';
export type RequestedResponse = 'success' | 'failed';

/** What started a transaction: the merchant's server, a form on their page, or a script there. */
export type Start = 'initiation' | 'form' | 'json';

/** The contents of an initiation or of a hosted checkout. */
export type NewTransaction = {
  /** In subunits; undefined until the customer sets it on the hosted page (`2.5`). */
  amount: number | undefined;
  readonly currency: string;
  readonly transactionReference: string | undefined;
  readonly successUrl: string | undefined;
  readonly failureUrl: string | undefined;
  /** Whether a customer pays it on the hosted page. */
  readonly hosted: boolean;
  readonly start: Start;
  operatorCode?: string | undefined;
  readonly requestedResponse?: RequestedResponse | undefined;
};

export type Transaction = NewTransaction & {
  readonly transactionId: string;
  readonly checkoutId: string;
  readonly transactionReference: string;
  /** Whether the merchant gave the reference. */
  readonly referenceGiven: boolean;
  status: TransactionStatus;
  readonly created: Date;
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

export function createTransactions(announce: Announce, wallets: Wallets, ids: Ids): Transactions {
  const references = new Set<string>();
  const byCheckout = new Map<string, Transaction>();
  const endings = new Map<Transaction, { timer: NodeJS.Timeout | undefined; done: Promise<void> }>();

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
        ...wanted,
        transactionId,
        checkoutId: ids.newId('chk'),
        transactionReference: wanted.transactionReference ?? ids.newReference(transactionId, wanted.currency),
        referenceGiven: wanted.transactionReference !== undefined,
        status: 'pending',
        created: new Date(),
      };
      byCheckout.set(transaction.checkoutId, transaction);
      references.add(transaction.transactionReference);
      announce('payment.created', transaction);
      return transaction;
    },
    end,
    endLater(transaction, status, delay) {
      let timer: NodeJS.Timeout | undefined;
      const done = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          endings.delete(transaction);
          end(transaction, status);
          resolve();
        }, delay);
      });
      endings.set(transaction, { timer, done });
      return done;
    },
    ending: (transaction) => endings.get(transaction)?.done,
    findByCheckout: (checkoutId) => byCheckout.get(checkoutId),
    hasReference: (reference) => references.has(reference),
    close() {
      for (const { timer } of endings.values()) clearTimeout(timer);
      endings.clear();
    },
  };
}
