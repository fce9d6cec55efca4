import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Forwards requests to a service on this machine, and can withhold answers or drop requests. */
export class Relay {
  /** Decides, by `METHOD /path body`, which answers are withheld for good. The request itself takes effect. */
  keepsBack: (asked: string) => boolean = () => false;
  /** Decides likewise which requests are neither forwarded nor answered. */
  drops: (asked: string) => boolean = () => false;
  readonly #target: string;
  readonly #server = createServer((incoming, response) => void this.#pass(incoming, response));
  #kept: (() => void)[] = [];

  constructor(target: string) {
    this.#target = target;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves as soon as an answer has been withheld. */
  kept(): Promise<void> {
    return new Promise((resolve) => this.#kept.push(resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const { method = '', url = '', headers } = incoming;
    if (this.drops(`${method} ${url} ${body}`)) return void incoming.socket.resetAndDestroy();
    const outgoing = request(this.#target + url, { method, headers: { ...headers, connection: 'close' } });
    outgoing.on('error', () => response.destroy());
    outgoing.on('response', (answer) => {
      if (this.keepsBack(`${method} ${url} ${body}`)) {
        answer.resume();
        for (const resolve of this.#kept.splice(0)) resolve();
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.end(body);
  }
}
