import { refuseStrayPayment } from '../settings/safety/payment-limits.ts';
import type { Settings } from '../settings/settings.ts';
import { callbackPath } from '../../interface/messages/callback-id.ts';
import { authorizationOf, publishableKeyOf, type Credential } from './credentials.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Call, Sender } from './http.ts';
import type { BalancePath, Body, WalletQuery } from '../../interface/messages/requests.ts';

/** How a request differs from the default one. */
export interface Ask {
  /** The credential; by default that of the endpoint. */
  as?: Credential;
  /** Sent instead of the JSON text of the body. */
  rawBody?: string;
  /** Sent instead of `application/json`; null omits the header. */
  contentType?: string | null;
}
const balancePaths: Record<BalancePath, string> = { plural: '/v1/wallets/balance', singular: '/v1/wallet/balance' };

/**
 * The interface, one method per endpoint. Each returns the answer, whatever its status, without judging it, and throws
 * EnvironmentFault when the service gave no answer.
 */
export class Api {
  readonly #http: Sender;
  readonly #settings: Settings;
  readonly #leaveOut: readonly string[];

  /** @param leaveOut fields omitted from every JSON body */
  constructor(http: Sender, settings: Settings, leaveOut: readonly string[] = []) {
    this.#http = http;
    this.#settings = settings;
    this.#leaveOut = leaveOut;
  }

  /** The origin of addresses that are sent to the target but never opened. */
  get merchantExample(): string {
    return this.#settings.merchantExample;
  }

  /** POST /v1/transactions (4.1) with a body of 2.1; the amount is in the subunit. */
  async initiate(body: Body, ask: Ask = {}): Promise<Reply> {
    return this.#secured('POST', '/v1/transactions', ask, body);
  }

  /** POST /v1/checkout as JSON (4.2) with a body of 2.5; the key is added as the field publishable_key. */
  async checkout(body: Body, ask: Ask = {}): Promise<Reply> {
    const key = publishableKeyOf(ask.as ?? 'publishable', this.#settings);
    const keyed = key === undefined || 'publishable_key' in body ? body : { publishable_key: key, ...body };
    return this.#send('POST', '/v1/checkout', ask, keyed);
  }

  /** POST /v1/checkout as a form (4.2), as a browser sends it; redirects are not followed. */
  async checkoutForm(fields: Readonly<Record<string, string>>, as: Credential = 'publishable'): Promise<Reply> {
    const key = publishableKeyOf(as, this.#settings);
    const form = new URLSearchParams(key === undefined ? fields : { publishable_key: key, ...fields });
    return this.#send('POST', '/v1/checkout', {
      rawBody: form.toString(),
      contentType: 'application/x-www-form-urlencoded',
    });
  }

  /** GET /v1/wallets/list (4.3). */
  wallets(query: WalletQuery = {}, ask: Ask = {}): Promise<Reply> {
    return this.#secured('GET', `/v1/wallets/list${queryOf(query)}`, ask);
  }

  /** GET of a balance (4.4) on either of the two paths the interface shows. */
  balance(path: BalancePath, currency?: string, ask: Ask = {}): Promise<Reply> {
    return this.#secured('GET', `${balancePaths[path]}${queryOf({ currency })}`, ask);
  }

  /** GET /v1/callback/fetch/{callback_id} (4.5). */
  async fetchCallback(id: string, ask: Ask = {}): Promise<Reply> {
    return this.#secured('GET', callbackPath('fetch', id), ask);
  }

  /** PUT /v1/callback/update/{callback_id} (4.6); every field of the body is optional. */
  async updateCallback(id: string, body: Body, ask: Ask = {}): Promise<Reply> {
    return this.#secured('PUT', callbackPath('update', id), ask, body);
  }

  /** DELETE /v1/callback/delete/{callback_id} (4.7). */
  async deleteCallback(id: string, ask: Ask = {}): Promise<Reply> {
    return this.#secured('DELETE', callbackPath('delete', id), ask);
  }

  /** Any method on any path, by default with the secret key, for requests outside the interface. */
  probe(method: Call['method'], path: string, body?: Body, ask: Ask = {}): Promise<Reply> {
    return this.#secured(method, path, ask, body);
  }

  #secured(method: Call['method'], path: string, ask: Ask, body?: Body): Promise<Reply> {
    const authorization = authorizationOf(ask.as ?? 'secret', this.#settings);
    return this.#send(method, path, ask, body, authorization === undefined ? {} : { Authorization: authorization });
  }

  #without(body: Body): Body {
    if (this.#leaveOut.length === 0) return body;
    return Object.fromEntries(Object.entries(body).filter(([name]) => !this.#leaveOut.includes(name)));
  }

  #send(method: Call['method'], path: string, ask: Ask, body?: Body, headers: Record<string, string> = {}) {
    const text = ask.rawBody ?? (body && JSON.stringify(this.#without(body)));
    // Checked here, where every body passes in its final form.
    if (text !== undefined) refuseStrayPayment(text, this.#settings);
    const contentType = ask.contentType === undefined ? 'application/json' : ask.contentType;
    return this.#http.send({
      method,
      path,
      // Section 5 shows the content type with every request, including those without a body.
      headers: contentType === null ? headers : { ...headers, 'Content-Type': contentType },
      body: text,
    });
  }
}

const queryOf = (query: object): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};
