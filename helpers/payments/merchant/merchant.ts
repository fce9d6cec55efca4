import { randomUUID } from 'node:crypto';
import { type MerchantServer, formPage, framePage, type Arrival, type ArrivalKind } from './merchant-server.ts';

/** A merchant whose web site has a different origin than the service, with addresses for one payment. */
export class Merchant {
  readonly #server: MerchantServer;
  readonly #origin: string;
  readonly #root: string;
  #isAtHost = false;
  readonly #token = randomUUID();
  readonly #lateBefore: number;

  constructor(server: MerchantServer, origin: string) {
    this.#server = server;
    this.#origin = origin;
    this.#root = `${origin}/${this.#token}`;
    server.begin(this.#token);
    this.#lateBefore = server.lateArrivals.length;
  }

  /** A return address (2.1). @param own the merchant's own path, query and fragment behind it */
  address(kind: ArrivalKind, own: string): string {
    return `${this.#root}/${kind}${own}`;
  }

  /** A return address without any path: the host alone. One payment at a time may have it. */
  hostAddress(kind: ArrivalKind): string {
    this.#server.claimHost(this.#token, kind);
    this.#isAtHost = true;
    return this.#origin;
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

  /** Arrivals, since this payment began, at addresses of payments that had ended. */
  get arrivalsElsewhere(): readonly Arrival[] {
    return this.#server.lateArrivals.slice(this.#lateBefore);
  }

  /**
   * The next arrival at either return address; undefined when there was none within that many milliseconds.
   *
   * @param after the number of earlier arrivals
   */
  arrival(withinMs: number, after = 0): Promise<Arrival | undefined> {
    return this.#server.arrival(this.#token, withinMs, after);
  }

  /** Whether an address belongs to this merchant. */
  owns(address: string): boolean {
    return address.startsWith(`${this.#root}/`) || this.#isHostAlone(address);
  }

  /** Whether an address is one of the two return addresses. */
  isReturn(address: string): boolean {
    const isOfRoot = address.startsWith(`${this.#root}/`);
    return (
      (isOfRoot && /^\/(success|failure)(?![^/?#])/.test(address.slice(this.#root.length))) ||
      this.#isHostAlone(address)
    );
  }

  #isHostAlone(address: string): boolean {
    return (
      this.#isAtHost && address.startsWith(this.#origin) && /^\/?(?:[?#]|$)/.test(address.slice(this.#origin.length))
    );
  }

  /** Notes that the payment has ended. */
  end(): void {
    this.#server.end(this.#token);
  }

  #publish(name: string, html: string): string {
    this.#server.publish(`/${this.#token}/${name}`, html);
    return `${this.#root}/${name}`;
  }
}
