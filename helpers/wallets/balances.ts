import { describeShape } from '../../interface/messages/form.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
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
    const currencies = new Set(wallets.flatMap(({ currency = '' }) => (currency.length > 1 ? [currency] : [])));
    const contents = (replies: readonly Reply[]) => replies.filter(isBalance).map((one) => contentOf(one, currencies));
    const all = contents(await this.onBothPaths());
    const one = contents(await this.onBothPaths(this.#currency));
    return (
      one.length > 0 && one.every(({ named, content }) => named > 1 && all.some((each) => each.content === content))
    );
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

/** Whether an answer contains balances: HTTP 200, and a result other than error (4.4, 7). */
export const isBalance = (reply: Reply): boolean => reply.status === 200 && reply.field('result') !== 'error';

/** The number of currencies in an answer, and its form with the count of each currency, regardless of amounts. */
const contentOf = ({ json, text }: Reply, currencies: ReadonlySet<string>): { named: number; content: string } => {
  const counts = [...currencies].map((code) => text.split(code).length - 1);
  return { named: counts.filter((count) => count > 0).length, content: `${describeShape(json)} ${counts.join()}` };
};
