import type { Transaction } from './transaction.ts';

/** Where the customer's browser goes when a transaction has ended. */
export type ReturnAddresses = {
  /** The merchant's address of this outcome, undefined where there is none. A cancelled payment goes to `failure_url`. */
  merchantAddress(transaction: Transaction): string | undefined;
};

export const plainReturnAddresses: ReturnAddresses = {
  merchantAddress: ({ status, successUrl, failureUrl }) => (status === 'success' ? successUrl : failureUrl),
};

/**
 * The merchant's address with the parameters of `2.3` added to its own query. Undefined when the merchant gave no web
 * address.
 */
export function redirectAddress(transaction: Transaction, addresses: ReturnAddresses): string | undefined {
  const address = addresses.merchantAddress(transaction);
  if (address === undefined || !isWebAddress(address)) return undefined;
  return withParameters(address, {
    status: transaction.status,
    checkout_id: transaction.checkoutId,
    transaction_id: transaction.transactionId,
    transaction_reference: transaction.transactionReference,
  });
}

/** Whether a text is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
  // The URL parser alone would also take `http:host` and surrounding blanks.
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Adds parameters behind the query an address has. One of the same name is replaced: the merchant must read ours. */
function withParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  for (const name of Object.keys(parameters)) {
    // Deleting rewrites the whole query, so an address without a clash keeps its own spelling.
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  const added = new URLSearchParams(parameters).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}
