import type { BrowserContext, Frame, Page, Request, Route } from '@playwright/test';
import { NotTested } from '../errors/errors.ts';
import { whyNot, type Guard } from './guard.ts';
import { isPart, Parts } from './parts.ts';

/** Something a page wanted of a host that is not listed. */
interface Stop {
  /** In words, with how to mend it. */
  said: string;
  /**
   * `page`: the document of the window or of the merchant's frame, without which nothing goes on. `part`: what a
   * payment may need. `report`: what no payment waits for.
   */
  kind: 'page' | 'part' | 'report';
}

interface Ways {
  /** Changes a text that holds a key or data of the customer. */
  mask: (text: string) => string;
  /** The merchant's origin. */
  merchant: string;
  /** An address of the target. */
  target: string;
  parts?: Parts;
}

/** What pages only tell to others, or load ahead. */
const reports = /^(ping|cspreport|prefetch|preflight|manifest|other)$/;
const mostStops = 100;

const held = new WeakMap<BrowserContext, Hold>();

/**
 * Holds a browser context to the listed hosts, and remembers what was stopped. Requests of a page that are not for a
 * listed host are stopped here, where it is known what they are for; hops of redirects by the proxy.
 */
export class Hold {
  readonly #guard: Guard;
  readonly #parts: Parts;
  readonly #mask: (text: string) => string;
  readonly #merchant: string;
  readonly #stops: Stop[] = [];
  /** How many hosts had been refused when a request left. */
  readonly #refusedBefore = new WeakMap<Request, number>();
  readonly #stopped: Promise<never>;
  #end: (error: NotTested) => void = () => {};

  private constructor(guard: Guard, { parts = new Parts(), mask, merchant }: Ways) {
    this.#guard = guard;
    this.#parts = parts;
    this.#mask = mask;
    this.#merchant = merchant;
    this.#stopped = new Promise((_, reject) => (this.#end = reject));
    this.#stopped.catch(() => {});
  }

  /** Holds a context in which nothing is open yet. */
  static async on(context: BrowserContext, guard: Guard, ways: Ways): Promise<Hold> {
    const hold = new Hold(guard, ways);
    held.set(context, hold);
    context.on('request', (request) => hold.#look(request));
    context.on('requestfailed', (request) => hold.#lookAtFailed(request));
    context.on('page', (page) => hold.#watch(page));
    context.on('close', () => void hold.#parts.close());
    await context.route(
      (url) => !guard.allows(url.href),
      (route) => hold.#decide(route),
    );
    for (const origin of [ways.merchant, ways.target]) await hold.trust(context, origin);
    return hold;
  }

  /** A hosted page on the network sends a frame back to the merchant on this machine, which a browser has to be let. */
  async trust(context: BrowserContext, address: string): Promise<void> {
    const { origin } = new URL(address);
    await context.grantPermissions(['local-network-access'], { origin }).catch(() => {});
  }

  /** The hold on a context. @throws when there is none, so that nothing is opened without it */
  static of(context: BrowserContext): Hold {
    const hold = held.get(context);
    if (!hold) throw new Error('the browser is not held to the listed hosts');
    return hold;
  }

  /** What was stopped so far; the first hundred. */
  get stops(): readonly Stop[] {
    return this.#stops;
  }

  /**
   * Throws unless an address may be opened.
   *
   * @param what where it comes from, such as `hosted_url`
   * @throws NotTested
   */
  check(address: string, what: string): void {
    this.#guard.check(address, what);
  }

  /** Waits for something, but no longer than until a document is stopped. @throws NotTested */
  async unlessStopped<T>(waited: Promise<T>): Promise<T> {
    return Promise.race([waited, this.#stopped]);
  }

  /** @throws NotTested when something was stopped that may be the reason why a payment does not go on */
  excuse(): void {
    const reason = this.reason;
    if (reason !== undefined) throw new NotTested(reason);
  }

  /** What was stopped that may be the reason why a payment does not go on, in words. */
  get reason(): string | undefined {
    return (this.#stops.find(({ kind }) => kind === 'page') ?? this.#stops.find(({ kind }) => kind === 'part'))?.said;
  }

  /** Whether a document may be read and acted on: it is on a listed host, or part of one that is. */
  owns(frame: Frame): boolean {
    const address = frame.url();
    if (this.#guard.allows(address)) return true;
    if (address.startsWith('blob:')) return this.#guard.allows(address.slice('blob:'.length));
    // An error page of the browser says nothing of a host, and there is nothing on it to act on.
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
        `a request to ${new URL(address).host} carries a key or data of the customer, so it was stopped`,
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

  /** Sees every request, hops included, that Playwright knows of. */
  #look(request: Request): void {
    const address = request.url();
    this.#refusedBefore.set(request, this.#guard.refused.length);
    if (!/^https?:/i.test(address) || this.#guard.allows(address)) return;
    if (request.isNavigationRequest()) return this.#lookAtDocument(request, address);
    const type = request.resourceType();
    if (isPart(request.method(), type) && !request.redirectedFrom()) return;
    this.#note(kindOf(type), `a request (${type}) of the payment page ${whyNot(address)}`);
  }

  /** Playwright may tell nothing of the hop after which a request failed, but the proxy has refused its host. */
  #lookAtFailed(request: Request): void {
    if (!this.#guard.allows(request.url())) return;
    const type = request.resourceType();
    for (const host of this.#guard.refused.slice(this.#refusedBefore.get(request))) {
      this.#note(kindOf(type), `a request (${type}) of the payment page ${whyNot(`http://${host}`)}`);
    }
  }

  #lookAtDocument(request: Request, address: string): void {
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
    if (this.#stops.length >= mostStops || this.#stops.some((one) => one.said === said && one.kind === kind)) return;
    this.#stops.push({ kind, said });
    if (kind === 'page') this.#end(new NotTested(said));
  }
}

const kindOf = (type: string): Stop['kind'] => (reports.test(type) ? 'report' : 'part');

/** None for a request of a service worker, or of a window that does not exist yet. */
const frameOf = (request: Request): Frame | undefined => {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
};
