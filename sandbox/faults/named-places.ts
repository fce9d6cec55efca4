import type { Entries, Entry, Where } from './exchange.ts';
import {
  anyCallback,
  anyWallets,
  deleteCallback,
  fetchCallback,
  hosted,
  initiate,
  listWallets,
  operator,
  readBalance,
  startCheckout,
  updateCallback,
} from './places.ts';

/**
 * Tables of faults. Each function of `named-places.ts`, `answer-faults.ts` and `request-faults.ts` makes similar faults
 * for the given endpoints, fields or flows. Each fault is named after its prefix and its column: `PREFIX-WORD`.
 */

/** The requests that a fault acts on, and their description in its sentence. */
export type Place = { readonly what: string; readonly where: Where };

/** The flows of an initiation, by the word in names of faults. */
export const flows = {
  hosted: { what: 'the hosted page', where: hosted },
  'operator-a': { what: 'operator A', where: operator('a') },
  'operator-b': { what: 'operator B', where: operator('b') },
  'operator-c': { what: 'operator C', where: operator('c') },
};

/** The endpoints, by the word in names of faults. */
export const endpoints = {
  transactions: { what: 'initiations', where: initiate },
  checkout: { what: 'a checkout', where: startCheckout },
  wallets: { what: 'the wallet list', where: listWallets },
  balance: { what: 'balances', where: readBalance },
  fetch: { what: 'fetching a callback', where: fetchCallback },
  update: { what: 'updating a callback', where: updateCallback },
  delete: { what: 'deleting a callback', where: deleteCallback },
};

/** The groups of endpoints that share their refusals. */
export const areas = {
  transactions: { what: 'initiations', where: initiate },
  wallets: { what: 'wallets', where: anyWallets },
  callbacks: { what: 'callbacks', where: anyCallback },
  checkout: { what: 'a checkout', where: startCheckout },
};

/** Makes one fault for each place, named after it: `PREFIX-wallets`. */
export const perPlace = (
  prefix: string,
  places: Readonly<Record<string, Place>>,
  make: (place: Place) => Entry,
): Entries => table(prefix, Object.entries(places), make);

/** Picks places by name. */
export const some = <Name extends string>(
  places: Readonly<Record<Name, Place>>,
  ...names: NoInfer<Name>[]
): Record<string, Place> => Object.fromEntries(names.map((name) => [name, places[name]]));

/** Makes one fault for each column: `PREFIX-WORD`. */
export function table<T>(
  prefix: string,
  columns: readonly (readonly [string, T])[],
  make: (value: T) => Entry,
): Entries {
  return Object.fromEntries(columns.map(([word, value]) => [`${prefix}-${word}`, make(value)]));
}
