import type { BrowserContext, Page, Request } from '@playwright/test';
import { timed, type Line } from '../client/connections.ts';
import { failureOfStatus } from '../client/transport-failure.ts';
import { isUnreachable } from './browser-errors.ts';

/** The maximum size of an answer to a page in bytes, since a browser keeps it in memory; payment pages are smaller. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** Watches the traffic between a browser and the service, and records the first request without an answer. */
export class PageWatch {
  readonly #origins = new Set<string>();
  readonly #context: BrowserContext;
  #fault: string | undefined;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('response', (response) => {
      const failure = failureOfStatus(response.status(), response.headers());
      if (failure) this.#note(response.request(), `was answered ${failure.message}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (isUnreachable(reason)) this.#note(request, `got no complete answer (${reason})`);
    });
  }

  /** Marks the origin of an address as that of the service. */
  belongsToService(address: string): void {
    if (URL.canParse(address)) this.#origins.add(new URL(address).origin);
  }

  /** The first request without an answer of the service; undefined when all were answered. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Delays requests of pages to the service by the limits of the client; redirects cannot be delayed. */
  async limit(turnOfPage: Line['turnOfPage'], extendTimeout: (ms: number) => void): Promise<void> {
    // Routing disables the browser's cache, so it is used only where requests are held apart.
    if (!(await turnOfPage())) return;
    const ofService = (url: URL) => this.#origins.has(url.origin);
    await this.#context.route(ofService, async (route) => {
      await timed(turnOfPage, extendTimeout);
      await route.continue().catch(() => {});
    });
  }

  /** Closes the page when an answer to it becomes too large. */
  async limitSize(page: Page): Promise<void> {
    const session = await this.#context.newCDPSession(page);
    const sizes = new Map<string, number>();
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const size = (sizes.get(requestId) ?? 0) + dataLength;
      sizes.set(requestId, size);
      if (size <= maxAnswerBytes) return;
      this.#fault ??= `an answer in the browser was larger than ${maxAnswerBytes / 1024 ** 2} MB`;
      void page.close().catch(() => {});
    });
    await session.send('Network.enable');
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
