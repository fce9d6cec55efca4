import type { BrowserContext, Frame, Page, Request, Route } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { whyNot, type Guard } from './guard.ts';
import { isPart, Parts } from './parts.ts';

/** A blocked request of a page to an unlisted host. */
interface Stop {
  /** A description, with how to allow it. */
  said: string;
  /**
   * `page`: the document of the window or of the merchant's frame, without which the payment cannot continue. `part`: a
   * resource that a payment may need. `report`: telemetry that no payment depends on.
   */
  kind: 'page' | 'part' | 'report';
}

interface HoldOptions {
  /** Changes a text that contains a key or customer data. */
  mask: (text: string) => string;
  /** The merchant's origin. */
  merchant: string;
  /** An address of the target. */
  target: string;
  parts?: Parts;
}

/** Resource types of telemetry and prefetching. */
const reports = /^(ping|cspreport|prefetch|preflight|manifest|other)$/;
const maxStops = 100;

const holds = new WeakMap<BrowserContext, Hold>();

/**
 * Restricts a browser context to the listed hosts, and records what was blocked. Requests of a page to unlisted hosts
 * are blocked here, where their purpose is known; redirects to them by the proxy.
 */
export class Hold {
  readonly #guard: Guard;
  readonly #parts: Parts;
  readonly #mask: (text: string) => string;
  readonly #merchant: string;
  readonly #stops: Stop[] = [];
  /** The number of hosts refused before a request was sent. */
  readonly #refusedBefore = new WeakMap<Request, number>();
  readonly #stopped: Promise<never>;
  #end: (error: NotTested) => void = () => {};

  private constructor(guard: Guard, { parts = new Parts(), mask, merchant }: HoldOptions) {
    this.#guard = guard;
    this.#parts = parts;
    this.#mask = mask;
    this.#merchant = merchant;
    this.#stopped = new Promise((_, reject) => (this.#end = reject));
    this.#stopped.catch(() => {});
  }

  /** Restricts a context in which no page is open yet. */
  static async on(context: BrowserContext, guard: Guard, options: HoldOptions): Promise<Hold> {
    const hold = new Hold(guard, options);
    holds.set(context, hold);
    context.on('request', (request) => hold.#onRequest(request));
    context.on('requestfailed', (request) => hold.#onFailedRequest(request));
    context.on('page', (page) => hold.#watch(page));
    context.on('close', () => void hold.#parts.close());
    await context.route(
      (url) => !guard.allows(url.href),
      (route) => hold.#decide(route),
    );
    for (const origin of [options.merchant, options.target]) await hold.trust(context, origin);
    return hold;
  }

  /** Lets a hosted page from the network navigate a frame to the merchant on this machine, which browsers restrict. */
  async trust(context: BrowserContext, address: string): Promise<void> {
    const { origin } = new URL(address);
    await context.grantPermissions(['local-network-access'], { origin }).catch(() => {});
  }

  /** The hold of a context. @throws when there is none, so that no page is opened unrestricted */
  static of(context: BrowserContext): Hold {
    const hold = holds.get(context);
    if (!hold) throw new Error('the browser context is not restricted to the listed hosts; call Hold.on first');
    return hold;
  }

  /** What was blocked so far; at most a hundred entries. */
  get stops(): readonly Stop[] {
    return this.#stops;
  }

  /**
   * Throws unless an address may be opened.
   *
   * @param what the source of the address, such as `hosted_url`
   * @throws NotTested
   */
  check(address: string, what: string): void {
    this.#guard.check(address, what);
  }

  /** Waits for a promise until a document is blocked. @throws NotTested */
  async unlessStopped<T>(waited: Promise<T>): Promise<T> {
    return Promise.race([waited, this.#stopped]);
  }

  /** @throws NotTested when something was blocked that may prevent the payment from continuing */
  excuse(): void {
    const reason = this.reason;
    if (reason !== undefined) throw new NotTested(reason);
  }

  /** Describes what was blocked and may prevent the payment from continuing. */
  get reason(): string | undefined {
    return (this.#stops.find(({ kind }) => kind === 'page') ?? this.#stops.find(({ kind }) => kind === 'part'))?.said;
  }

  /** Whether a document may be read and acted on: it is on a listed host, or part of one that is. */
  owns(frame: Frame): boolean {
    const address = frame.url();
    if (this.#guard.allows(address)) return true;
    if (address.startsWith('blob:')) return this.#guard.allows(address.slice('blob:'.length));
    // An error page of the browser contains nothing of a host and no controls.
    if (address.startsWith('chrome-error:')) return true;
    if (address !== '' && !/^(about|data):/.test(address)) return false;
    const parent = frame.parentFrame();
    return parent === null || this.owns(parent);
  }

  async #decide(route: Route): Promise<void> {
    const request = route.request();
    const address = request.url();
    if (!/^https?:/i.test(address)) return route.fallback();
    if (!isPart(request.method(), request.resourceType())) return route.abort('blockedbyclient').catch(() => {});
    if (this.#mask(address) !== address) {
      this.#note(
        'part',
        `a request to ${new URL(address).host} carries a key or data of the customer, so it was blocked`,
      );
      return route.abort('blockedbyclient').catch(() => {});
    }
    try {
      await route.fulfill(await this.#parts.load(address, request.headers()));
    } catch {
      this.#note('part', `a ${request.resourceType()} of the payment page ${whyNot(address)}`);
      await route.abort('failed').catch(() => {});
    }
  }

  /** Called for every request that Playwright reports, including redirects. */
  #onRequest(request: Request): void {
    const address = request.url();
    this.#refusedBefore.set(request, this.#guard.refused.length);
    if (!/^https?:/i.test(address) || this.#guard.allows(address)) return;
    if (request.isNavigationRequest()) return this.#noteDocument(request, address);
    const type = request.resourceType();
    if (isPart(request.method(), type) && !request.redirectedFrom()) return;
    this.#note(kindOf(type), `a request (${type}) of the payment page ${whyNot(address)}`);
  }

  /** Playwright may not report the redirect that failed, but the proxy has recorded its host. */
  #onFailedRequest(request: Request): void {
    if (!this.#guard.allows(request.url())) return;
    const type = request.resourceType();
    for (const host of this.#guard.refused.slice(this.#refusedBefore.get(request))) {
      this.#note(kindOf(type), `a request (${type}) of the payment page ${whyNot(`http://${host}`)}`);
    }
  }

  #noteDocument(request: Request, address: string): void {
    const frame = frameOf(request);
    const parent = frame?.parentFrame();
    const isWindow = parent === null && frame?.page() === frame?.page().context().pages()[0];
    const isFramed = parent?.parentFrame() === null && parent.url().startsWith(`${this.#merchant}/`);
    this.#note(isWindow || isFramed ? 'page' : 'part', `the payment page ${whyNot(address)}`);
  }

  #watch(page: Page): void {
    page.on('websocket', (socket) => {
      if (!this.#guard.allows(socket.url()))
        this.#note('part', `a WebSocket of the payment page ${whyNot(socket.url())}`);
    });
  }

  #note(kind: Stop['kind'], said: string): void {
    if (this.#stops.length >= maxStops || this.#stops.some((one) => one.said === said && one.kind === kind)) return;
    this.#stops.push({ kind, said });
    if (kind === 'page') this.#end(new NotTested(said));
  }
}

const kindOf = (type: string): Stop['kind'] => (reports.test(type) ? 'report' : 'part');

/** Undefined for a request of a service worker, or of a window that does not exist yet. */
const frameOf = (request: Request): Frame | undefined => {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
};
