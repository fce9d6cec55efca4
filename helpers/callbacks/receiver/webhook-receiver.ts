import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noteNotification } from '../../evidence/ledger/ledger.ts';
import { bodyOf } from '../../client/body-of.ts';

/** A notification as it arrived. */
export interface Delivery {
  /** The name that `address` was given. */
  name: string;
  /** When, in milliseconds since the epoch. */
  at: number;
  method: string;
  /** The query of the address, without the question mark. */
  query: string;
  contentType: string;
  headers: IncomingHttpHeaders;
  /** Up to 64 KiB of it. */
  body: string;
}

/** The part of a body that is kept. */
const keptBodyBytes = 64 * 1024;
/** Longer bodies are refused. */
const maxBodyBytes = 1024 * 1024;
/** The maximum number of notifications kept; no test expects nearly so many. */
const maxDeliveries = 10_000;

/** Where the target reaches a receiver on another machine. */
export interface PublicAddress {
  /** The address that leads here, without a slash at the end. */
  url: string;
  /** The port of this machine that it leads to. */
  port: number;
  /** The IP address of this machine that it leads to. */
  listen: string;
}

/**
 * A receiver of webhook notifications, with as many addresses as a test needs. It listens at the loopback address, on a
 * free port or on the one that a tunnel forwards to; only a proxy on another machine needs a different address.
 * Requests to other paths are answered 404.
 */
export class Receiver {
  /** The HTTP status of the answer to further notifications; `none` closes their connections. */
  answer: number | 'none' = 200;
  /** Every notification since the last `forget`, in the order of arrival. */
  deliveries: Delivery[] = [];
  /** How long to wait for a notification before it counts as not sent, in milliseconds. */
  readonly patienceMs: number;
  readonly #publicAddress: PublicAddress | undefined;
  /** A unique path, so that requests for an earlier receiver on the same port do not count as deliveries. */
  readonly #token = randomUUID();
  readonly #arrivals = new EventEmitter();
  readonly #waiting: Delivery[] = [];
  readonly #server = createServer((request, response) => {
    // No incoming request may end the run.
    this.#receive(request, response).catch(() => response.destroy());
  });

  constructor(patienceMs: number, publicAddress?: PublicAddress) {
    this.patienceMs = patienceMs;
    this.#publicAddress = publicAddress;
  }

  /** @throws when the port is in use or the address does not belong to this machine */
  async start(): Promise<void> {
    this.#server.listen(this.#publicAddress?.port ?? 0, this.#publicAddress?.listen ?? '127.0.0.1');
    await once(this.#server, 'listening');
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** An address for one callback. */
  address(name: string): string {
    const origin = this.#publicAddress?.url ?? `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return `${origin}/${this.#token}/${name}`;
  }

  /** Why the public address does not lead here; undefined when it does. */
  async astray(timeoutMs: number): Promise<string | undefined> {
    const options = { method: 'POST', body: '{}', signal: AbortSignal.timeout(timeoutMs) };
    const answer = await fetch(this.address('self'), options).catch((error: unknown) => error);
    const arrived = this.count('self') > 0;
    this.forget();
    if (arrived) return undefined;
    return answer instanceof Response ? `a request to it was answered HTTP ${answer.status}` : 'a request to it failed';
  }

  /**
   * The next unread notification to an address; undefined when none comes.
   *
   * @param about text that its body should contain; if none does in time, any notification is returned
   * @param patienceMs how long to wait
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

  /** Drops the notifications received so far. */
  forget(): void {
    this.#waiting.length = 0;
    this.deliveries = [];
  }

  /** How many notifications have arrived at an address. */
  count(name: string): number {
    return this.deliveries.filter((delivery) => delivery.name === name).length;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A proxy may keep or remove the path of the public address, so only the end of the path is compared.
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [token, name = ''] = path.split('/').slice(-2);
    if (token !== this.#token) {
      response.writeHead(404).end();
      return;
    }
    const at = Date.now();
    const { bytes, isWhole } = await bodyOf(request, maxBodyBytes);
    if (this.answer === 'none') response.destroy();
    else response.writeHead(isWhole ? this.answer : 413, isWhole ? {} : { connection: 'close' }).end();
    const body = new TextDecoder().decode(bytes.subarray(0, keptBodyBytes));
    const { method = '', headers } = request;
    const delivery = { name, at, method, query, contentType: headers['content-type'] ?? '', headers, body };
    if (this.deliveries.length >= maxDeliveries) return;
    noteNotification(body);
    this.#waiting.push(delivery);
    this.deliveries.push(delivery);
    this.#arrivals.emit('arrival');
  }
}
