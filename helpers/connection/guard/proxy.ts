import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as ask,
  type AgentOptions,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RunIdentity } from '../way-in/run-identity.ts';
import type { Connected } from '../way-in/tunnel.ts';
import { EnteredTunnels, handedOn, join, longestConnectMs, maxHeaderSize } from './entered-tunnels.ts';
import type { Guard } from './guard.ts';

const maxConnections = 512;

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
  readonly #connections: Agent;
  readonly #tunnels = new Set<Duplex>();
  readonly #entered: EnteredTunnels;
  #authorization: string | undefined;

  /**
   * @param identity the certificate that the browser trusts; needed where the guard's way adds headers or certificates
   */
  constructor(guard: Guard, identity?: RunIdentity) {
    this.#guard = guard;
    this.#connections = this.#agent({ keepAlive: true });
    this.#entered = new EnteredTunnels(guard.way, this.#server, identity);
    this.#server.maxConnections = maxConnections;
    this.#server.on('request', (request, response) => this.#forward(request, response));
    this.#server.on('connect', (request, socket, head) => this.#tunnel(request, socket, head));
    this.#server.on('upgrade', (request, socket, head) => this.#entered.upgrade(request, socket, head));
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
    this.#connections.destroy();
    await this.#entered.close();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => {});
    const entered = this.#entered.originOf(request.socket);
    // A request that is not for a proxy is for the merchant, whose port a remote browser shares with the proxy.
    const isProxied = entered === undefined && !request.url?.startsWith('/');
    const target = isProxied ? request.url : `${entered ?? `http://${request.headers.host}`}${request.url}`;
    const url = target && URL.canParse(target) ? new URL(target) : undefined;
    if (!url || (url.protocol !== 'http:' && entered === undefined)) return answer(response, 400, 'This is a proxy.');
    if (isProxied && !this.#isAuthorized(request)) {
      return answer(response, 407, 'Proxy authentication required.', { 'proxy-authenticate': 'Basic realm="suite"' });
    }
    if (isProxied || entered !== undefined ? !this.#guard.allows(url.href) : !this.#guard.isMoved(url.href)) {
      this.#guard.refuse(url.host);
      return answer(response, 403, `${url.host} is not in STAGING_HOSTS.`);
    }
    if (url.protocol === 'https:') void this.#entered.send(request, response, url);
    else this.#send(request, response, url);
  }

  #send(request: IncomingMessage, response: ServerResponse, url: URL): void {
    // A reused connection may close just as a request is sent. Only requests without a body can be repeated.
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    const sent = ask({
      agent: hasBody ? this.#agent({}) : this.#connections,
      ...this.#guard.placeOf(url.href),
      method: request.method,
      path: url.pathname + url.search,
      headers: this.#headersOf(request, url),
      setHost: false,
      insecureHTTPParser: true,
      maxHeaderSize,
    });
    sent.on('response', (answered) => {
      response.sendDate = false;
      // A header that cannot be forwarded must break only this answer.
      try {
        response.writeHead(answered.statusCode ?? 502, answered.statusMessage, handedOn(answered.rawHeaders));
      } catch {
        return response.destroy();
      }
      answered.on('error', () => response.destroy());
      answered.pipe(response);
    });
    // If the service gives no answer, the browser must see a closed connection, not a gateway error.
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
    if (!this.#isAuthorized(request)) {
      browser.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\n' +
          'Proxy-Authenticate: Basic realm="suite"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    if (!host || !this.#guard.allows(address)) {
      if (host) this.#guard.refuse(`${host}:${port}`);
      browser.end('HTTP/1.1 403 Not listed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    this.#tunnels.add(browser);
    browser.on('close', () => this.#tunnels.delete(browser));
    if (this.#guard.way.addsTo(`${host}:${port}`) && !this.#guard.isMoved(address)) {
      browser.write(connected);
      return this.#entered.enter(browser as Socket, `${host}:${port}`, head);
    }
    const place = { ...this.#guard.placeOf(address), isEncrypted: port !== '80' };
    this.#guard.way.open(place, longestConnectMs, (error, service) => {
      // If the service is unreachable, the browser must see a closed connection, not a proxy error.
      browser.write(connected);
      if (error) return void browser.destroy();
      join(browser, service, head);
    });
  }

  #headersOf({ rawHeaders }: IncomingMessage, url: URL): string[] {
    const headers = ['Host', url.host, ...handedOn(rawHeaders)];
    return this.#guard.isMoved(url.href) ? headers : this.#guard.way.dressed(url, headers);
  }

  /** Connections over http that follow the guard's way. */
  #agent(options: AgentOptions): Agent {
    const agent = new Agent(options);
    const open = ({ host, port }: { host: string; port: number }, done: Connected): void =>
      this.#guard.way.open({ host, port, isEncrypted: false }, longestConnectMs, done);
    return Object.assign(agent, { createConnection: open });
  }

  #isAuthorized({ headers }: IncomingMessage): boolean {
    return this.#authorization === undefined || headers['proxy-authorization'] === this.#authorization;
  }
}

const connected = 'HTTP/1.1 200 Connected\r\n\r\n';

const answer = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${text}\n`);
};
