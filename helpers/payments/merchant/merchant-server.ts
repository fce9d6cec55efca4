import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createEncryptedServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '../../redaction/escape-html.ts';
import { noteRedirect } from '../../ledger/ledger.ts';
import { bodyOf } from '../../client/body-of.ts';

/** Which of the merchant's two addresses a browser was sent to. */
export type ArrivalKind = 'success' | 'failure';

/** A browser that came to one of the merchant's addresses (2.3). */
export interface Arrival {
  kind: ArrivalKind;
  /** Without the part that the merchant added to tell one test from another. */
  path: string;
  method: string;
  /** Every parameter of the query, then of a posted form, as often as it came. */
  parameters: readonly (readonly [name: string, value: string])[];
  /** What was navigated; the browser tells it only to origins it trusts. */
  into: 'frame' | 'top window' | 'unknown';
}

/** Of a body that is read: a redirect carries four parameters (2.3). */
const largestBody = 1024 * 1024;
/** Arrivals of one test, and parameters of one arrival, that are kept. */
const mostArrivals = 100;
const mostParameters = 1_000;

/**
 * A merchant's web site on loopback: pages of its own, and two addresses to come back to after a payment.
 * Everything of one test lies under a path of its own, the token.
 */
export class MerchantServer {
  readonly #server: Server;
  readonly #pages = new Map<string, string>();
  readonly #arrivals = new Map<string, Arrival[]>();
  readonly #news = new EventEmitter();

  /** @param identity certificate and key of a merchant that speaks https */
  constructor(identity?: { cert: string; key: string }) {
    this.#news.setMaxListeners(0);
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      // Whatever is sent here, it is no reason to end the run.
      this.#answer(request, response).catch(() => response.destroy());
    };
    this.#server = identity ? createEncryptedServer(identity, answer) : createServer(answer);
  }

  /** Listens, on a free port of this machine alone unless told otherwise, and returns the port. */
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

  /** Puts a page under a path. */
  publish(path: string, html: string): void {
    this.#pages.set(path, html);
  }

  arrivalsOf(token: string): readonly Arrival[] {
    return this.#arrivals.get(token) ?? [];
  }

  /** The next arrival for a token after so many, as soon as it comes; undefined when none came in time. */
  async arrival(token: string, withinMs: number, after: number): Promise<Arrival | undefined> {
    if (this.arrivalsOf(token).length <= after) {
      const signal = AbortSignal.timeout(withinMs);
      await once(this.#news, token, { signal }).catch(() => undefined);
    }
    return this.arrivalsOf(token)[after];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The address of a request is a path, or whatever somebody sent in its place: two slashes would name a host.
    const address = `http://merchant${request.url ?? '/'}`;
    const url = new URL(URL.canParse(address) ? address : 'http://merchant/');
    const { bytes, isWhole } = await bodyOf(request, largestBody);
    const body = isForm(request) ? bytes.toString('utf8') : '';
    const [, token = '', kind = ''] = url.pathname.split('/');
    const page = this.#pages.get(url.pathname);
    const isArrival = (kind === 'success' || kind === 'failure') && isNavigation(request);
    const html = page ?? (isArrival ? arrivalPage(kind) : undefined);
    response.writeHead(isWhole ? (html ? 200 : 404) : 413, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(isWhole ? {} : { connection: 'close' }),
    });
    response.end(isWhole ? (html ?? 'Not found') : 'Too large');
    if (!isArrival || this.arrivalsOf(token).length >= mostArrivals) return;
    const arrival: Arrival = {
      kind,
      path: url.pathname.slice(`/${token}/${kind}`.length),
      method: request.method ?? 'GET',
      parameters: [...url.searchParams, ...new URLSearchParams(body)].slice(0, mostParameters),
      into: windowOf(request),
    };
    noteRedirect(arrival.parameters);
    this.#arrivals.set(token, [...this.arrivalsOf(token), arrival]);
    this.#news.emit(token);
  }
}

const isForm = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

/** A browser that shows the address, as against one that loads it ahead, and a server that tries it out. */
const isNavigation = ({ headers }: IncomingMessage): boolean => {
  if (headers.purpose === 'prefetch' || String(headers['sec-purpose'] ?? '').includes('prefetch')) return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
};

const windowOf = ({ headers }: IncomingMessage): Arrival['into'] => {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return 'unknown';
  return destination === 'document' ? 'top window' : 'frame';
};

const arrivalPage = (kind: ArrivalKind): string =>
  page('Back at the merchant', `<p>The payment page sent you to the address for ${kind}.</p>`);

/** A page from whose form a customer starts a checkout (4.2). */
export const formPage = (action: string, fields: Readonly<Record<string, string>>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(
    'Merchant',
    `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>Order</button></form>`,
  );
};

/** A page that keeps its heading while a customer pays in a frame on it (2.5). */
export const framePage = (address: string): string =>
  page(
    'Merchant',
    `<iframe name="checkout" title="Checkout" src="${escapeHtml(address)}" style="width: min(900px, 100%)" height="640"></iframe>`,
  );

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title>` +
  `<h1>${title}</h1>${content}</html>`;
