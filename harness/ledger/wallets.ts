import type { Entry, Wallet } from '../../helpers/ledger/entries.ts';

/** A wallet as the first list of all wallets had it, and as the last one did. */
export interface Movement {
  id: string;
  currency: string;
  /** As they were written; their unit is not shown. */
  from: string;
  to: string;
}

/** What became of the wallets. Whether a test payment moves any is not shown (2.6), so nothing follows from it. */
export const movementsOf = (entries: readonly Entry[]): Movement[] => {
  const byId = new Map<string, Wallet[]>();
  for (const one of entries) if (one.kind === 'wallet') byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  return [...byId.values()].flatMap((lists): Movement[] => {
    const [first, last] = [lists[0], lists.at(-1)];
    return first && last ? [{ id: first.id, currency: first.currency, from: first.balance, to: last.balance }] : [];
  });
};

/** In one line, with the values of the target in quotes. */
export const movementInWords = ({ currency, from, to }: Movement): string =>
  from === to
    ? `${JSON.stringify(currency)} stayed at ${JSON.stringify(from)}`
    : `${JSON.stringify(currency)} went from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
