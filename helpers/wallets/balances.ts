import type { Reply } from '../../interface/messages/exchange.ts';
import type { BalancePath } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import type { Credential } from '../client/credentials.ts';

const paths: readonly BalancePath[] = ['plural', 'singular'];

/** Balances on both paths the interface shows, since it does not say which one counts (4.4). */
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

  /** The answers to another credential, with and without currency, of those paths that the secret key opens. */
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
