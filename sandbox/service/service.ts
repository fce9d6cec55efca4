import type { HasFault } from '../faults/catalogue.ts';
import type { HasReading } from '../readings/catalogue.ts';
import type { Settings } from '../settings.ts';
import type { Callbacks } from './webhooks/callbacks.ts';
import type { Transactions } from './transactions.ts';
import type { Wallets } from './wallets.ts';

/** One running sandbox: everything a route may read or change. Two sandboxes share none of it. */
export type Service = {
  readonly settings: Settings;
  readonly transactions: Transactions;
  readonly wallets: Wallets;
  readonly callbacks: Callbacks;
  /** Whether this sandbox was started with a fault; each is asked for where it acts. */
  readonly fault: HasFault;
  /** Whether this sandbox was started with a reading; each is asked for where it acts. */
  readonly reading: HasReading;
  /** Base address of this sandbox, without a trailing slash. */
  baseUrl(): string;
};

/** Absolute address of the hosted payment page of one checkout. */
export function checkoutAddress(service: Service, checkoutId: string): string {
  return `${service.baseUrl()}/checkout/${checkoutId}`;
}
