import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Agent } from 'undici';
import type { RunIdentity } from '../way-in/run-identity.ts';
import type { WayIn } from '../way-in/way-in.ts';

/** The maximum size of the head of a message in bytes, as in Chromium. */
export const maxHeaderSize = 256 * 1024;
/** How long connecting to a service may take, in milliseconds; the browser itself times out earlier. */
export const longestConnectMs = 60_000;
/** The first byte of a TLS connection. */
const handshake = 0x16;

/** Hop-by-hop headers, which are not forwarded. */
const hopByHop = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host)$/i;

/**
 * Terminates tunnels of a browser at the suite's proxy, where access headers or certificates have to be added: it
 * decrypts the requests and forwards them over its own TLS connections, which verify the target's certificate.
 */
export class EnteredTunnels {
  readonly #way: WayIn;
  readonly #server: Server;
  readonly #identity: RunIdentity | undefined;
  /** The destination of each tunnel: scheme, host and port. */
  readonly #origins = new WeakMap<Duplex, string>();
  /** Requests are forwarded by undici, which also supports HTTP/2. */
  readonly #connections: Agent;

  /**
   * @param server handles the decrypted requests
   * @param identity the certificate that the browser trusts
   */
  constructor(way: WayIn, server: Server, identity: RunIdentity | undefined) {
    this.#way = way;
    this.#server = server;
    this.#identity = identity;
    const connect = way.connector(longestConnectMs);
    this.#connections = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize });
  }

  /** The destination of a connection from a tunnel; undefined for any other. */
  originOf(connection: Duplex): string | undefined {
    return this.#origins.get(connection);
  }

  /** Terminates a tunnel in place of the server that the browser addresses, with or without TLS. */
  enter(browser: Socket, host: string, head: Buffer): void {
    const begin = (first: Buffer): void => {
      browser.pause();
      browser.unshift(first);
      const isEncrypted = first[0] === handshake;
      const inside = isEncrypted
        ? new TLSSocket(browser, { isServer: true, ...this.#identity, ALPNProtocols: ['http/1.1'] })
        : browser;
      inside.on('error', () => browser.destroy());
      this.#origins.set(inside, `${isEncrypted ? 'https' : 'http'}://${host}`);
      this.#server.emit('connection', inside);
    };
    if (head.length > 0) begin(head);
    else browser.once('data', begin);
  }

  /** Forwards a request that was made over TLS. */
  async send(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    const aborted = new AbortController();
    response.on('close', () => aborted.abort());
    try {
      const { statusCode, headers, body } = await this.#connections.request({
        origin: url.origin,
        method: request.method as 'GET',
        path: url.pathname + url.search,
        headers: this.#way.dressed(url, ['Host', url.host, ...handedOn(request.rawHeaders)]),
        body: hasBody ? request : null,
        responseHeaders: 'raw',
        signal: aborted.signal,
      });
      response.sendDate = false;
      response.writeHead(statusCode, handedOn((headers as unknown as (string | Buffer)[]).map(String)));
      pipeline(body, response, () => {});
    } catch {
      response.destroy();
    }
  }

  /** Forwards a WebSocket. */
  upgrade(request: IncomingMessage, browser: Duplex, head: Buffer): void {
    browser.on('error', () => {});
    const address = `${this.#origins.get(browser)}${request.url}`;
    if (!URL.canParse(address)) return void browser.destroy();
    const url = new URL(address);
    const { host, hostname, protocol, port } = url;
    this.#way.connector(longestConnectMs)({ host, hostname, protocol, port }, (error, service) => {
      if (error) return void browser.destroy();
      const headers = this.#way.dressed(url, request.rawHeaders);
      const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
      service.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      join(browser, service, head);
    });
  }

  close(): Promise<void> {
    return this.#connections.destroy();
  }
}

/** Connects two sockets with each other until either ends. */
export const join = (browser: Duplex, service: Duplex, head: Buffer): void => {
  if (browser.destroyed) return void service.destroy();
  service.on('error', () => browser.destroy());
  service.on('close', () => browser.end());
  browser.on('close', () => service.destroy());
  if (head.length > 0) service.write(head);
  service.pipe(browser).pipe(service);
};

/** The headers to forward: alternating names and values, in the order and spelling of the sender. */
export const handedOn = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !hopByHop.test(raw[index - (index % 2)] ?? ''));
