import type { Dialog, Page, Request } from '@playwright/test';
import { subunitsOf } from '../../money/readings.ts';
import { pagePatience } from '../../network/page-watch.ts';
import { isAllowedNumber } from '../../settings/safety/payment-limits.ts';
import type { Limits } from './page-lines.ts';
import { closePage } from '../payment-window.ts';
import { mostWindows } from './page-tree.ts';

/** A page that opens more dialogs is closed, since it may open them endlessly. */
const maxDialogs = 30;
/** A page that was loaded so often by one address loads itself. */
const manyLoads = 10;
/** How long to wait for a request that may never be answered, such as a long poll, in milliseconds. */
const maxPendingMs = 5000;
/** A style sheet that is awaited for so long may be why a page cannot be used, in milliseconds. */
const lateMs = 3000;

/** Tracks a page's pending requests and answers its dialogs. */
export class PageTraffic {
  /** Pending requests with the time of each. */
  readonly #pending = new Map<Request, number>();
  #lastAt = Date.now();
  readonly #patienceMs: number;
  /** The number of requests so far. */
  count = 0;
  /** How often each address was loaded. */
  readonly #loads = new Map<string, number>();
  /** Why the browser could not show the last document. */
  blockedBecause = '';

  constructor(page: Page, { patienceMs, ...limits }: Limits & { patienceMs: number }) {
    this.#patienceMs = patienceMs;
    const context = page.context();
    context.on('request', (request) => {
      this.#lastAt = Date.now();
      this.count += 1;
      if (request.isNavigationRequest()) this.#loads.set(request.url(), (this.#loads.get(request.url()) ?? 0) + 1);
      const isWaitedFor =
        request.isNavigationRequest() || /^(?:fetch|xhr|script|stylesheet)$/.test(request.resourceType());
      if (isWaitedFor) this.#pending.set(request, this.#lastAt);
    });
    context.on('requestfinished', (request) => this.#ended(request));
    context.on('requestfailed', (request) => {
      if (request.isNavigationRequest()) this.blockedBecause = request.failure()?.errorText ?? '';
      this.#ended(request);
    });
    context.on('page', (opened) => {
      if (context.pages().length > mostWindows + 1) void opened.close().catch(() => {});
    });
    // Without a listener, Playwright would dismiss every dialog, including a confirmation to cancel.
    let dialogs = 0;
    context.on('dialog', (dialog) => {
      dialogs += 1;
      if (dialogs <= maxDialogs) void answer(dialog, limits);
      else closePage(page, `it opened more than ${maxDialogs} dialogs`);
    });
  }

  /** Milliseconds since the last network activity; 0 while an answer is awaited. */
  get quietMs(): number {
    const now = Date.now();
    const isAwaited = ([request, at]: [Request, number]) =>
      now - at < maxPendingMs || (isWholeWindow(request) && now - at < pagePatience(this.#patienceMs));
    return [...this.#pending].some(isAwaited) ? 0 : now - this.#lastAt;
  }

  /** Whether a page loads itself again and again. */
  get loadsItself(): boolean {
    return [...this.#loads.values()].some((times) => times >= manyLoads);
  }

  /** The style sheet that the browser still awaits, and before which it shows nothing. */
  get awaitedStyle(): string | undefined {
    const isLate = ([one, at]: [Request, number]) => one.resourceType() === 'stylesheet' && Date.now() - at > lateMs;
    const late = [...this.#pending].find(isLate);
    return late && `the style sheet ${new URL(late[0].url()).pathname.slice(0, 100)}`;
  }

  #ended(request: Request): void {
    this.#pending.delete(request);
    this.#lastAt = Date.now();
  }
}

/** Whether a document of a window is loading. */
const isWholeWindow = (request: Request): boolean => {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // A window that does not exist yet.
    return true;
  }
};

/** Accepts a dialog, unless its own proposal would pay with another number or too much. */
const answer = async (dialog: Dialog, limits: Limits): Promise<void> => {
  const value = dialog.defaultValue().slice(0, 1000);
  const isAllowed = isAllowedNumber(value, limits) && subunitsOf(value, limits.currency) <= limits.maxAmount;
  await (isAllowed ? dialog.accept(value) : dialog.dismiss()).catch(() => {});
};
