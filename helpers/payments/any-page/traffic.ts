import type { BrowserContext, Dialog, Page, Request } from '@playwright/test';
import type { Customer } from '../checkout-page.ts';
import { isOwnNumber, isPayable } from './limits.ts';
import { mostWindows } from './scene/scene.ts';
import { outcomeOf, wordsOf } from './scene/vocabulary.ts';

/** The part of a dialog message that is read, in characters. */
const maxMessageLength = 1000;
/** Further dialogs are not answered. */
const maxDialogs = 30;

/** How long to wait for the document of a frame in the page, in milliseconds, since it may never be answered. */
const maxFrameMs = 5000;

/** Tracks a page's pending requests, answers its dialogs, and records addresses that the browser could not open. */
export class Traffic {
  /** Pending documents with the time of each request. */
  readonly #documents = new Map<Request, number>();
  readonly #others = new Set<Request>();
  /** Milliseconds since the epoch. */
  lastActivityAt = Date.now();
  /** Why the browser could not show the last document. */
  blockedBecause = '';

  constructor(page: Page, customer: Customer) {
    const context: BrowserContext = page.context();
    context.on('request', (request) => {
      this.lastActivityAt = Date.now();
      if (request.isNavigationRequest()) this.#documents.set(request, this.lastActivityAt);
      else if (/^(fetch|xhr|script)$/.test(request.resourceType())) this.#others.add(request);
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
      // An unanswered dialog stops a page that would open dialogs endlessly.
      if (dialogs <= maxDialogs) void answer(dialog, customer);
    });
  }

  /** Whether the browser is navigating to another document. */
  get navigates(): boolean {
    return [...this.#documents].some(([request, at]) => !isPart(request) || Date.now() - at < maxFrameMs);
  }

  /** Milliseconds since the last network activity; 0 while a request is pending. */
  get quietMs(): number {
    return this.navigates || this.#others.size > 0 ? 0 : Date.now() - this.lastActivityAt;
  }

  #ended(request: Request): void {
    this.#documents.delete(request);
    this.#others.delete(request);
    this.lastActivityAt = Date.now();
  }
}

/** Whether a document belongs to a frame within a window. */
const isPart = (request: Request): boolean => {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    // A window that does not exist yet.
    return false;
  }
};

const answer = async (dialog: Dialog, customer: Customer): Promise<void> => {
  const words = wordsOf(dialog.message().slice(0, maxMessageLength));
  const asksNumber = /\b(phone|mobile|number)\b/.test(words);
  const text = asksNumber ? customer.mobileMoneyNumber : dialog.defaultValue().slice(0, maxMessageLength) || '1';
  // The default value of a dialog is subject to the same limits as other values.
  const mayAccept = asksNumber || (isOwnNumber(text, customer) && isPayable(text, customer));
  const isQuestion = dialog.type() === 'prompt' && outcomeOf(words) === undefined;
  // Other dialogs inform, or ask to confirm what was pressed.
  const answered = isQuestion ? (mayAccept ? dialog.accept(text) : dialog.dismiss()) : dialog.accept();
  await answered.catch(() => {});
};
