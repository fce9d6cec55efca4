import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Agent } from 'undici';
import type { RunIdentity } from '../way-in/run-identity.ts';
import type { WayIn } from '../way-in/way-in.ts';

/** Bytes that the head of a message may have, as in Chromium. */
export const maxHeaderSize = 256 * 1024;
/** How long a connection to a service may take, in milliseconds; the browser itself gives up earlier. */
export const longestConnectMs = 60_000;
/** The first byte of whoever begins with TLS. */
const handshake = 0x16;

/** Headers that belong to one connection and are not handed on. */
const ofConnection = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host)$/i;

/**
 * Tunnels of a browser that end at the suite's proxy, since something is added to what goes over them: it takes the
 * requests out of them and sends them on over TLS of its own, which verifies the target's certificate.
 */
export class EnteredTunnels {
  readonly #way: WayIn;
  readonly #server: Server;
  readonly #identity: RunIdentity | undefined;
  /** Where they lead: scheme, host and port. */
  readonly #origins = new WeakMap<Duplex, string>();
  /** undici sends on what comes, since it speaks HTTP/2 as well. */
  readonly #connections: Agent;

  /**
   * @param server takes the requests
   * @param identity what the browser trusts
   */
  constructor(way: WayIn, server: Server, identity: RunIdentity | undefined) {
    this.#way = way;
    this.#server = server;
    this.#identity = identity;
    const connect = way.connector(longestConnectMs);
    this.#connections = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize });
  }

  /** Where a connection leads that came out of a tunnel; undefined for any other. */
  originOf(connection: Duplex): string | undefined {
    return this.#origins.get(connection);
  }

  /** Ends a tunnel, as the server that the browser believes to speak with, over TLS or without. */
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

  /** Sends on a request that was made over TLS. */
  async send(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const { statusCode, headers, body } = await this.#connections.request({
        origin: url.origin,
        method: request.method as 'GET',
        path: url.pathname + url.search,
        headers: this.#way.dressed(url, ['Host', url.host, ...handedOn(request.rawHeaders)]),
        body: hasBody ? request : null,
        responseHeaders: 'raw',
        signal: gone.signal,
      });
      response.sendDate = false;
      response.writeHead(statusCode, handedOn((headers as unknown as (string | Buffer)[]).map(String)));
      pipeline(body, response, () => {});
    } catch {
      response.destroy();
    }
  }

  /** Lets a WebSocket through. */
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

/** Lets two sides speak with each other, until either ends. */
export const join = (browser: Duplex, service: Duplex, head: Buffer): void => {
  if (browser.destroyed) return void service.destroy();
  service.on('error', () => browser.destroy());
  service.on('close', () => browser.end());
  browser.on('close', () => service.destroy());
  if (head.length > 0) service.write(head);
  service.pipe(browser).pipe(service);
};

/** Names and values in turn, in the order and spelling of the sender. */
export const handedOn = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !ofConnection.test(raw[index - (index % 2)] ?? ''));
