import { describeShape } from '../../interface/messages/form.ts';
import { asRecord, type Reply } from '../../interface/messages/exchange.ts';
import type { BalancePath } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import { NotTested } from '../errors/errors.ts';
import { decimalsOf } from '../money/currencies.ts';
import { largestNumberIn, leavesOf } from '../money/readings.ts';
import type { Wallet } from './wallets.ts';

/** Balances on both paths of the interface, which does not say which one applies (4.4). */
export class Balances {
  readonly #api: Api;
  readonly #currency: string;

  /** @param currency the currency of the settings */
  constructor(api: Api, currency: string) {
    this.#api = api;
    this.#currency = currency;
  }

  /** The answers of the plural and of the singular path. */
  async onBothPaths(currency?: string): Promise<Reply[]> {
    return [await this.#api.balance('plural', currency), await this.#api.balance('singular', currency)];
  }

  /**
   * Whether the currency of a request is ignored: on every path, the answer for one currency equals that for all,
   * although it names several currencies.
   *
   * @param wallets all wallets, for their currencies
   */
  async ignoreCurrency(wallets: readonly Wallet[]): Promise<boolean> {
    const contents = async (currency?: string) =>
      (await this.onBothPaths(currency)).filter(isBalance).map((one) => contentOf(one, currenciesOf(wallets)));
    const [all, one] = [await contents(), await contents(this.#currency)];
    return one.length > 0 && one.every(({ named, content }) => named > 1 && all.some((any) => any.content === content));
  }

  /**
   * The currencies of wallets whose balance is answered as that of another one: on every path, the answer names wallets,
   * and none of this currency.
   *
   * @param wallets all wallets, for their currencies
   */
  async mistaken(wallets: readonly Wallet[]): Promise<string[]> {
    const currencies = currenciesOf(wallets);
    const mistaken: string[] = [];
    for (const asked of [...currencies].slice(0, mostAsked)) {
      const named = (await this.onBothPaths(asked)).filter(isBalance).map(({ json }) => namedIn(json, currencies));
      if (named.length > 0 && named.every((each) => each.size > 0 && !each.has(asked))) mistaken.push(asked);
    }
    return mistaken;
  }

  /**
   * The currencies of wallets of which an answer shows the amount of another currency: on every path, the part that names
   * only this currency has the balance of another one in the list, and none of its own.
   *
   * @param list the wallets at the moment; they are read before and after, since payments may move them
   * @param currency of the request; by default the balances of all wallets are asked for
   */
  async mixedUp(list: () => Promise<readonly Wallet[]>, currency?: string): Promise<string[]> {
    const before = await list();
    const replies = (await this.onBothPaths(currency)).filter(isBalance);
    const wallets = [...before, ...(await list())];
    const codes = currenciesOf(wallets);
    const asked = currency === undefined ? [...codes] : [...codes].filter((code) => code === currency);
    return asked.filter((code) => {
      const own = figuresOf(wallets.filter((one) => one.currency === code));
      const others = figuresOf(wallets.filter((one) => one.currency !== code));
      const telling = [...others].filter((figure) => figure >= leastTelling && !own.has(figure));
      const shown = replies.map(({ json }) => leavesOf(partsFor(json, code, codes)).flatMap(figureIn));
      const isOther = (figures: readonly number[]) =>
        figures.some((figure) => telling.includes(figure)) && !figures.some((figure) => own.has(figure));
      return shown.length > 0 && shown.every(isOther);
    });
  }

  /**
   * The currencies of wallets that are absent from the balances of all wallets, on every path, where these are listed by
   * currency. Empty for more wallets than a page certainly has.
   *
   * @param wallets all wallets, for their currencies
   */
  async leftOut(wallets: readonly Wallet[]): Promise<string[]> {
    const currencies = currenciesOf(wallets);
    const listed = (await this.onBothPaths()).filter(isBalance).map(({ json }) => namedIn(json, currencies, true));
    if (wallets.length > smallPage || listed.length === 0 || listed.some(({ size }) => size === 0)) return [];
    return [...currencies].filter((code) => listed.every((each) => !each.has(code)));
  }

  /**
   * The requests for balances that the service answers, of both paths with and without a currency: the interface does
   * not say that each of them exists.
   *
   * @throws NotTested when it answers none
   */
  async answered(): Promise<(readonly [path: BalancePath, currency: string | undefined])[]> {
    const found: (readonly [BalancePath, string | undefined])[] = [];
    for (const path of ['plural', 'singular'] as const) {
      for (const currency of [undefined, this.#currency]) {
        if (isBalance(await this.#api.balance(path, currency))) found.push([path, currency]);
      }
    }
    if (found.length === 0) throw new NotTested('neither path answers balances');
    return found;
  }
}

/** Smaller figures may be counts. */
const leastTelling = 10;

/** The balances of wallets of one currency or several, in main units and in subunits. */
const figuresOf = (wallets: readonly Wallet[]): Set<number> =>
  new Set(
    wallets.flatMap(({ balance = '', currency = '' }) => {
      const main = largestNumberIn(balance, decimalsOf(currency));
      return [main, Math.round(main * 10 ** decimalsOf(currency))];
    }),
  );

/** The number in a value of an answer; none in texts that are more than an amount. */
const figureIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  const isAmount =
    typeof value === 'string' && /^[^\p{L}]{0,40}\p{L}{0,3}[^\p{L}]{0,40}$/u.test(value) && /\d/.test(value);
  return isAmount ? [largestNumberIn(value)] : [];
};

/** The parts of an answer that name this currency and no other. */
const partsFor = (json: unknown, code: string, known: ReadonlySet<string>, levels = 10): unknown[] => {
  const named = namedIn(json, known);
  if (levels === 0 || !named.has(code)) return [];
  if (named.size === 1) return [json];
  return Object.entries(json as object).flatMap(([name, value]) =>
    name === code ? [value] : partsFor(value, code, known, levels - 1),
  );
};

/** How many currencies are asked for one by one, and a number of wallets that fits on a page of any size. */
const [mostAsked, smallPage] = [3, 10];

const currenciesOf = (wallets: readonly Wallet[]): Set<string> =>
  new Set(wallets.flatMap(({ currency = '' }) => (currency.length > 1 ? [currency] : [])));

/**
 * The currencies of wallets that an answer names in its upper levels, as a value of `currency` or as the name of a field.
 *
 * @param listed only those in a list or as names, since a sum of all balances has a currency, too
 */
const namedIn = (json: unknown, known: ReadonlySet<string>, listed = false, levels = 10): Set<string> => {
  if (levels === 0) return new Set();
  if (Array.isArray(json)) return new Set(json.flatMap((one) => [...namedIn(one, known, false, levels - 1)]));
  return new Set(
    Object.entries(asRecord(json) ?? {}).flatMap(([name, value]) => [
      ...(known.has(name) ? [name] : []),
      ...(name === 'currency' && typeof value === 'string' && known.has(value) && !listed ? [value] : []),
      ...namedIn(value, known, listed, levels - 1),
    ]),
  );
};

/** Whether an answer contains balances: HTTP 200, and a result other than error (4.4, 7). */
export const isBalance = (reply: Reply): boolean => reply.status === 200 && reply.field('result') !== 'error';

/** The number of currencies in an answer, and its form with the count of each currency, regardless of amounts. */
const contentOf = ({ json, text }: Reply, currencies: ReadonlySet<string>): { named: number; content: string } => {
  const counts = [...currencies].map((code) => text.split(code).length - 1);
  return { named: counts.filter((count) => count > 0).length, content: `${describeShape(json)} ${counts.join()}` };
};
