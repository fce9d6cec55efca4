import { asRecord, type Reply } from '../../interface/messages/exchange.ts';
import type { BalancePath } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import { inParallel } from '../client/in-parallel.ts';
import { NotTested } from '../errors/errors.ts';
import { decimalsOf } from '../money/currencies.ts';
import { largestNumberIn } from '../money/readings.ts';
import type { Wallet } from './wallets.ts';

/** Balances on both paths of the interface, which does not say which one applies (4.4). */
export class Balances {
  readonly #api: Api;
  readonly #currency: string;
  #answering: BalancePath | undefined;

  /** @param currency the currency of the settings */
  constructor(api: Api, currency: string) {
    this.#api = api;
    this.#currency = currency;
  }

  /** The answers of the plural and of the singular path. */
  async onBothPaths(currency?: string): Promise<Reply[]> {
    return [await this.#api.balance('plural', currency), await this.#api.balance('singular', currency)];
  }

  /** The figure of one currency, on the first path that answers it in the terms of a wallet; undefined where none does. */
  async figure(currency: string): Promise<number | undefined> {
    for (const path of this.#answering ? [this.#answering] : (['plural', 'singular'] as const)) {
      const reply = await this.#api.balance(path, currency);
      const [entry] = isBalance(reply) ? entriesIn(reply.json, new Set([currency])) : [];
      if (!entry) continue;
      this.#answering = path;
      return entry.figure;
    }
    return undefined;
  }

  /**
   * Whether the currency of a request is ignored: on every path, the answer for one currency has the entries of several,
   * as that for all.
   *
   * @param wallets all wallets, for their currencies
   */
  async ignoreCurrency(wallets: readonly Wallet[]): Promise<boolean> {
    const codesOf = async (currency?: string) =>
      (await this.#entries(wallets, currency)).map((entries) => [...new Set(entries.map(({ code }) => code))].sort());
    const [all, one] = [await codesOf(), await codesOf(this.#currency)];
    return one.length > 0 && one.every((codes) => codes.length > 1 && all.some((any) => any.join() === codes.join()));
  }

  /**
   * The currencies of wallets whose balance is answered as that of another one: on every path there are entries, and
   * none of this currency.
   *
   * @param wallets all wallets, for their currencies
   */
  async mistaken(wallets: readonly Wallet[]): Promise<string[]> {
    // At once: none is answered as the other.
    const mistaken = await inParallel([...currenciesOf(wallets)].slice(0, mostAsked), async (asked) => {
      const answers = await this.#entries(wallets, asked);
      const isOther = (entries: readonly Entry[]) => entries.length > 0 && !entries.some(({ code }) => code === asked);
      return answers.length > 0 && answers.every(isOther) ? [asked] : [];
    });
    return mistaken.flat();
  }

  /**
   * The currencies of wallets whose entries show the amount of another currency: on every path, the balance of another
   * one in the list, and none of its own.
   *
   * @param list the wallets at the moment; they are read before and after, since payments may move them
   * @param currency of the request; by default the balances of all wallets are asked for
   */
  async mixedUp(list: () => Promise<readonly Wallet[]>, currency?: string): Promise<string[]> {
    const before = await list();
    const answers = await this.#entries(before, currency);
    const wallets = [...before, ...(await list())];
    return [...currenciesOf(wallets)].filter((code) => {
      if (currency !== undefined && code !== currency) return false;
      const own = figuresOf(wallets.filter((one) => one.currency === code));
      const others = figuresOf(wallets.filter((one) => one.currency !== code));
      const isOther = (entries: readonly Entry[]) => {
        const figures = entries.flatMap((entry) => (entry.code === code ? [entry.figure] : []));
        return (
          figures.some((figure) => figure >= leastTelling && others.has(figure)) &&
          !figures.some((figure) => own.has(figure))
        );
      };
      return answers.length > 0 && answers.every(isOther);
    });
  }

  /**
   * The currencies of wallets that are absent from the balances of all wallets, on every path, where these are a list of
   * entries. Empty for more wallets than a page certainly has.
   *
   * @param wallets all wallets, for their currencies
   */
  async leftOut(wallets: readonly Wallet[]): Promise<string[]> {
    // A sum of all balances has a currency, too, beside the list.
    const answers = (await this.#entries(wallets)).map((entries) => entries.filter(({ isListed }) => isListed));
    if (wallets.length > smallPage || answers.length === 0 || answers.some(({ length }) => length === 0)) return [];
    return [...currenciesOf(wallets)].filter((code) => answers.every((all) => !all.some((one) => one.code === code)));
  }

  /** The entries of each path that answers balances. */
  async #entries(wallets: readonly Wallet[], currency?: string): Promise<Entry[][]> {
    const known = currenciesOf(wallets);
    return (await this.onBothPaths(currency)).filter(isBalance).map(({ json }) => entriesIn(json, known));
  }

  /**
   * The requests for balances that the service answers, of both paths with and without a currency: the interface does
   * not say that each of them exists.
   *
   * @param most how many of them are looked for
   * @throws NotTested when it answers none
   */
  async answered(most = 4): Promise<(readonly [path: BalancePath, currency: string | undefined])[]> {
    const found: (readonly [BalancePath, string | undefined])[] = [];
    for (const path of ['plural', 'singular'] as const) {
      for (const currency of [undefined, this.#currency]) {
        if (found.length < most && isBalance(await this.#api.balance(path, currency))) found.push([path, currency]);
      }
    }
    if (found.length === 0) throw new NotTested('neither path answers balances');
    return found;
  }
}

/** The balance of a currency, in the terms of the wallet list (2.6): an object with `currency` and `balance`. */
interface Entry {
  code: string;
  figure: number;
  isListed: boolean;
}

/** The entries of an answer. Other forms are not shown (4.4), so they are not judged. */
const entriesIn = (json: unknown, known: ReadonlySet<string>, isListed = false, levels = 10): Entry[] => {
  if (levels === 0) return [];
  if (Array.isArray(json)) return json.flatMap((one) => entriesIn(one, known, true, levels - 1));
  const { currency: code, balance, ...further } = asRecord(json) ?? {};
  const figure = typeof balance === 'string' && /\d/.test(balance) ? largestNumberIn(balance) : balance;
  const isEntry = typeof code === 'string' && known.has(code) && typeof figure === 'number';
  return [
    ...(isEntry ? [{ code, figure, isListed }] : []),
    ...Object.values(further).flatMap((one) => entriesIn(one, known, isListed, levels - 1)),
  ];
};

/** Smaller figures are often the same in several wallets. */
const leastTelling = 10;

/** The balances of wallets of one currency or several, in main units and in subunits. */
const figuresOf = (wallets: readonly Wallet[]): Set<number> =>
  new Set(
    wallets.flatMap(({ balance = '', currency = '' }) => {
      const main = largestNumberIn(balance, decimalsOf(currency));
      return [main, Math.round(main * 10 ** decimalsOf(currency))];
    }),
  );

/** How many currencies are asked for one by one, and a number of wallets that fits on a page of any size. */
const [mostAsked, smallPage] = [3, 10];

const currenciesOf = (wallets: readonly Wallet[]): Set<string> =>
  new Set(wallets.flatMap(({ currency = '' }) => (currency.length > 1 ? [currency] : [])));

/** Whether an answer contains balances: HTTP 200, and a result other than error (4.4, 7). */
export const isBalance = (reply: Reply): boolean => reply.status === 200 && reply.field('result') !== 'error';
