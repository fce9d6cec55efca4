import { randomUUID } from 'crypto';
import { type MerchantServer, formPage, framePage, type Arrival, type ArrivalKind } from './merchant-server.ts';
import type { OwnParts } from '../journeys/plan.ts';

/** A merchant with a web site of another origin than the service. All addresses are new in every test. */
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

  /** Where a customer is to be sent after a successful payment (2.1). */
  successUrl(own: OwnParts = {}): string {
    return this.#address('success', own);
  }

  /** Where a customer is to be sent after a failed payment (2.1). */
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
   * The next browser to come back, at whichever of the two addresses; undefined when none came.
   *
   * @param withinMs how long to wait for it, in milliseconds; REDIRECT_TIMEOUT_MS unless told otherwise
   * @param after how many arrivals there were before
   */
  arrival(withinMs = this.#timeoutMs, after = 0): Promise<Arrival | undefined> {
    return this.#server.arrival(this.#token, withinMs, after);
  }

  /** Whether an address is one of this merchant's. */
  owns(address: string): boolean {
    return address.startsWith(`${this.#root}/`);
  }

  /** Whether an address is one of the two that customers come back to. */
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
