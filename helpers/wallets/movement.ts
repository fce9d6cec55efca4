import { setTimeout as pause } from 'node:timers/promises';
import { NotTested } from '../errors/errors.ts';
import { decimalsOf } from '../money/currencies.ts';
import { largestNumberIn } from '../money/readings.ts';
import { lastAnswer, waitFor } from '../run/wait-for.ts';
import type { Settings } from '../settings/settings.ts';
import type { Balances } from './balances.ts';
import type { Wallet, Wallets } from './wallets.ts';

/** How long money may take to show in a wallet before it counts as not moved, in milliseconds; less by READ_DELAY_MS. */
const movingMs = { paid: 1_000, unpaid: 500 };

/** What a payment does, in words: to the list of wallets, and to the balance of its currency where that can be read. */
export interface Movement {
  list: Word;
  balance: Word | 'cannot be told: no balance in the terms of a wallet';
  /** Each change in figures. */
  figures: string[];
}
type Word = 'moved by the amount' | 'moved otherwise' | 'not moved' | 'cannot be told: others pay on this account too';

/** An amount in the subunit. */
export interface Money {
  amount: number;
  currency: string;
}

/** Makes a payment of an amount, in the subunit. */
export type Pay = (money: Money) => Promise<unknown>;

type MoneySettings = Pick<Settings, 'amount' | 'currency' | 'secondCurrency' | 'readDelayMs'>;

/** The wallets, and the balance of the currency of a payment, at one moment. */
interface Reading {
  wallets: readonly Wallet[];
  balance: number | undefined;
}

/**
 * Compares wallets (4.3) and balances (4.4) before and after payments. They are made in the second currency where there
 * is one, since tests beside them seldom pay in it, and each caller has an amount of its own.
 */
export class Movements {
  readonly #wallets: Pick<Wallets, 'list'>;
  readonly #balances: Pick<Balances, 'figure'> | undefined;
  readonly #settings: MoneySettings;
  #last: Reading | undefined;

  /** @param balances undefined where none is read */
  constructor(wallets: Pick<Wallets, 'list'>, balances: Pick<Balances, 'figure'> | undefined, settings: MoneySettings) {
    this.#wallets = wallets;
    this.#balances = balances;
    this.#settings = settings;
  }

  /**
   * How a payment moves them. Where the list moves otherwise, the payment is repeated, since others may pay on the same
   * account.
   *
   * @param less than the usual amount is paid, in the subunit
   * @throws what reading throws, once the payment was made
   */
  async by(pay: Pay, less: number, attempts = 1): Promise<Movement> {
    const timeoutMs = Math.min(movingMs.paid, this.#settings.readDelayMs);
    const list = () => this.#wallets.list();
    const figures: string[] = [];
    let balance: Movement['balance'] = 'moved otherwise';
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { before, money } = await this.#payAfterReading(pay, less);
      const isOther = (now: readonly Wallet[]) => walletChanges(before.wallets, now).length > 0;
      const waited = await waitFor(list, isOther, { timeoutMs });
      const after = { wallets: lastAnswer(waited), balance: await this.#balanceAfter(before) };
      this.#last = after;
      figures.push(...changes(before, after));
      balance = wordOf(before.balance, after.balance, money);
      if (waited.ended === 'not-so') return { list: 'not moved', balance, figures };
      if (isListMoved(before, after, money)) return { list: 'moved by the amount', balance, figures };
    }
    const still = await list();
    const moving = await waitFor(list, (now) => walletChanges(still, now).length > 0, { timeoutMs });
    if (moving.ended !== 'done') return { list: 'moved otherwise', balance, figures };
    const shared = 'cannot be told: others pay on this account too';
    return { list: shared, balance: balance === 'moved otherwise' ? shared : balance, figures };
  }

  /**
   * Whether a payment that does not succeed moves them by its amount. What others pay meanwhile tells nothing of it.
   *
   * @param less than the usual amount is asked for, in the subunit
   * @throws what reading throws, once the payment was made
   */
  async without(pay: Pay, less: number): Promise<Movement> {
    const { before, money } = await this.#payAfterReading(pay, less);
    // What need not come is looked for once, when it has had its time.
    await pause(Math.min(movingMs.unpaid, this.#settings.readDelayMs));
    const after = await this.#read();
    this.#last = after;
    const balance = wordOf(before.balance, after.balance, money);
    return {
      list: isListMoved(before, after, money) ? 'moved by the amount' : 'not moved',
      balance: balance === 'moved otherwise' ? 'not moved' : balance,
      figures: changes(before, after),
    };
  }

  get #currency(): string {
    return this.#settings.secondCurrency ?? this.#settings.currency;
  }

  /** Pays whatever comes of reading before, since the test may judge the payment. */
  async #payAfterReading(pay: Pay, less: number): Promise<{ before: Reading; money: Money }> {
    // What was read after an earlier payment of the test is what there is before the next one.
    const [read] = await Promise.allSettled([this.#last ?? this.#read()]);
    const money = await this.pay(pay, less);
    if (read.status === 'rejected') throw read.reason;
    return { before: read.value, money };
  }

  async #read(): Promise<Reading> {
    const wallets = await this.#wallets.list();
    return { wallets, balance: await this.#balances?.figure(this.#currency) };
  }

  async #balanceAfter({ balance }: Reading): Promise<number | undefined> {
    if (balance === undefined || !this.#balances) return undefined;
    const balances = this.#balances;
    const timeoutMs = Math.min(movingMs.paid, this.#settings.readDelayMs);
    const read = () => balances.figure(this.#currency);
    return lastAnswer(await waitFor(read, (now) => now !== balance, { timeoutMs }));
  }

  /** Pays; where that was not possible, the usual amount in the usual currency. @returns what was paid */
  async pay(pay: Pay, less: number): Promise<Money> {
    const { amount, currency } = this.#settings;
    const money = { amount: Math.max(1, amount - less), currency: this.#currency };
    const usual = { amount, currency };
    try {
      await pay(money);
      return money;
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      await pay(usual);
      return usual;
    }
  }
}

/** What differs between two lists of wallets, earlier and later: a sentence for each, with its balance and currency. */
const walletChanges = (before: readonly Wallet[], after: readonly Wallet[]): string[] =>
  [...new Set([...before, ...after].map(({ walletId }) => walletId))].flatMap((id) => {
    const [was, is] = [before, after].map((all) => {
      const found = all.find(({ walletId }) => walletId === id);
      return found ? `${found.balance} ${found.currency}` : 'absent';
    });
    return was === is ? [] : `wallet ${id} was ${was}, and is ${is}`;
  });

const changes = (before: Reading, after: Reading): string[] => [
  ...walletChanges(before.wallets, after.wallets),
  ...(before.balance === after.balance ? [] : [`the balance was ${before.balance}, and is ${after.balance}`]),
];

const wordOf = (before: number | undefined, after: number | undefined, money: Money): Movement['balance'] => {
  if (before === undefined || after === undefined) return 'cannot be told: no balance in the terms of a wallet';
  if (before === after) return 'not moved';
  return isAmount(after - before, money) ? 'moved by the amount' : 'moved otherwise';
};

const isListMoved = (before: Reading, after: Reading, money: Money): boolean =>
  isAmount(sumOf(after.wallets, money.currency) - sumOf(before.wallets, money.currency), money);

/** A balance may be in main units or in subunits. */
const isAmount = (moved: number, { amount, currency }: Money): boolean =>
  [amount, amount / 10 ** decimalsOf(currency)].some((one) => Math.abs(Math.abs(moved) - one) < 1e-6);

const sumOf = (wallets: readonly Wallet[], asked: string): number =>
  wallets
    .filter(({ currency }) => currency === asked)
    .reduce((sum, { balance = '' }) => sum + largestNumberIn(balance, decimalsOf(asked)), 0);
