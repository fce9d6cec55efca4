import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { Agent, type buildConnector } from 'undici';
import type { Guard } from './guard.ts';
import type { SuiteCertificate } from './suite-certificate.ts';
import { TargetTls } from './target-tls.ts';

const maxConnections = 512;
/** The maximum size of the head of a message in bytes, as in Chromium. */
const maxHeaderSize = 256 * 1024;
/** How long connecting to a service may take, in milliseconds; the browser itself times out earlier. */
const connectTimeoutMs = 60_000;

/** Hop-by-hop headers, which are not forwarded. */
const hopByHop = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host)$/i;
const connected = 'HTTP/1.1 200 Connected\r\n\r\n';
const refusal = (status: string): string => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

interface Listening {
  host: string;
  port: number;
  /** Required where other machines can reach the proxy. */
  password?: string;
}

/**
 * A forward proxy for the browser that connects only to the listed hosts. Unlike a page, it sees each hop of a
 * redirect, service workers, new windows and requests of the browser itself.
 */
export class GuardProxy {
  readonly #guard: Guard;
  readonly #server = createServer({ maxHeaderSize, keepAliveTimeout: 60_000, requestTimeout: 0 });
  readonly #agents: Record<string, Agent>;
  readonly #tunnels = new Set<Duplex>();
  readonly #tls: TargetTls;
  #authorization: string | undefined;

  /** @param certificate which the browser trusts; needed where the target's connection adds headers or certificates */
  constructor(guard: Guard, certificate?: SuiteCertificate) {
    this.#guard = guard;
    const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize };
    const open = ({ protocol, host, hostname }: buildConnector.Options, done: buildConnector.Callback): void =>
      guard.connection.open(guard.placeOf(`${protocol}//${host ?? hostname}`), connectTimeoutMs, done);
    this.#agents = {
      // A connection that is used again may close just then, and a payment must not be sent twice.
      'http:': new Agent({ ...limits, connect: open, pipelining: 0 }),
      'https:': new Agent({ ...limits, connect: guard.connection.connector(connectTimeoutMs) }),
    };
    this.#tls = new TargetTls(this.#server, certificate);
    this.#server.maxConnections = maxConnections;
    this.#server.on('request', (request, response) => this.#forward(request, response));
    this.#server.on('connect', (request, socket, head) => this.#tunnel(request, socket, head));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#server.on('clientError', (_, socket) => socket.destroy());
  }

  /** Listens, by default on a free port of the loopback interface. @returns the port */
  async start({ host, port, password }: Listening = { host: '127.0.0.1', port: 0 }): Promise<number> {
    this.#authorization = password && `Basic ${Buffer.from(`suite:${password}`).toString('base64')}`;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const tunnel of this.#tunnels) tunnel.destroy();
    for (const agent of Object.values(this.#agents)) await agent.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => {});
    const origin = this.#tls.originOf(request.socket);
    // A request that is not for a proxy is for the merchant, whose port a remote browser shares with the proxy.
    const isProxied = origin === undefined && !request.url?.startsWith('/');
    const target = isProxied ? request.url : `${origin ?? `http://${request.headers.host}`}${request.url}`;
    const url = target && URL.canParse(target) ? new URL(target) : undefined;
    if (!url || (url.protocol !== 'http:' && origin === undefined)) return answer(response, 400, 'This is a proxy.');
    if (isProxied && !this.#isAuthorized(request)) {
      return answer(response, 407, 'Proxy authentication required.', { 'proxy-authenticate': 'Basic realm="suite"' });
    }
    const mayPass = isProxied || origin !== undefined ? this.#guard.allows(url.href) : this.#guard.isMoved(url.href);
    if (mayPass) return void this.#send(request, response, url);
    this.#guard.refuse(url.host);
    answer(response, 403, `${url.host} is not in STAGING_HOSTS.`);
  }

  async #send(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    const aborted = new AbortController();
    response.on('close', () => aborted.abort());
    try {
      const { statusCode, headers, body } =
        (await this.#agents[url.protocol]?.request({
          origin: url.origin,
          method: request.method as 'GET',
          path: url.pathname + url.search,
          headers: this.#headersFor(url, ['Host', url.host, ...forwarded(request.rawHeaders)]),
          body: hasBody ? request : null,
          responseHeaders: 'raw',
          signal: aborted.signal,
        })) ?? {};
      response.sendDate = false;
      response.writeHead(statusCode ?? 502, forwarded((headers as unknown as (string | Buffer)[]).map(String)));
      if (body) pipeline(body, response, () => {});
    } catch {
      // If the service gives no answer, the browser must see a closed connection, not a gateway error.
      response.destroy();
    }
  }

  #tunnel(request: IncomingMessage, browser: Duplex, head: Buffer): void {
    browser.on('error', () => {});
    const [, host, port] = /^(\[[\da-f:.]+\]|[^:@/?#\\]+):(\d+)$/i.exec(request.url ?? '') ?? [];
    const address = `${port === '443' ? 'https' : 'http'}://${host}:${port}`;
    if (!this.#isAuthorized(request)) {
      const wanted = '407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="suite"';
      return void browser.end(refusal(wanted).replace('Connection: close\r\n', ''));
    }
    if (!host || !this.#guard.allows(address)) {
      if (host) this.#guard.refuse(`${host}:${port}`);
      return void browser.end(refusal('403 Not listed'));
    }
    this.#tunnels.add(browser);
    browser.on('close', () => this.#tunnels.delete(browser));
    if (this.#guard.connection.addsTo(`${host}:${port}`) && !this.#guard.isMoved(address)) {
      browser.write(connected);
      return this.#tls.accept(browser as Socket, `${host}:${port}`, head);
    }
    const place = this.#guard.placeOf(address);
    this.#guard.connection.open(place, connectTimeoutMs, (error, service) => {
      // If the service is unreachable, the browser must see a closed connection, not a proxy error.
      browser.write(connected);
      if (error) return void browser.destroy();
      join(browser, service, head);
    });
  }

  /** Forwards a WebSocket from a tunnel that ended here. */
  #upgrade(request: IncomingMessage, browser: Duplex, head: Buffer): void {
    browser.on('error', () => {});
    const address = `${this.#tls.originOf(browser)}${request.url}`;
    if (!URL.canParse(address) || !this.#guard.allows(address)) return void browser.destroy();
    const url = new URL(address);
    const { host, hostname, protocol, port } = url;
    this.#guard.connection.connector(connectTimeoutMs)({ host, hostname, protocol, port }, (error, service) => {
      if (error) return void browser.destroy();
      const headers = this.#headersFor(url, request.rawHeaders);
      const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
      service.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      join(browser, service, head);
    });
  }

  #headersFor(url: URL, headers: string[]): string[] {
    return this.#guard.isMoved(url.href) ? headers : this.#guard.connection.withAccessHeaders(url, headers);
  }

  #isAuthorized({ headers }: IncomingMessage): boolean {
    return this.#authorization === undefined || headers['proxy-authorization'] === this.#authorization;
  }
}

/** Connects two sockets with each other until either ends. */
const join = (browser: Duplex, service: Duplex, head: Buffer): void => {
  if (browser.destroyed) return void service.destroy();
  service.on('error', () => browser.destroy());
  service.on('close', () => browser.end());
  browser.on('close', () => service.destroy());
  if (head.length > 0) service.write(head);
  service.pipe(browser).pipe(service);
};

/** The headers to forward: alternating names and values, in the order and spelling of the sender. */
const forwarded = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !hopByHop.test(raw[index - (index % 2)] ?? ''));

const answer = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${text}\n`);
};
