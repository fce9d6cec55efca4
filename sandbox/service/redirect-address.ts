import type { Transaction } from './transactions.ts';

/** Where the customer's browser goes when a transaction has ended. */
export type ReturnAddresses = {
  /** The merchant's address for this outcome, or undefined. A cancelled payment leads to `failure_url`. */
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
  // The URL parser alone would also accept `http:host` and surrounding white space.
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Appends parameters to the query of an address, and removes the merchant's own parameters of the same name. */
function withParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address);
  // Deleting re-encodes the whole query, so it happens only when a name clashes.
  for (const name of Object.keys(parameters)) if (url.searchParams.has(name)) url.searchParams.delete(name);
  const added = new URLSearchParams(parameters).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}
