import type { BrowserContext, Dialog, Page, Request } from '@playwright/test';
import type { Customer } from '../checkout-page.ts';
import { isOwnNumber, isPayable } from './limits.ts';
import { mostWindows } from './scene/scene.ts';
import { outcomeOf, wordsOf } from './scene/vocabulary.ts';

/** Characters of a dialog that are read. */
const longestMessage = 1000;
/** More dialogs than any customer would answer. */
const mostDialogs = 30;

/** Milliseconds that a frame within the page is waited for: it may never be answered, and need not be. */
const longestFrameMs = 5000;

/** What goes on behind a page: requests under way, dialogs, and addresses the browser could not open. */
export class Traffic {
  /** With the moment at which each was asked for. */
  readonly #documents = new Map<Request, number>();
  readonly #others = new Set<Request>();
  /** Milliseconds since the epoch. */
  lastActivityAt = Date.now();
  /** Why the browser could not show the document it was last sent to. */
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
    // Without a listener every dialog would be dismissed, and with it the customer's wish to cancel.
    let dialogs = 0;
    context.on('dialog', (dialog) => {
      dialogs += 1;
      // A page that asks without end is left alone with its question, which keeps it from asking the next one.
      if (dialogs <= mostDialogs) void answer(dialog, customer);
    });
  }

  /** Whether the browser is on its way to another document. */
  get navigates(): boolean {
    return [...this.#documents].some(([request, at]) => !isPart(request) || Date.now() - at < longestFrameMs);
  }

  /** Milliseconds since anything was sent or received; 0 while something is under way. */
  get quietMs(): number {
    return this.navigates || this.#others.size > 0 ? 0 : Date.now() - this.lastActivityAt;
  }

  #ended(request: Request): void {
    this.#documents.delete(request);
    this.#others.delete(request);
    this.lastActivityAt = Date.now();
  }
}

/** Whether a document is that of a frame within a window. */
const isPart = (request: Request): boolean => {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    // A window that does not exist yet.
    return false;
  }
};

const answer = async (dialog: Dialog, customer: Customer): Promise<void> => {
  const words = wordsOf(dialog.message().slice(0, longestMessage));
  const asksNumber = /\b(phone|mobile|number)\b/.test(words);
  const text = asksNumber ? customer.mobileMoneyNumber : dialog.defaultValue().slice(0, longestMessage) || '1';
  // What a dialog suggests is a value like any other.
  const mayAccept = asksNumber || (isOwnNumber(text, customer) && isPayable(text, customer));
  const isQuestion = dialog.type() === 'prompt' && outcomeOf(words) === undefined;
  // A dialog that only reports, or asks whether to go on with what was pressed.
  const answered = isQuestion ? (mayAccept ? dialog.accept(text) : dialog.dismiss()) : dialog.accept();
  await answered.catch(() => {});
};
