import type { BrowserContext, Page, Request } from '@playwright/test';
import { timed, type Line } from '../client/connections.ts';
import { failureOfStatus } from '../client/transport-failure.ts';
import { noteOfService, notesOfService, noteInVain, patienceFor } from '../run/wait-for.ts';
import { isConnectionError } from './browser-errors.ts';

/** The maximum size of an answer to a page in bytes, since a browser keeps it in memory; payment pages are smaller. */
const maxAnswerBytes = 8 * 1024 * 1024;
/** A page of the service whose answer has not ended for so long may be why nothing more came of it, in milliseconds. */
const unendedMs = 3_000;
/** What a run waits for; once that was in vain, so long, in milliseconds. */
const wholePage = 'a payment page, whole';
const leastPageMs = 8_000;
/** After so many pages that did not come whole, while none did, no other one is opened. */
const enough = 3;
/** What the workers tell each other of pages. */
const [inVain, whole] = ['page in vain', 'whole page'];

/** How long a page of the service may take: briefly where the run has waited in vain for one to come whole. */
export const pagePatience = (timeoutMs: number): number => patienceFor([wholePage], timeoutMs, leastPageMs);
/** Notes that a page did not come whole in all of that time. */
export const notePageInVain = (): void => {
  noteInVain([wholePage]);
  noteOfService(inVain, {});
};
/** Why no other page need be opened; undefined where one may come whole. */
export const whyNoPage = (): string | undefined =>
  notesOfService(inVain).length >= enough && notesOfService(whole).length === 0
    ? 'no payment page was answered whole in time'
    : undefined;

/** Watches the traffic between a browser and the service, and records the first request without an answer. */
export class PageWatch {
  readonly #origins = new Set<string>();
  readonly #context: BrowserContext;
  /** Pages that are being answered, with the time of each. */
  readonly #open = new Map<Request, number>();
  readonly #inVain = new WeakSet<Request>();
  #fault: string | undefined;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('response', (response) => {
      const isRedirect = response.status() >= 300 && response.status() < 400;
      if (isRedirect) this.#open.delete(response.request());
      const failure = failureOfStatus(response.status(), response.headers());
      if (failure) this.#note(response.request(), `was answered ${failure.message}`);
    });
    context.on('request', (request) => {
      if (request.isNavigationRequest() && this.#isOfService(request) && !this.#isPart(request))
        this.#open.set(request, Date.now());
    });
    context.on('requestfinished', (request) => {
      if (this.#open.delete(request) && notesOfService(whole).length === 0) noteOfService(whole, {});
    });
    context.on('requestfailed', (request) => {
      this.#open.delete(request);
      const reason = request.failure()?.errorText ?? '';
      if (isConnectionError(reason)) this.#note(request, `got no complete answer (${reason})`);
    });
  }

  /** Marks the origin of an address as that of the service. */
  belongsToService(address: string): void {
    if (URL.canParse(address)) this.#origins.add(new URL(address).origin);
  }

  /** The first request without an answer of the service; undefined when all were answered. */
  get fault(): string | undefined {
    const unended = this.#unended();
    return this.#fault ?? (unended && this.#inWords(unended, 'was not answered whole in time'));
  }

  /** The same for what ends because of it: a page that did not come whole is noted for the run, once. */
  noteFault(): string | undefined {
    const unended = this.#fault === undefined ? this.#unended() : undefined;
    if (unended && !this.#inVain.has(unended)) notePageInVain();
    if (unended) this.#inVain.add(unended);
    return this.fault;
  }

  #unended(): Request | undefined {
    return [...this.#open].find(([, at]) => Date.now() - at > unendedMs)?.[0];
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
    if (this.#isOfService(request)) this.#fault ??= this.#inWords(request, what);
  }

  #inWords(request: Request, what: string): string {
    const { pathname } = new URL(request.url());
    return `${request.method()} ${pathname.startsWith('/v1/') ? pathname : 'a payment page'} in the browser ${what}`;
  }

  /** Whether a page of the service itself shows the answer in a frame. */
  #isPart(request: Request): boolean {
    try {
      const within = request.frame().parentFrame()?.url() ?? '';
      return URL.canParse(within) && this.#origins.has(new URL(within).origin);
    } catch {
      // A window that does not exist yet.
      return false;
    }
  }

  #isOfService(request: Request): boolean {
    return URL.canParse(request.url()) && this.#origins.has(new URL(request.url()).origin);
  }
}
