import { newId } from './identifiers.ts';
import { decimalAmount } from './money.ts';

/** Inclusive dates as `YYYY-MM-DD`, which sort as text. */
export type Period = { start?: string | undefined; end?: string | undefined };

export type Wallets = {
  /** Newest first, as in `2.6`. A wallet is in a period when it was open on one of its days (`4.3`). */
  list(period: Period, limit: number | undefined): ReturnType<typeof present>[];
  find(currency: string): ReturnType<typeof present> | undefined;
  /** Adds a collected amount, in subunits. Amounts in a currency without a wallet are ignored. */
  credit(currency: string, subunits: number): void;
};

type Wallet = { walletId: string; currency: string; subunits: bigint; openedOn: string };

/** Each currency begins with another amount, in subunits. */
const openingSubunits = (index: number): bigint => 2_500_000n + 137_550n * BigInt(index);

export function createWallets(currencies: readonly string[]): Wallets {
  const wallets: Wallet[] = currencies.map((currency, index) => ({
    walletId: newId('wal'),
    currency,
    subunits: openingSubunits(index),
    openedOn: `2024-01-${String(index + 1).padStart(2, '0')}`,
  }));

  return {
    list(period, limit) {
      const open = wallets.filter((wallet) => period.end === undefined || wallet.openedOn <= period.end);
      return open.toReversed().slice(0, limit).map(present);
    },
    find(currency) {
      const wallet = wallets.find((candidate) => candidate.currency === currency);
      return wallet && present(wallet);
    },
    credit(currency, subunits) {
      const wallet = wallets.find((candidate) => candidate.currency === currency);
      if (wallet) wallet.subunits += BigInt(subunits);
    },
  };
}

/** `balance` is a decimal of the main unit, as text. */
function present(wallet: Wallet) {
  return {
    wallet_id: wallet.walletId,
    balance: decimalAmount(wallet.subunits, wallet.currency),
    currency: wallet.currency,
    message: `Balance of the ${wallet.currency} wallet`,
    details: {},
  };
}
