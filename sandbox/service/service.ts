import type { Callbacks, CallbackUpdates } from './callbacks.ts';
import type { Ids } from './identifiers.ts';
import type { ReturnAddresses } from './redirect-address.ts';
import type { Settings } from './settings.ts';
import type { Transactions } from './transactions.ts';
import type { Wallets } from './wallets.ts';

/** The parts of a service that faults and variants can replace. */
type Parts = {
  readonly ids: Ids;
  readonly callbacks: Callbacks;
  readonly callbackUpdates: CallbackUpdates;
  readonly returnAddresses: ReturnAddresses;
};

/** Whether the sandbox was started with a variant that is an option of the service itself. */
export type HasOption = (option: string) => boolean;

/** The settings and the state of one sandbox, for its routes. Sandboxes share no state. */
export type Service = Parts & {
  readonly settings: Settings;
  readonly transactions: Transactions;
  readonly wallets: Wallets;
  readonly has: HasOption;
  /** Base address of this sandbox, without a trailing slash. */
  baseUrl(): string;
};

/** Absolute address of the hosted payment page of one checkout. */
export const checkoutAddress = ({ baseUrl }: Service, checkoutId: string): string =>
  `${baseUrl()}/checkout/${checkoutId}`;

/**
 * How one sandbox differs from the default one. Faults and variants plug in here; the service imports neither.
 * Each function receives the default part, once for each sandbox, and returns the methods that replace its own.
 */
export type Variation = { [Name in keyof Parts]?: (plain: Parts[Name]) => Partial<Parts[Name]> };

/** Applies all variations to one part of the service; later ones override earlier ones. */
export function vary<Name extends keyof Parts>(name: Name, plain: Parts[Name], all: readonly Variation[]): Parts[Name] {
  let part = plain;
  for (const { [name]: change } of all) if (change) part = { ...part, ...change(part) };
  return part;
}
