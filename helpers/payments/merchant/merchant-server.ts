import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createEncryptedServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '../../redaction/escape-html.ts';
import { isLoopback } from '../../settings/safety/money-guard.ts';
import { bodyOf } from '../../client/body-of.ts';

/** Which of the merchant's two addresses a browser was sent to. */
export type ArrivalKind = 'success' | 'failure';

/** A browser that came to one of the merchant's addresses (2.3). */
export interface Arrival {
  kind: ArrivalKind;
  /** Without the prefix that identifies the payment. */
  path: string;
  method: string;
  /** All parameters of the query, then of a posted form, including repeated ones. */
  parameters: readonly (readonly [name: string, value: string])[];
  /** What was navigated; browsers report it only to trustworthy origins. */
  into: 'frame' | 'top window' | 'unknown';
}

/** Larger bodies are refused, since a redirect carries only four parameters (2.3). */
const maxBodyBytes = 1024 * 1024;
/** The maximum number of arrivals stored per payment, and of parameters per arrival. */
const maxArrivals = 100;
const maxParameters = 1_000;

/**
 * A merchant's web site on loopback, with pages and two return addresses. Each payment has its own path prefix, the token.
 */
export class MerchantServer {
  readonly #server: Server;
  readonly #pages = new Map<string, string>();
  /** By the tokens of the payments that were begun. */
  readonly #arrivals = new Map<string, Arrival[]>();
  readonly #ended = new Set<string>();
  /** Whose address is the host alone. */
  #atHost: { token: string; kind: ArrivalKind } | undefined;
  /** Arrivals at addresses of payments that had ended. */
  readonly lateArrivals: Arrival[] = [];
  readonly #events = new EventEmitter();

  /** @param identity certificate and key of a merchant that speaks https */
  constructor(identity?: { cert: string; key: string }) {
    this.#events.setMaxListeners(0);
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      // No incoming request may end the run.
      this.#answer(request, response).catch(() => response.destroy());
    };
    this.#server = identity ? createEncryptedServer(identity, answer) : createServer(answer);
  }

  /** Listens, by default on a free port of the loopback interface, and returns the port. */
  async start({ port, host } = { port: 0, host: '127.0.0.1' }): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** Serves a page at a path. */
  publish(path: string, html: string): void {
    this.#pages.set(path, html);
  }

  /** Makes the address of the host alone a return address of a token. @throws when that of another payment is still open */
  claimHost(token: string, kind: ArrivalKind): void {
    if (this.#atHost && !this.#ended.has(this.#atHost.token))
      throw new Error('only one payment at a time may return to the address of the host alone');
    this.#atHost = { token, kind };
  }

  arrivalsOf(token: string): readonly Arrival[] {
    return this.#arrivals.get(token) ?? [];
  }

  /** Arrivals of a token are kept from now on. */
  begin(token: string): void {
    this.#arrivals.set(token, []);
  }

  /** Notes that the payment of a token has ended. */
  end(token: string): void {
    this.#ended.add(token);
  }

  /** The next arrival for a token after a number of earlier ones; undefined when there is none in time. */
  async arrival(token: string, withinMs: number, after: number): Promise<Arrival | undefined> {
    if (this.arrivalsOf(token).length <= after) {
      const signal = AbortSignal.timeout(withinMs);
      await once(this.#events, token, { signal }).catch(() => undefined);
    }
    return this.arrivalsOf(token)[after];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The request target may be arbitrary text; prefixed, two leading slashes do not name a host.
    const address = `http://merchant${request.url ?? '/'}`;
    const url = new URL(URL.canParse(address) ? address : 'http://merchant/');
    const { bytes, isWhole } = await bodyOf(request, maxBodyBytes);
    const posted = await fieldsOf(request, bytes);
    const [, first = '', second = ''] = url.pathname.split('/');
    const atHost = url.pathname === '/' ? this.#atHost : undefined;
    const { token, kind } = atHost ?? { token: first, kind: second };
    const page = this.#pages.get(url.pathname);
    const isArrival = (kind === 'success' || kind === 'failure') && isNavigation(request);
    const html = page ?? (isArrival ? arrivalPage(kind) : undefined);
    const status = html ? 200 : 404;
    response.writeHead(isWhole ? status : 413, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(isWhole ? {} : { connection: 'close' }),
    });
    response.end(isWhole ? (html ?? 'Not found') : 'Too large');
    const before = this.#arrivals.get(token);
    if (!isArrival || !before || before.length >= maxArrivals) return;
    const arrival: Arrival = {
      kind,
      path: atHost ? '' : url.pathname.slice(`/${token}/${kind}`.length),
      method: request.method ?? 'GET',
      parameters: [...url.searchParams, ...posted].slice(0, maxParameters),
      into: windowOf(request),
    };
    if (this.#ended.has(token)) this.lateArrivals.push(arrival);
    this.#arrivals.set(token, [...before, arrival]);
    this.#events.emit(token);
  }
}

/** The fields of a posted form, in one of the two encodings that servers read. */
const fieldsOf = async ({ headers }: IncomingMessage, bytes: Buffer): Promise<[string, string][]> => {
  const type = headers['content-type'] ?? '';
  const answer = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  const form = await answer.formData().catch(() => new FormData());
  return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
};

/** Whether a browser navigates to the address, as opposed to prefetching it or a server testing it. */
const isNavigation = ({ headers, socket }: IncomingMessage): boolean => {
  if (headers.purpose === 'prefetch' || String(headers['sec-purpose'] ?? '').includes('prefetch')) return false;
  const mode = headers['sec-fetch-mode'];
  // Browsers tell each encrypted or loopback address what they do.
  const own = `http://${headers.host ?? ''}`;
  const isTold = 'encrypted' in socket || (URL.canParse(own) && isLoopback(own));
  return mode === undefined ? !isTold && (headers.accept ?? '').includes('text/html') : mode === 'navigate';
};

const windowOf = ({ headers }: IncomingMessage): Arrival['into'] => {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return 'unknown';
  return destination === 'document' ? 'top window' : 'frame';
};

const arrivalPage = (kind: ArrivalKind): string =>
  page('Back at the merchant', `<p>The payment page sent you to the address for ${kind}.</p>`);

/** A page with a form that starts a checkout (4.2). */
export const formPage = (action: string, fields: Readonly<Record<string, string>>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(
    'Merchant',
    `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>Order</button></form>`,
  );
};

/** A page with a heading and a frame in which the customer pays (2.5). */
export const framePage = (address: string): string =>
  page(
    'Merchant',
    `<iframe name="checkout" title="Checkout" src="${escapeHtml(address)}" style="width: min(900px, 100%)" height="640"></iframe>`,
  );

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title>` +
  `<h1>${title}</h1>${content}</html>`;
