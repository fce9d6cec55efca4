import { once } from 'node:events';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Guard } from './guard.ts';

/** Bytes that the head of a message may have, as in Chromium. */
const maxHeaderSize = 256 * 1024;
const mostConnections = 512;

/** Headers that belong to one connection and are not handed on. */
const ofConnection = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host)$/i;

interface Listening {
  host: string;
  port: number;
  /** Asked for where others than this machine can reach the proxy. */
  password?: string;
}

/**
 * A forward proxy for the browser that connects to the listed hosts and to nothing else. It sees what no page tells:
 * each hop of a redirect, service workers, windows that open, and calls of the browser itself.
 */
export class GuardProxy {
  readonly #guard: Guard;
  readonly #server = createServer({ maxHeaderSize, keepAliveTimeout: 60_000, requestTimeout: 0 });
  readonly #connections = new Agent({ keepAlive: true });
  readonly #tunnels = new Set<Duplex>();
  #authorization: string | undefined;

  constructor(guard: Guard) {
    this.#guard = guard;
    this.#server.maxConnections = mostConnections;
    this.#server.on('request', (request, response) => this.#forward(request, response));
    this.#server.on('connect', (request, socket, head) => this.#tunnel(request, socket, head));
    this.#server.on('clientError', (_, socket) => socket.destroy());
  }

  /** Listens on a free port of this machine alone, unless told otherwise. @returns the port */
  async start({ host, port, password }: Listening = { host: '127.0.0.1', port: 0 }): Promise<number> {
    this.#authorization = password && `Basic ${Buffer.from(`suite:${password}`).toString('base64')}`;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const tunnel of this.#tunnels) tunnel.destroy();
    this.#connections.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => {});
    // What is no proxy's request is one to the merchant, where a browser elsewhere comes to the same port.
    const target = request.url?.startsWith('/') ? `http://${request.headers.host}${request.url}` : request.url;
    const url = target && URL.canParse(target) ? new URL(target) : undefined;
    if (url?.protocol !== 'http:') return answer(response, 400, 'This is a proxy.');
    const isProxied = target === request.url;
    if (isProxied && !this.#knows(request)) {
      return answer(response, 407, 'Who asks?', { 'proxy-authenticate': 'Basic realm="suite"' });
    }
    if (isProxied ? !this.#guard.allows(url.href) : !this.#guard.isMoved(url.href)) {
      this.#guard.refuse(url.host);
      return answer(response, 403, `${url.host} is not in STAGING_HOSTS.`);
    }
    this.#send(request, response, url);
  }

  #send(request: IncomingMessage, response: ServerResponse, url: URL): void {
    // A kept connection may close just as a request leaves. Only what has no body can be sent once more.
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    const sent = ask({
      ...(hasBody ? { agent: false } : { agent: this.#connections }),
      ...this.#guard.placeOf(url.href),
      method: request.method,
      path: url.pathname + url.search,
      headers: ['Host', url.host, ...handedOn(request.rawHeaders)],
      setHost: false,
      insecureHTTPParser: true,
      maxHeaderSize,
    });
    sent.on('response', (answered) => {
      response.sendDate = false;
      // A header that cannot be handed on breaks the answer, not the proxy.
      try {
        response.writeHead(answered.statusCode ?? 502, answered.statusMessage, handedOn(answered.rawHeaders));
      } catch {
        return response.destroy();
      }
      answered.on('error', () => response.destroy());
      answered.pipe(response);
    });
    // A service that gives no answer looks to the browser like one that closes the connection, not like a gateway.
    sent.on('error', () => {
      const mayRepeat = sent.reusedSocket && !hasBody && !response.headersSent && !response.destroyed;
      if (mayRepeat) this.#send(request, response, url);
      else response.destroy();
    });
    response.on('close', () => sent.destroy());
    if (hasBody) request.pipe(sent);
    else sent.end();
  }

  #tunnel(request: IncomingMessage, browser: Duplex, head: Buffer): void {
    browser.on('error', () => {});
    const [, host, port] = /^(\[[\da-f:.]+\]|[^:@/?#\\]+):(\d+)$/i.exec(request.url ?? '') ?? [];
    const address = `${port === '443' ? 'https' : 'http'}://${host}:${port}`;
    if (!this.#knows(request)) {
      browser.end('HTTP/1.1 407 Who asks?\r\nProxy-Authenticate: Basic realm="suite"\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    if (!host || !this.#guard.allows(address)) {
      if (host) this.#guard.refuse(`${host}:${port}`);
      browser.end('HTTP/1.1 403 Not listed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    const service = connect({ ...this.#guard.placeOf(address), noDelay: true });
    let isOpen = false;
    const open = (): void => {
      isOpen = true;
      browser.write('HTTP/1.1 200 Connected\r\n\r\n');
    };
    service.on('connect', () => {
      open();
      if (head.length > 0) service.write(head);
      service.pipe(browser).pipe(service);
    });
    // A service that cannot be reached looks to the browser like one that closes the connection, not like a bad proxy.
    service.on('error', () => {
      if (!isOpen) open();
      browser.destroy();
    });
    service.on('close', () => browser.end());
    browser.on('close', () => service.destroy());
    this.#tunnels.add(browser);
    browser.on('close', () => this.#tunnels.delete(browser));
  }

  #knows({ headers }: IncomingMessage): boolean {
    return this.#authorization === undefined || headers['proxy-authorization'] === this.#authorization;
  }
}

const answer = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${text}\n`);
};

/** Names and values in turn, in the order and spelling of the sender. */
const handedOn = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !ofConnection.test(raw[index - (index % 2)] ?? ''));
