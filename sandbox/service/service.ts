import type { Settings } from './settings.ts';
import type { CallbackUpdates } from './webhooks/callback.ts';
import type { Callbacks } from './webhooks/callbacks.ts';
import type { Ids } from './identifiers.ts';
import type { ReturnAddresses } from './redirect-address.ts';
import type { Transactions } from './transactions.ts';
import type { HasOption } from './variation.ts';
import type { Wallets } from './wallets.ts';

/** The settings and the state of one sandbox, for its routes. Sandboxes share no state. */
export type Service = {
  readonly settings: Settings;
  readonly transactions: Transactions;
  readonly wallets: Wallets;
  readonly callbacks: Callbacks;
  readonly callbackUpdates: CallbackUpdates;
  readonly ids: Ids;
  readonly returnAddresses: ReturnAddresses;
  /** Whether this sandbox was started with an option. Code checks each option where it applies. */
  readonly has: HasOption;
  /** Base address of this sandbox, without a trailing slash. */
  baseUrl(): string;
};

/** Absolute address of the hosted payment page of one checkout. */
export function checkoutAddress(service: Service, checkoutId: string): string {
  return `${service.baseUrl()}/checkout/${checkoutId}`;
}
