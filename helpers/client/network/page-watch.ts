import type { BrowserContext, Page, Request } from '@playwright/test';
import { failureOfStatus } from './transport-failure.ts';
import { isUnreachable } from './unreachable.ts';
import type { Network } from './network.ts';
import { noteRequest } from './traffic.ts';

/** Bytes that one answer to a page may have. No payment page is that large, and a browser keeps all of it in memory. */
const largestAnswer = 8 * 1024 * 1024;
/** Characters that a page may print to its console, where a trace keeps them all. */
const mostPrinted = 4 * 1024 * 1024;

/**
 * Watches the way between a browser and a service: remembers what got no answer of the service, keeps to the limit of
 * requests, and closes the browser's pages when the target is given up.
 */
export class PageWatch {
  readonly #origins = new Set<string>();
  readonly #context: BrowserContext;
  readonly #timer: NodeJS.Timeout;
  readonly #extendTimeout: (ms: number) => void;
  /** The number of the limit that a request left under. */
  readonly #turns = new WeakMap<Request, number>();
  readonly #rate: Network['rateLimiter'];
  #fault: string | undefined;

  constructor(context: BrowserContext, { circuitBreaker, rateLimiter }: Network, extendTimeout: (ms: number) => void) {
    this.#context = context;
    this.#extendTimeout = extendTimeout;
    this.#rate = rateLimiter;
    context.on('response', (response) => {
      const request = response.request();
      const failure = failureOfStatus(response.status(), response.headers());
      if (failure) this.#note(request, `was answered ${failure.said}`);
      const turn = this.#turns.get(request);
      if (failure?.kind === 'throttled' && turn !== undefined) this.#rate.refused(turn, failure.retryAfterMs);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (isUnreachable(reason)) this.#note(request, `got no complete answer (${reason})`);
    });
    this.#timer = setInterval(() => {
      if (circuitBreaker.down) void context.close().catch(() => {});
    }, 1000);
  }

  /** Names an origin as the service's, by any address of it. */
  belongsToService(address: string): void {
    if (URL.canParse(address)) this.#origins.add(new URL(address).origin);
  }

  /** What first got no answer of the service; undefined when everything did. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Lets what a page asks of the service wait for its turn. Redirects cannot wait, so what comes next does. */
  async limit(): Promise<void> {
    // A context that is routed keeps no cache, so nobody's is who need not wait.
    const { isLimited } = this.#rate;
    this.#context.on('request', (request) => {
      if (!this.#isOfService(request)) return;
      noteRequest(request.method(), new URL(request.url()).pathname);
      const waits = isLimited && !request.redirectedFrom();
      if (!waits) this.#turns.set(request, this.#rate.pass());
    });
    if (!isLimited) return;
    const ofService = (url: URL) => this.#origins.has(url.origin);
    await this.#context.route(ofService, async (route) => {
      this.#turns.set(route.request(), await this.#rate.turn(this.#extendTimeout));
      await route.continue().catch(() => {});
    });
  }

  /** Closes the page when an answer to it, or what it prints, does not come to an end. */
  async limitSize(page: Page): Promise<void> {
    let printed = 0;
    page.on('console', (message) => {
      printed += 100 + message.text().length;
      if (printed > mostPrinted) this.#close(page, `a page printed more than ${mostPrinted / 1024 ** 2} MB`);
    });
    const session = await this.#context.newCDPSession(page);
    const sizes = new Map<string, number>();
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const size = (sizes.get(requestId) ?? 0) + dataLength;
      sizes.set(requestId, size);
      if (size > largestAnswer)
        this.#close(page, `an answer in the browser was larger than ${largestAnswer / 1024 ** 2} MB`);
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

  /** A picture or a style sheet that is missing keeps nobody from paying. */
  #note(request: Request, what: string): void {
    if (!request.isNavigationRequest() && !/^(fetch|xhr)$/.test(request.resourceType())) return;
    if (!this.#isOfService(request)) return;
    const { pathname } = new URL(request.url());
    const asked = pathname.startsWith('/v1/') ? pathname : 'a payment page';
    this.#fault ??= `${request.method()} ${asked} in the browser ${what}`;
  }

  #isOfService(request: Request): boolean {
    return URL.canParse(request.url()) && this.#origins.has(new URL(request.url()).origin);
  }
}
