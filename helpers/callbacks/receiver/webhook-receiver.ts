import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noteNotification } from '../../ledger/ledger.ts';
import { bodyOf } from '../../client/body-of.ts';

/** A notification as it arrived. */
export interface Delivery {
  /** The name that `address` was given. */
  name: string;
  /** When, in milliseconds since the epoch. */
  at: number;
  method: string;
  contentType: string;
  headers: IncomingHttpHeaders;
  /** Up to 64 KiB of it. */
  body: string;
}

/** Of a body that is kept. */
const bodyLimit = 64 * 1024;
/** Of a body that is read. */
const largestBody = 1024 * 1024;
/** Notifications that are kept; no test waits for nearly so many. */
const mostDeliveries = 10_000;

/** Where the target finds a receiver that is not on its own machine. */
export interface PublicWay {
  /** The address that leads here, without a slash at the end. */
  url: string;
  /** The port of this machine that it leads to. */
  port: number;
  /** The IP address of this machine that it leads to. */
  listen: string;
}

/**
 * A receiver of webhook notifications, with as many addresses as a test needs. It listens at the loopback
 * address: on a free port, or on the one that a tunnel forwards to. Only a proxy elsewhere needs another address. What is not meant for it is answered 404.
 */
export class Receiver {
  /** The HTTP status that every further notification is answered with. */
  answer = 200;
  /** Every notification since the last `forget`, in the order of arrival. */
  deliveries: Delivery[] = [];
  /** How long a notification is waited for before it counts as not sent, in milliseconds. */
  readonly patienceMs: number;
  readonly #way: PublicWay | undefined;
  /** A path of its own, so that nothing meant for an earlier receiver on the same port is taken for a delivery. */
  readonly #token = randomUUID();
  readonly #arrivals = new EventEmitter();
  readonly #waiting: Delivery[] = [];
  readonly #server = createServer((request, response) => {
    // Whatever is sent here, it is no reason to end the run.
    this.#receive(request, response).catch(() => response.destroy());
  });

  constructor(patienceMs: number, way?: PublicWay) {
    this.patienceMs = patienceMs;
    this.#way = way;
  }

  /** @throws when the port is taken, or the address is none of this machine */
  async start(): Promise<void> {
    this.#server.listen(this.#way?.port ?? 0, this.#way?.listen ?? '127.0.0.1');
    await once(this.#server, 'listening');
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** An address for one callback. */
  address(name: string): string {
    const origin = this.#way?.url ?? `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return `${origin}/${this.#token}/${name}`;
  }

  /** Why the public way does not lead here; undefined when it does. */
  async astray(timeoutMs: number): Promise<string | undefined> {
    const options = { method: 'POST', body: '{}', signal: AbortSignal.timeout(timeoutMs) };
    const answer = await fetch(this.address('self'), options).catch((error: unknown) => error);
    const arrived = this.count('self') > 0;
    this.forget();
    if (arrived) return undefined;
    return answer instanceof Response ? `a request to it was answered HTTP ${answer.status}` : 'a request to it failed';
  }

  /**
   * The next notification to an address that nobody has taken yet; undefined when none comes.
   *
   * @param about what one that is waited for has in its body; when none has it, any will do
   * @param patienceMs how long it is waited for, unless as long as usual
   */
  async next(name: string, about = '', patienceMs = this.patienceMs): Promise<Delivery | undefined> {
    const signal = AbortSignal.timeout(patienceMs);
    while (!signal.aborted) {
      const found = this.#take(name, about);
      if (found) return found;
      await once(this.#arrivals, 'arrival', { signal }).catch(() => undefined);
    }
    return this.#take(name);
  }

  #take(name: string, about = ''): Delivery | undefined {
    const index = this.#waiting.findIndex((one) => one.name === name && one.body.includes(about));
    return index >= 0 ? this.#waiting.splice(index, 1)[0] : undefined;
  }

  /** Drops what has arrived so far, as if it had not. */
  forget(): void {
    this.#waiting.length = 0;
    this.deliveries = [];
  }

  /** How many notifications have arrived at an address. */
  count(name: string): number {
    return this.deliveries.filter((delivery) => delivery.name === name).length;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A proxy may keep or drop the path of the public address, so only the end of the path counts.
    const [token, name = ''] = (request.url ?? '').split('?')[0]?.split('/').slice(-2) ?? [];
    if (token !== this.#token) {
      response.writeHead(404).end();
      return;
    }
    const at = Date.now();
    const { bytes, isWhole } = await bodyOf(request, largestBody);
    response.writeHead(isWhole ? this.answer : 413, isWhole ? {} : { connection: 'close' }).end();
    const body = new TextDecoder().decode(bytes.subarray(0, bodyLimit));
    const { method = '', headers } = request;
    const delivery = { name, at, method, contentType: headers['content-type'] ?? '', headers, body };
    if (this.deliveries.length >= mostDeliveries) return;
    noteNotification(body);
    this.#waiting.push(delivery);
    this.deliveries.push(delivery);
    this.#arrivals.emit('arrival');
  }
}
