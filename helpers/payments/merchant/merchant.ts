import { randomUUID } from 'crypto';
import { type MerchantServer, formPage, framePage, type Arrival, type ArrivalKind } from './merchant-server.ts';
import type { OwnParts } from '../journeys/plan.ts';

/** A merchant whose web site has a different origin than the service. Each test gets new addresses. */
export class Merchant {
  readonly #server: MerchantServer;
  readonly #root: string;
  readonly #token = randomUUID();
  readonly #timeoutMs: number;

  constructor(server: MerchantServer, origin: string, timeoutMs: number) {
    this.#server = server;
    this.#root = `${origin}/${this.#token}`;
    this.#timeoutMs = timeoutMs;
  }

  /** The return address after a successful payment (2.1). */
  successUrl(own: OwnParts = {}): string {
    return this.#address('success', own);
  }

  /** The return address after a failed payment (2.1). */
  failureUrl(own: OwnParts = {}): string {
    return this.#address('failure', own);
  }

  /** Publishes a page with a form that starts a checkout (4.2) and returns its address. */
  formPage(action: string, fields: Readonly<Record<string, string>>): string {
    return this.#publish('order', formPage(action, fields));
  }

  /** Publishes a page with a frame on it (2.5) and returns its address. */
  framePage(address: string): string {
    return this.#publish('checkout', framePage(address));
  }

  get arrivals(): readonly Arrival[] {
    return this.#server.arrivalsOf(this.#token);
  }

  /**
   * The next arrival at either return address; undefined when there was none.
   *
   * @param withinMs how long to wait for it, in milliseconds; by default REDIRECT_TIMEOUT_MS
   * @param after the number of earlier arrivals
   */
  arrival(withinMs = this.#timeoutMs, after = 0): Promise<Arrival | undefined> {
    return this.#server.arrival(this.#token, withinMs, after);
  }

  /** Whether an address belongs to this merchant. */
  owns(address: string): boolean {
    return address.startsWith(`${this.#root}/`);
  }

  /** Whether an address is one of the two return addresses. */
  isReturn(address: string): boolean {
    return this.owns(address) && /^\/(success|failure)(?![^/?#])/.test(address.slice(this.#root.length));
  }

  #address(kind: ArrivalKind, { path = '', query = '', fragment = '' }: OwnParts): string {
    return `${this.#root}/${kind}${path}${query && `?${query}`}${fragment && `#${fragment}`}`;
  }

  #publish(name: string, html: string): string {
    this.#server.publish(`/${this.#token}/${name}`, html);
    return `${this.#root}/${name}`;
  }
}
