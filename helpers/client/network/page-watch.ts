import type { BrowserContext, Page, Request } from '@playwright/test';
import { failureOfStatus } from './transport-failure.ts';
import { isUnreachable } from './unreachable.ts';
import type { Network } from './network.ts';

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
  #fault: string | undefined;

  constructor(context: BrowserContext, { circuitBreaker }: Network, extendTimeout: (ms: number) => void) {
    this.#context = context;
    this.#extendTimeout = extendTimeout;
    context.on('response', (response) => {
      const said = failureOfStatus(response.status(), {})?.said;
      if (said) this.#note(response.request(), `was answered ${said}`);
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
  async limit(rate: NonNullable<Network['rateLimiter']>): Promise<void> {
    this.#context.on('request', (request) => {
      if (request.redirectedFrom() && this.#isOfService(request)) rate.reserve();
    });
    const ofService = (url: URL) => this.#origins.has(url.origin);
    await this.#context.route(ofService, async (route) => {
      await rate.turn(this.#extendTimeout);
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
