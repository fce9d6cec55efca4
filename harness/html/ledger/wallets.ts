import type { Entry, Wallet } from '../../../helpers/evidence/ledger/entries.ts';

/** The balances of a wallet in the first and the last list of all wallets. */
export interface Movement {
  id: string;
  currency: string;
  /** As written by the target; the interface does not specify the unit. */
  from: string;
  to: string;
}

/** The changes of the wallets, not judged: the interface does not say whether test payments change balances (2.6). */
export const movementsOf = (entries: readonly Entry[]): Movement[] => {
  const byId = new Map<string, Wallet[]>();
  for (const one of entries) if (one.kind === 'wallet') byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  return [...byId.values()].flatMap((lists): Movement[] => {
    const [first, last] = [lists[0], lists.at(-1)];
    return first && last ? [{ id: first.id, currency: first.currency, from: first.balance, to: last.balance }] : [];
  });
};

/** A change as one line, with the values of the target in quotes. */
export const movementInWords = ({ currency, from, to }: Movement): string =>
  from === to
    ? `${JSON.stringify(currency)} stayed at ${JSON.stringify(from)}`
    : `${JSON.stringify(currency)} went from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
