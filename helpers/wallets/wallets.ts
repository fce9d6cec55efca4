import { fieldsOf, asRecord, type Reply } from '../../interface/messages/exchange.ts';
import type { WalletQuery } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import { lastAnswer, waitFor } from '../run/wait-for.ts';
import { NotTested } from '../errors/errors.ts';
import type { Settings } from '../settings/settings.ts';
import { decimalsOf } from '../money/currencies.ts';
import { largestNumberIn } from '../money/readings.ts';

/** A wallet of the list (2.6); fields that are absent or of another type are undefined. */
export interface Wallet {
  walletId: string | undefined;
  balance: string | undefined;
  currency: string | undefined;
}

/** Reads wallets (4.3). */
export class Wallets {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The wallets of the answer without any check; empty when there is no list. */
  async raw(query: WalletQuery = {}): Promise<unknown[]> {
    const { wallets } = fieldsOf(await this.#api.wallets(query));
    return Array.isArray(wallets) ? wallets : [];
  }

  /**
   * The answer to a query with a limit: that to the first common limit that is accepted, else to the last one tried. An
   * example uses a limit (4.3), but the interface does not show its bounds (8).
   */
  async limited(query: WalletQuery = {}): Promise<Reply> {
    const [limit, ...others] = [10, 5, 1, 20, 50, 100];
    let reply = await this.#api.wallets({ ...query, limit });
    for (const other of others) if (reply.status === 400) reply = await this.#api.wallets({ ...query, limit: other });
    return reply;
  }

  /** The wallets of the answer. @throws NotTested when it is empty, since that shows nothing about them */
  async some(query: WalletQuery = {}): Promise<readonly unknown[]> {
    const wallets = await this.raw(query);
    if (wallets.length === 0) throw new NotTested('the account has no wallet to judge: use one that has wallets');
    return wallets;
  }

  /** The wallets with their fields of section 2.6. */
  async list(query: WalletQuery = {}): Promise<Wallet[]> {
    return (await this.raw(query)).map((one) => {
      const fields = asRecord(one) ?? {};
      return { walletId: text(fields.wallet_id), balance: text(fields.balance), currency: text(fields.currency) };
    });
  }

  /** The wallets. @throws NotTested when all have the same currency */
  async inSeveralCurrencies(): Promise<readonly Wallet[]> {
    const wallets = await this.list();
    const currencies = new Set(wallets.map(({ currency }) => currency));
    if (currencies.size < 2)
      throw new NotTested(
        'the account has no wallets in two currencies: use one that has, or declare second-currency in NOT_APPLICABLE',
      );
    return wallets;
  }

  /** The current wallet ids by their other fields; wallets with equal fields are omitted. */
  async idsByContent(query: WalletQuery = {}): Promise<ReadonlyMap<string, unknown>> {
    const entries = (await this.raw(query)).map((one) => {
      const { wallet_id: id, ...content } = asRecord(one) ?? {};
      return [JSON.stringify(content), id] as const;
    });
    return new Map(entries.filter(([content]) => entries.filter(([other]) => other === content).length === 1));
  }

  /**
   * The answer to a query with today's date.
   *
   * @throws NotTested when it was refused and today may not have begun in the time zone of the service
   */
  async today(query: (day: string) => WalletQuery): Promise<Reply> {
    const [today, begunEverywhere] = [dayOf(Date.now()), dayOf(Date.now() - 12 * hourMs)];
    const reply = await this.#api.wallets(query(today));
    if (reply.status !== 400 || begunEverywhere === today) return reply;
    const dayBefore = await this.#api.wallets(query(begunEverywhere));
    if (dayBefore.status !== 200) return dayBefore;
    throw new NotTested("today's date was refused, but may be in the future for the service; run after 12:00 UTC");
  }
}

/** What differs between two lists of wallets, earlier and later: a sentence for each, with its balance and currency. */
export const walletChanges = (before: readonly Wallet[], after: readonly Wallet[]): string[] =>
  [...new Set([...before, ...after].map(({ walletId }) => walletId))].flatMap((id) => {
    const [was, is] = [before, after].map((all) => {
      const found = all.find(({ walletId }) => walletId === id);
      return found ? `${found.balance} ${found.currency}` : 'absent';
    });
    return was === is ? [] : `wallet ${id} was ${was}, and is ${is}`;
  });

/** How long money may take to show in a wallet before it counts as not moved, in milliseconds; less by READ_DELAY_MS. */
const movingMs = { paid: 1_000, unpaid: 500 };

/** What a payment does to the wallets, in words, and each change in figures. */
export interface Movement {
  word: 'moved by the amount' | 'moved otherwise' | 'not moved' | 'cannot be told: others pay on this account too';
  figures: string[];
}

/** An amount in the subunit. */
interface Money {
  amount: number;
  currency: string;
}

type Pay = (money: Money) => Promise<unknown>;
type MoneySettings = Pick<Settings, 'amount' | 'currency' | 'secondCurrency' | 'readDelayMs'>;

/**
 * Compares the wallets before and after a payment. Where they move otherwise, it is repeated, since tests beside it
 * may pay on the same account: they pay other amounts, and seldom in the second currency.
 *
 * @param pay makes a payment of an amount, in the subunit
 * @param own below the usual amount, so that each caller pays another one
 * @throws NotTested when there is no wallet of a currency of the settings
 */
export const movementBy = async (
  wallets: Wallets,
  pay: Pay,
  settings: MoneySettings,
  { own, attempts }: { own: number; attempts: number },
): Promise<Movement> => {
  const list = () => wallets.list();
  const timeoutMs = Math.min(movingMs.paid, settings.readDelayMs);
  const figures: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await list();
    const money = await paid(pay, moneyOf(before, settings, own), settings);
    const waited = await waitFor(list, (now) => walletChanges(before, now).length > 0, { timeoutMs });
    const after = lastAnswer(waited);
    figures.push(...walletChanges(before, after));
    if (waited.ended === 'not-so') return { word: 'not moved', figures };
    if (isMovedBy(before, after, money)) return { word: 'moved by the amount', figures };
  }
  const still = await list();
  const moving = await waitFor(list, (now) => walletChanges(still, now).length > 0, { timeoutMs });
  const isShared = moving.ended === 'done';
  return { word: isShared ? 'cannot be told: others pay on this account too' : 'moved otherwise', figures };
};

/** Whether a payment that does not succeed moves the wallets by its amount. What others pay meanwhile tells nothing of it. */
export const movementWithout = async (
  wallets: Wallets,
  pay: Pay,
  settings: MoneySettings,
  own: number,
): Promise<Movement> => {
  const before = await wallets.list();
  const money = await paid(pay, moneyOf(before, settings, own), settings);
  const waited = await waitFor(
    () => wallets.list(),
    (now) => isMovedBy(before, now, money),
    { timeoutMs: Math.min(movingMs.unpaid, settings.readDelayMs) },
  );
  const word = waited.ended === 'done' ? 'moved by the amount' : 'not moved';
  return { word, figures: walletChanges(before, lastAnswer(waited)) };
};

/** Pays, with the usual amount where the service refuses another one. @returns what was paid */
const paid = async (pay: Pay, money: Money, { amount }: MoneySettings): Promise<Money> => {
  try {
    await pay(money);
    return money;
  } catch (error) {
    if (!(error instanceof NotTested) || money.amount === amount) throw error;
    await pay({ ...money, amount });
    return { ...money, amount };
  }
};

const moneyOf = (
  wallets: readonly Wallet[],
  { amount, currency: usual, secondCurrency }: MoneySettings,
  own: number,
): Money => {
  const known = wallets.map(({ currency }) => currency);
  const currency = [secondCurrency, usual].find((one) => one !== undefined && known.includes(one));
  if (currency === undefined) throw new NotTested(`the account has no wallet in ${usual}: use one that has`);
  return { amount: Math.max(1, amount - own), currency };
};

/** A balance may be in main units or in subunits. */
const isMovedBy = (before: readonly Wallet[], after: readonly Wallet[], { amount, currency }: Money): boolean => {
  const moved = Math.abs(sumOf(after, currency) - sumOf(before, currency));
  return [amount, amount / 10 ** decimalsOf(currency)].some((one) => Math.abs(moved - one) < 1e-6);
};

const sumOf = (wallets: readonly Wallet[], asked: string): number =>
  wallets
    .filter(({ currency }) => currency === asked)
    .reduce((sum, { balance = '' }) => sum + largestNumberIn(balance, decimalsOf(asked)), 0);

const hourMs = 3_600_000;

/** The day of a moment in UTC, as YYYY-MM-DD. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The date a number of days ago in UTC, as YYYY-MM-DD; in the future for a negative number. */
export const daysAgo = (days: number): string => dayOf(Date.now() - days * 24 * hourMs);

/** A recent week, since the interface does not say how far back or ahead a service looks. */
export const pastWeek = () => ({ start_date: daysAgo(8), end_date: daysAgo(1) });

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
