import { refuseForbiddenPayment } from '../settings/safety/payment-limits.ts';
import type { Settings } from '../settings/settings.ts';
import { callbackPath } from '../../interface/messages/callback-id.ts';
import { authorizationOf, publishableKeyOf, type Credential } from './credentials.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Call, Headers, Sender } from './http.ts';
import { withNewReference } from './references.ts';
import { appendToRun } from '../run/run-log.ts';
import { isLostAnswer } from './transport-failure.ts';
import { placeOf, placeOfPath, type Rotation } from '../values/rotation.ts';
import type { BalancePath, Body, WalletQuery } from '../../interface/messages/requests.ts';

/** How a request differs from the default one. */
export interface RequestOptions {
  /** The credential; by default that of the endpoint. */
  as?: Credential;
  /** Sent instead of the JSON text of the body. */
  rawBody?: string;
  /** Of the body; by default UTF-8, as JSON has to be. */
  encoding?: 'latin1' | undefined;
  /** Sent instead of `application/json`; null omits the header. */
  contentType?: string | null;
  /** Sent in place of the ordinary headers of a client, which differ from request to request. */
  headers?: Headers;
}

const balancePaths: Record<BalancePath, string> = { plural: '/v1/wallets/balance', singular: '/v1/wallet/balance' };

/**
 * The interface, one method per endpoint. Each returns the answer, whatever its status, without judging it, and throws
 * EnvironmentFault when the service gave no answer.
 */
export class Api {
  readonly #http: Sender;
  readonly #settings: Settings;
  readonly #rotation: Pick<Rotation, 'headers'>;

  constructor(http: Sender, settings: Settings, rotation: Pick<Rotation, 'headers'> = { headers: (_, own) => own }) {
    this.#http = http;
    this.#settings = settings;
    this.#rotation = rotation;
  }

  /** The origin of addresses that are sent to the target but never opened. */
  get merchantExample(): string {
    return this.#settings.merchantExample;
  }

  /** POST /v1/transactions (4.1) with a body of 2.1; the amount is in the subunit. */
  initiate(body: Body, options: RequestOptions = {}): Promise<Reply> {
    return this.#begin(body, options, (fields, own) =>
      this.#secured('POST', '/v1/transactions', { ...options, ...own }, fields),
    );
  }

  /** POST /v1/checkout as JSON (4.2) with a body of 2.5; the key is added as the field publishable_key. */
  checkout(body: Body, options: RequestOptions = {}): Promise<Reply> {
    return this.#begin(body, options, (fields) =>
      this.#send('POST', '/v1/checkout', { as: 'publishable', ...options }, this.#withKey(fields, options)),
    );
  }

  /** POST /v1/checkout as a form (4.2), as a browser sends it; redirects are not followed. */
  checkoutForm(
    body: Readonly<Record<string, string>>,
    options: Pick<RequestOptions, 'as' | 'headers'> = {},
  ): Promise<Reply> {
    return this.#begin(body, options, (fields) => {
      const rawBody = new URLSearchParams(this.#withKey(fields, options) as Record<string, string>).toString();
      const contentType = 'application/x-www-form-urlencoded';
      return this.#send('POST', '/v1/checkout', { as: 'publishable', ...options, rawBody, contentType });
    });
  }

  /** GET /v1/wallets/list (4.3). */
  wallets(query: WalletQuery = {}, options: RequestOptions = {}): Promise<Reply> {
    return this.#secured('GET', `/v1/wallets/list${queryOf(query)}`, options);
  }

  /** GET of a balance (4.4) on either of the two paths the interface shows. */
  balance(path: BalancePath, currency?: string, options: RequestOptions = {}): Promise<Reply> {
    return this.#secured('GET', `${balancePaths[path]}${queryOf({ currency })}`, options);
  }

  /** GET /v1/callback/fetch/{callback_id} (4.5). */
  async fetchCallback(id: string, options: RequestOptions = {}): Promise<Reply> {
    return this.#secured('GET', callbackPath('fetch', id), options);
  }

  /** PUT /v1/callback/update/{callback_id} (4.6); every field of the body is optional. */
  async updateCallback(id: string, body: Body, options: RequestOptions = {}): Promise<Reply> {
    return this.#secured('PUT', callbackPath('update', id), options, body);
  }

  /** DELETE /v1/callback/delete/{callback_id} (4.7). */
  async deleteCallback(id: string, options: RequestOptions = {}): Promise<Reply> {
    return this.#secured('DELETE', callbackPath('delete', id), options);
  }

  /** Any method on any path, by default with the secret key, for requests outside the interface. */
  probe(method: Call['method'], path: string, body?: Body, options: RequestOptions = {}): Promise<Reply> {
    return this.#secured(method, path, options, body);
  }

  /** A lost initiation is made once more, as a new one: the reference of the first may already be in use. */
  async #begin(
    body: Body,
    { rawBody }: RequestOptions,
    send: (fields: Body, own: RequestOptions) => Promise<Reply>,
  ): Promise<Reply> {
    try {
      return await send(body, {});
    } catch (error) {
      const renewed = isLostAnswer(error) ? withNewReference(body) : undefined;
      const [before, after] = [body, renewed].map((one) => String(one?.transaction_reference ?? ''));
      // A text of its own can be sent again only with another reference, or without any.
      const isRenewable = rawBody === undefined || before === '' || rawBody.includes(JSON.stringify(before));
      if (renewed === undefined || !isRenewable) throw error;
      appendToRun('made-again', { because: (error as Error).message });
      const raw = before ? rawBody?.replace(JSON.stringify(before), () => JSON.stringify(after)) : rawBody;
      return send(renewed, raw === undefined ? {} : { rawBody: raw });
    }
  }

  #withKey(body: Body, { as = 'publishable' }: RequestOptions): Body {
    const key = publishableKeyOf(as, this.#settings);
    return key === undefined || 'publishable_key' in body ? body : { publishable_key: key, ...body };
  }

  #secured(method: Call['method'], path: string, options: RequestOptions, body?: Body): Promise<Reply> {
    const { as = 'secret' } = options;
    const Authorization = authorizationOf(as, this.#settings);
    return this.#send(method, path, { ...options, as }, body, Authorization === undefined ? {} : { Authorization });
  }

  async #send(
    method: Call['method'],
    path: string,
    { as = 'none', rawBody, encoding, contentType = 'application/json', headers: ordinary }: RequestOptions,
    body?: Body,
    authorization: Headers = {},
  ): Promise<Reply> {
    const text = rawBody ?? (body && JSON.stringify(body));
    const place = `${method} ${placeOfPath(path)} ${as} ${contentType} ${body ? placeOf(body) : ''}`;
    // Section 5 shows the content type with every request, including those without a body.
    const own = contentType === null ? authorization : { ...authorization, 'Content-Type': contentType };
    // Checked here, where every body passes in its final form.
    if (text !== undefined) refuseForbiddenPayment(text, this.#settings);
    return this.#http.send({
      method,
      path,
      headers: ordinary ? { ...ordinary, ...own } : this.#rotation.headers(place, own),
      body: text,
      encoding,
      credential: as,
      lacksKey: path === '/v1/checkout' && !holds(text ?? '', this.#settings.publishableKey),
    });
  }
}

/** Whether a body, as JSON or as a form, has exactly this value in a field. */
const holds = (text: string, value: string): boolean =>
  text.includes(JSON.stringify(value)) || [...new URLSearchParams(text).values()].includes(value);

const queryOf = (query: object): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};
