import type { BrowserContext, Page, Request } from '@playwright/test';
import { failureOfStatus } from './transport-failure.ts';
import { isUnreachable } from './unreachable.ts';
import type { Network } from './network.ts';
import { noteRequest } from './traffic.ts';

/** The maximum size of an answer to a page in bytes, since a browser keeps it in memory; payment pages are smaller. */
const maxAnswerBytes = 8 * 1024 * 1024;
/** The maximum number of characters that a page may print to its console, since a trace keeps them all. */
const maxPrinted = 4 * 1024 * 1024;

/**
 * Watches the traffic between a browser and the service: records the first request without an answer of the service,
 * applies the rate limit, and closes the pages when the target counts as down.
 */
export class PageWatch {
  readonly #origins = new Set<string>();
  readonly #context: BrowserContext;
  readonly #timer: NodeJS.Timeout;
  readonly #extendTimeout: (ms: number) => void;
  /** The number of the limit under which a request was sent. */
  readonly #limitNumbers = new WeakMap<Request, number>();
  readonly #rateLimiter: Network['rateLimiter'];
  #fault: string | undefined;

  constructor(context: BrowserContext, { circuitBreaker, rateLimiter }: Network, extendTimeout: (ms: number) => void) {
    this.#context = context;
    this.#extendTimeout = extendTimeout;
    this.#rateLimiter = rateLimiter;
    context.on('response', (response) => {
      const request = response.request();
      const failure = failureOfStatus(response.status(), response.headers());
      if (failure) this.#note(request, `was answered ${failure.said}`);
      const limitNumber = this.#limitNumbers.get(request);
      if (failure?.kind === 'throttled' && limitNumber !== undefined)
        this.#rateLimiter.refused(limitNumber, failure.retryAfterMs);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (isUnreachable(reason)) this.#note(request, `got no complete answer (${reason})`);
    });
    this.#timer = setInterval(() => {
      if (circuitBreaker.down) void context.close().catch(() => {});
    }, 1000);
  }

  /** Marks the origin of an address as that of the service. */
  belongsToService(address: string): void {
    if (URL.canParse(address)) this.#origins.add(new URL(address).origin);
  }

  /** The first request without an answer of the service; undefined when all were answered. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /**
   * Delays requests of a page to the service by the rate limit. Redirects cannot be delayed, so the next request is.
   */
  async limit(): Promise<void> {
    // Routing disables the browser's cache, so it is used only where requests have to wait.
    const { isLimited } = this.#rateLimiter;
    this.#context.on('request', (request) => {
      if (!this.#isOfService(request)) return;
      noteRequest(request.method(), new URL(request.url()).pathname);
      const waits = isLimited && !request.redirectedFrom();
      if (!waits) this.#limitNumbers.set(request, this.#rateLimiter.pass());
    });
    if (!isLimited) return;
    const ofService = (url: URL) => this.#origins.has(url.origin);
    await this.#context.route(ofService, async (route) => {
      this.#limitNumbers.set(route.request(), await this.#rateLimiter.turn(this.#extendTimeout));
      await route.continue().catch(() => {});
    });
  }

  /** Closes the page when an answer to it or its console output becomes too large. */
  async limitSize(page: Page): Promise<void> {
    let printed = 0;
    page.on('console', (message) => {
      printed += 100 + message.text().length;
      if (printed > maxPrinted) this.#close(page, `a page printed more than ${maxPrinted / 1024 ** 2} MB`);
    });
    const session = await this.#context.newCDPSession(page);
    const sizes = new Map<string, number>();
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const size = (sizes.get(requestId) ?? 0) + dataLength;
      sizes.set(requestId, size);
      if (size > maxAnswerBytes)
        this.#close(page, `an answer in the browser was larger than ${maxAnswerBytes / 1024 ** 2} MB`);
    });
    await session.send('Network.enable');
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #close(page: Page, fault: string): void {
    this.#fault ??= fault;
    void page.close().catch(() => {});
  }

  /** Ignores images and style sheets, whose absence does not prevent a payment. */
  #note(request: Request, what: string): void {
    if (!request.isNavigationRequest() && !/^(fetch|xhr)$/.test(request.resourceType())) return;
    if (!this.#isOfService(request)) return;
    const { pathname } = new URL(request.url());
    const shownPath = pathname.startsWith('/v1/') ? pathname : 'a payment page';
    this.#fault ??= `${request.method()} ${shownPath} in the browser ${what}`;
  }

  #isOfService(request: Request): boolean {
    return URL.canParse(request.url()) && this.#origins.has(new URL(request.url()).origin);
  }
}
