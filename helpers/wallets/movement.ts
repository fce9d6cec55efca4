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

/**
 * What a payment does, in words: to the list of wallets, and to the balance of its currency where that can be read. Undefined
 * where others pay on the same account, so that it cannot be told.
 */
export interface Movement {
  list: Word | undefined;
  balance: Word | 'cannot be told: no balance in the terms of a wallet' | undefined;
  /** Each change in figures. */
  figures: string[];
}
type Word = 'moved by the amount' | 'moved otherwise' | 'not moved';

/** An amount in the subunit. */
export interface Money {
  amount: number;
  currency: string;
}

/** Makes a payment of an amount, in the subunit. @param attempt 1 for the second payment, since the first could not be told */
export type Pay = (money: Money, attempt: number) => Promise<unknown>;

type MoneySettings = Pick<Settings, 'amount' | 'currency' | 'secondCurrency' | 'readDelayMs'>;

/** The wallets, and the balance of the currency of a payment, at one moment. */
interface Reading {
  wallets: readonly Wallet[];
  balance: number | undefined;
}

/**
 * Compares wallets (4.3) and balances (4.4) before and after payments. They are made in the second currency where there
 * is one, since tests beside them seldom pay in it, and then mostly the usual amount; each caller has an amount of its own.
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
    let balance: Movement['balance'];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { before, money } = await this.#payAfterReading(pay, less, attempt);
      const word = (now: readonly Wallet[]) => this.#wordOf(gained(before.wallets, now, money), money);
      const waited = await waitFor(list, (now) => word(now) !== 'not moved', { timeoutMs });
      const after = { wallets: lastAnswer(waited), balance: await this.#balanceAfter(before, money) };
      this.#last = after;
      figures.push(...changes(before, after));
      balance = this.#wordOfBalance(before, after, money);
      const listed = word(after.wallets);
      const isStill = walletChanges(before.wallets, after.wallets).length === 0;
      if (isStill || listed === 'moved by the amount') return { list: listed, balance, figures };
    }
    const still = await list();
    const moving = await waitFor(list, (now) => walletChanges(still, now).length > 0, { timeoutMs });
    if (moving.ended !== 'done') return { list: 'moved otherwise', balance, figures };
    return { list: undefined, balance: balance === 'moved otherwise' ? undefined : balance, figures };
  }

  /**
   * Whether a payment that does not succeed moves them by its amount. Where others pay beside it, it is made once more.
   *
   * @param less than the usual amount is asked for, in the subunit
   * @throws what reading throws, once the payment was made
   */
  async without(pay: Pay, less: number, attempt = 0): Promise<Movement> {
    const { before, money } = await this.#payAfterReading(pay, less, attempt);
    // What need not come is looked for once, when it has had its time.
    await pause(Math.min(movingMs.unpaid, this.#settings.readDelayMs));
    const after = await this.#read();
    this.#last = after;
    const list = this.#wordOf(gained(before.wallets, after.wallets, money), money);
    const balance = this.#wordOfBalance(before, after, money);
    const words = [list, balance];
    if (attempt === 0 && words.includes('moved otherwise') && !words.includes('moved by the amount'))
      return this.without(pay, less, 1);
    return {
      list: list === 'moved otherwise' ? undefined : list,
      balance: balance === 'moved otherwise' ? undefined : balance,
      figures: changes(before, after),
    };
  }

  get #currency(): string {
    return this.#settings.secondCurrency ?? this.#settings.currency;
  }

  /** Pays whatever comes of reading before, since the test may judge the payment. */
  async #payAfterReading(pay: Pay, less: number, attempt: number): Promise<{ before: Reading; money: Money }> {
    // What was read after an earlier payment of the test is what there is before the next one.
    const [read] = await Promise.allSettled([this.#last ?? this.#read()]);
    const money = await this.pay(pay, less, attempt);
    if (read.status === 'rejected') throw read.reason;
    return { before: read.value, money };
  }

  async #read(): Promise<Reading> {
    const wallets = await this.#wallets.list();
    return { wallets, balance: await this.#balances?.figure(this.#currency) };
  }

  async #balanceAfter({ balance }: Reading, money: Money): Promise<number | undefined> {
    if (balance === undefined || !this.#balances) return undefined;
    const balances = this.#balances;
    const timeoutMs = Math.min(movingMs.paid, this.#settings.readDelayMs);
    const hasMoved = (now = balance) => this.#wordOf(now - balance, money) !== 'not moved';
    return lastAnswer(await waitFor(() => balances.figure(this.#currency), hasMoved, { timeoutMs }));
  }

  #wordOfBalance({ balance: before }: Reading, { balance: after }: Reading, money: Money): Movement['balance'] {
    if (before === undefined || after === undefined) return 'cannot be told: no balance in the terms of a wallet';
    return this.#wordOf(after - before, money);
  }

  /** A movement, in main units or in subunits, beside others that may have paid the usual amount meanwhile. */
  #wordOf(moved: number, { amount, currency }: Money): Word {
    const usual = this.#settings.amount;
    const isBesideOthers = (own: number): boolean =>
      [1, 10 ** decimalsOf(currency)].some((unit) => {
        const others = Math.abs(moved) * unit - own;
        const times = Math.round(others / usual);
        return times >= 0 && Math.abs(others - times * usual) < 0.01;
      });
    if (isBesideOthers(amount)) return 'moved by the amount';
    return isBesideOthers(0) ? 'not moved' : 'moved otherwise';
  }

  /** Pays; where that was not possible, the usual amount in the usual currency. @returns what was paid */
  async pay(pay: Pay, less: number, attempt = 0): Promise<Money> {
    const { amount, currency } = this.#settings;
    const money = { amount: Math.max(1, amount - less), currency: this.#currency };
    try {
      await pay(money, attempt);
      return money;
    } catch (error) {
      if (!(error instanceof NotTested)) throw error;
      await pay({ amount, currency }, attempt);
      return { amount, currency };
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

/** How much the wallets of a currency have gained. */
const gained = (before: readonly Wallet[], after: readonly Wallet[], { currency }: Money): number =>
  sumOf(after, currency) - sumOf(before, currency);

const sumOf = (wallets: readonly Wallet[], asked: string): number =>
  wallets
    .filter(({ currency }) => currency === asked)
    .reduce((sum, { balance = '' }) => sum + largestNumberIn(balance, decimalsOf(asked)), 0);
