import type { Page, Request } from '@playwright/test';
import type { Channel, End } from '../../interface/rules/channels.ts';
import { shortenedWait } from '../run/wait-for.ts';
import { appendToRun, readRun } from '../run/run-log.ts';
import type { Merchant } from './merchant/merchant.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { windowsOf } from './page/page-tree.ts';
import type { PaymentEvent } from './payment-record.ts';

/** How long to watch for a second arrival while a page of the service is still open, in milliseconds. */
const secondArrivalMs = 2_000;
/** A return that took longer than this is told to the other workers, in milliseconds. */
const slowMs = 500;

/** The least time to watch for a return that must not come, in milliseconds. */
const leastWatchMs = 1_000;
const slowestReturn = (): number => Math.max(0, ...readRun<{ ms: number }>('slow-return').map(({ ms }) => ms));

/** A return that was due and did not come in the whole time, as the workers of a run tell each other. */
interface MissedReturn extends Record<string, unknown> {
  service: string;
  channel: Channel;
  end: End;
}

/** Watches for the return of one payment's browser to the merchant. */
export class ReturnWatch {
  readonly #page: Page;
  readonly #merchant: Merchant;
  readonly #of: Pick<MissedReturn, 'service' | 'channel'>;
  readonly #timeoutMs: number;
  /** The fragment of the browser's first address at the merchant; undefined if the browser did not report one. */
  fragment: string | undefined;
  #lastRequest: Request | undefined;

  /**
   * @param of the address of its service, and its channel
   * @param timeoutMs how long the browser may take to return
   */
  constructor(page: Page, merchant: Merchant, of: Pick<MissedReturn, 'service' | 'channel'>, timeoutMs: number) {
    this.#page = page;
    this.#merchant = merchant;
    this.#of = of;
    this.#timeoutMs = timeoutMs;
    page.on('framenavigated', (frame) => {
      if (merchant.isReturn(frame.url())) this.fragment ??= new URL(frame.url()).hash.slice(1);
    });
    page.context().on('request', (request) => {
      if (request.isNavigationRequest() && merchant.owns(request.url())) this.#lastRequest = request;
    });
  }

  /** The number of arrivals so far. */
  get count(): number {
    return this.#merchant.arrivals.length;
  }

  /** The first arrival; undefined when there is none within that many milliseconds. */
  within(ms: number): Promise<Arrival | undefined> {
    return this.#merchant.arrival(ms);
  }

  /** How long to wait for a return that need not come: by the slowest one of this run, in milliseconds. */
  get briefMs(): number {
    return shortenedWait(this.#timeoutMs, slowestReturn());
  }

  /** The same after a cancellation, which leads to failure_url if anywhere, in milliseconds. */
  get cancelledMs(): number {
    return this.#isMissed('failure') ? this.watchMs : this.briefMs;
  }

  /** How long to watch for a return that must not come, in milliseconds: as long as others of this run took. */
  get watchMs(): number {
    return shortenedWait(this.#timeoutMs, slowestReturn(), leastWatchMs);
  }

  /** The first arrival that is due. Where the run has waited for such a one in vain, it is watched for as for none. */
  async due(end: End): Promise<Arrival | undefined> {
    const startedAt = Date.now();
    let arrival: Arrival | undefined;
    let leftMs = this.#timeoutMs;
    // Another payment may have missed the same meanwhile.
    do {
      const ms = Math.min(this.watchMs, leftMs);
      arrival = await this.within(ms);
      leftMs -= ms;
    } while (!arrival && leftMs > 0 && !this.#isMissed(end));
    const tookMs = Date.now() - startedAt;
    if (!arrival && !this.#isMissed(end)) appendToRun('missed-return', { ...this.#of, end } satisfies MissedReturn);
    if (arrival && tookMs > slowMs) appendToRun('slow-return', { ms: tookMs });
    return arrival;
  }

  /** Waits for a second arrival as long as one could come: while a document is open that could lead to the merchant. */
  async settle(): Promise<void> {
    if (this.count === 0) return;
    const timeout = secondArrivalMs;
    const left = this.#hasLeftService()
      ? Promise.resolve()
      : this.#page.waitForEvent('framenavigated', { predicate: () => this.#hasLeftService(), timeout });
    const second = this.#merchant.arrival(timeout, 1);
    await Promise.race([second, left.then(undefined, () => second)]);
  }

  /** All that came: arrivals, also meanwhile at addresses of payments that had ended before, and the fragment. */
  get events(): PaymentEvent[] {
    const { arrivals, arrivalsElsewhere } = this.#merchant;
    return [
      ...arrivals.map((arrival) => ({ event: 'arrived', arrival }) as const),
      ...arrivalsElsewhere.map((arrival) => ({ event: 'arrived elsewhere', arrival }) as const),
      ...(this.fragment === undefined ? [] : [{ event: 'fragment seen', fragment: this.fragment } as const]),
    ];
  }

  /** How the browser was redirected to the merchant, in words without data. */
  async redirectedBy(): Promise<string> {
    const answer = await this.#lastRequest?.redirectedFrom()?.response();
    if (answer) return `HTTP ${answer.status()}`;
    return this.#lastRequest ? 'the page itself' : 'nothing';
  }

  /** Whether a payment of the run has waited the whole time for such a return in vain. */
  #isMissed(end: End): boolean {
    const { service, channel } = this.#of;
    return readRun<MissedReturn>('missed-return').some(
      (one) => one.service === service && one.channel === channel && one.end === end,
    );
  }

  /** Whether every window of the payment shows pages of the merchant alone. */
  #hasLeftService(): boolean {
    return windowsOf(this.#page)
      .flatMap((window) => window.frames())
      .every((frame) => this.#merchant.owns(frame.url()));
  }
}
