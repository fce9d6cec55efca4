import type { BrowserContext, Frame, Page, Request, Route } from '@playwright/test';
import { NotTested } from '../errors/errors.ts';
import { whyRefused, type Guard } from './guard.ts';
import { isSubresource, Subresources } from './subresources.ts';

/** A blocked request of a page to an unlisted host. */
interface BlockedRequest {
  /** A description, with how to allow it. */
  message: string;
  /**
   * `page`: the document of the window or of the merchant's frame, without which the payment cannot continue. `part`: a
   * resource that a payment may need. `look`: pictures, fonts and styles, without which most pages can be paid on. `report`:
   * telemetry that no payment depends on.
   */
  kind: 'page' | 'part' | 'look' | 'report';
}

interface PolicyOptions {
  /** Changes a text that contains a key or customer data. */
  mask: (text: string) => string;
  /** The merchant's origin. */
  merchant: string;
  /** An address of the target. */
  target: string;
  subresources?: Subresources;
}

/** Resource types of telemetry and prefetching. */
const reports = /^(ping|cspreport|prefetch|preflight|manifest|other)$/;
const maxBlocked = 100;

const policies = new WeakMap<BrowserContext, NetworkPolicy>();

/**
 * Restricts a browser context to the listed hosts, and records what was blocked. Requests of a page to unlisted hosts
 * are blocked here, where their purpose is known; redirects to them by the proxy.
 */
export class NetworkPolicy {
  /** What was blocked so far; at most a hundred entries. */
  readonly blocked: BlockedRequest[] = [];
  readonly #guard: Guard;
  readonly #options: PolicyOptions;
  readonly #subresources: Subresources;
  /** The number of hosts refused before a request was sent. */
  readonly #refusedBefore = new WeakMap<Request, number>();
  readonly #pageBlocked: Promise<never>;
  #end: (error: NotTested) => void = () => {};

  private constructor(guard: Guard, options: PolicyOptions) {
    this.#guard = guard;
    this.#options = options;
    this.#subresources = options.subresources ?? new Subresources();
    this.#pageBlocked = new Promise((_, reject) => (this.#end = reject));
    this.#pageBlocked.catch(() => {});
  }

  /** Restricts a context in which no page is open yet. */
  static async on(context: BrowserContext, guard: Guard, options: PolicyOptions): Promise<NetworkPolicy> {
    const policy = new NetworkPolicy(guard, options);
    policies.set(context, policy);
    context.on('request', (request) => policy.#onRequest(request));
    context.on('requestfailed', (request) => policy.#onFailedRequest(request));
    context.on('page', (page) => policy.#watch(page));
    context.on('close', () => void policy.#subresources.close());
    await context.route(
      (url) => !guard.allows(url.href),
      (route) => policy.#decide(route),
    );
    for (const origin of [options.merchant, options.target]) await policy.trust(context, origin);
    return policy;
  }

  /** The policy of a context. @throws when there is none, so that no page is opened unrestricted */
  static of(context: BrowserContext): NetworkPolicy {
    const policy = policies.get(context);
    if (!policy)
      throw new Error('the browser context is not restricted to the listed hosts; call NetworkPolicy.on first');
    return policy;
  }

  /** Lets a hosted page from the network navigate a frame to the merchant on this machine, which browsers restrict. */
  async trust(context: BrowserContext, address: string): Promise<void> {
    const { origin } = new URL(address);
    await context.grantPermissions(['local-network-access'], { origin }).catch(() => {});
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
  async unlessBlocked<T>(waited: Promise<T>): Promise<T> {
    return Promise.race([waited, this.#pageBlocked]);
  }

  /**
   * @param kinds what counts: all that may prevent the payment from continuing, or less where a page without its looks shows the same
   * @throws NotTested when something was blocked
   */
  throwIfBlocked(kinds: readonly BlockedRequest['kind'][] = ['page', 'part', 'look']): void {
    const [worst] = kinds.flatMap((kind) => this.blocked.find((one) => one.kind === kind) ?? []);
    if (worst) throw new NotTested(worst.message);
  }

  /** Whether the page itself was blocked. */
  get isPageBlocked(): boolean {
    return this.blocked.some(({ kind }) => kind === 'page');
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
    const block = (): Promise<void> => route.abort('blockedbyclient').catch(() => {});
    if (!/^https?:/i.test(address)) return route.fallback();
    if (!isSubresource(request.method(), request.resourceType())) return block();
    if (this.#options.mask(address) !== address) {
      const { host } = new URL(address);
      this.#note('part', `a request to ${host} carries a key or data of the customer, so it was blocked`);
      return block();
    }
    try {
      await route.fulfill(await this.#subresources.load(address, request.headers()));
    } catch {
      const type = request.resourceType();
      this.#note(kindOf(type), `a resource (${type}) of the payment page ${whyRefused(address)}`);
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
    if (isSubresource(request.method(), type) && !request.redirectedFrom()) return;
    this.#note(kindOf(type), `a request (${type}) of the payment page ${whyRefused(address)}`);
  }

  /** Playwright may not report the redirect that failed, but the proxy has recorded its host. */
  #onFailedRequest(request: Request): void {
    if (!this.#guard.allows(request.url())) return;
    const type = request.resourceType();
    for (const host of this.#guard.refused.slice(this.#refusedBefore.get(request))) {
      this.#note(kindOf(type), `a request (${type}) of the payment page ${whyRefused(`http://${host}`)}`);
    }
  }

  #noteDocument(request: Request, address: string): void {
    const frame = frameOf(request);
    const parent = frame?.parentFrame();
    const isWindow = parent === null && frame?.page() === frame?.page().context().pages()[0];
    const isFramed = parent?.parentFrame() === null && parent.url().startsWith(`${this.#options.merchant}/`);
    this.#note(isWindow || isFramed ? 'page' : 'part', `the payment page ${whyRefused(address)}`);
  }

  #watch(page: Page): void {
    page.on('websocket', (socket) => {
      if (this.#guard.allows(socket.url())) return;
      this.#note('part', `a WebSocket of the payment page ${whyRefused(socket.url())}`);
    });
  }

  #note(kind: BlockedRequest['kind'], message: string): void {
    if (this.blocked.length >= maxBlocked) return;
    if (this.blocked.some((one) => one.message === message && one.kind === kind)) return;
    this.blocked.push({ kind, message });
    if (kind === 'page') this.#end(new NotTested(message));
  }
}

const kindOf = (type: string): BlockedRequest['kind'] => {
  if (reports.test(type)) return 'report';
  return /^(?:image|font|media|stylesheet)$/.test(type) ? 'look' : 'part';
};

/** Undefined for a request of a service worker, or of a window that does not exist yet. */
const frameOf = (request: Request): Frame | undefined => {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
};
