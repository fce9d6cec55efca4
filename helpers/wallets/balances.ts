import { describeShape } from '../../interface/messages/form.ts';
import { asRecord, type Reply } from '../../interface/messages/exchange.ts';
import type { BalancePath } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import type { Credential } from '../client/credentials.ts';
import type { Wallet } from './wallets.ts';

const paths: readonly BalancePath[] = ['plural', 'singular'];

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
    const currencies = currenciesOf(wallets);
    const contents = (replies: readonly Reply[]) => replies.filter(isBalance).map((one) => contentOf(one, currencies));
    const all = contents(await this.onBothPaths());
    const one = contents(await this.onBothPaths(this.#currency));
    return (
      one.length > 0 && one.every(({ named, content }) => named > 1 && all.some((each) => each.content === content))
    );
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
   * The currencies of wallets that are absent from the balances of all wallets, on every path, where these are told by
   * currency. Empty for more wallets than a page certainly has.
   *
   * @param wallets all wallets, for their currencies
   */
  async leftOut(wallets: readonly Wallet[]): Promise<string[]> {
    const currencies = currenciesOf(wallets);
    const told = (await this.onBothPaths()).filter(isBalance).map(({ json }) => namedIn(json, currencies, true));
    if (wallets.length > smallPage || told.length === 0 || told.some(({ size }) => size === 0)) return [];
    return [...currencies].filter((code) => told.every((each) => !each.has(code)));
  }

  /** The answers to another credential, with and without currency, on those paths that accept the secret key. */
  async askedBy(credential: Credential): Promise<Reply[]> {
    const replies: Reply[] = [];
    for (const path of paths) {
      for (const currency of [undefined, this.#currency]) {
        const { status } = await this.#api.balance(path, currency);
        if (status === 200) replies.push(await this.#api.balance(path, currency, { as: credential }));
      }
    }
    return replies;
  }
}

/** How many currencies are asked for one by one. */
const mostAsked = 3;
/** A number of wallets that fits on a page of any size. */
const smallPage = 10;

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
