import { NotTested } from '../errors/errors.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import type { CheckoutPage, Entry } from './checkout-page.ts';
import { notKept } from './page/page-steps.ts';
import { LostLine, type PageFault } from './page-fault.ts';

interface EntryTools {
  /** Creates the page object for a customer who enters this, after what was done before; on a trial the page may refuse it. */
  open: (entry: Entry, isTrial: boolean, before: CheckoutPage | undefined) => CheckoutPage;
  /** In their order. */
  entries: readonly Entry[];
  /** Whether the first one is a mistake, so that what follows is a trial as well. */
  isMistaken: boolean;
  /** Whether a later step was loaded again, after which a page need not go on. */
  wasLoadedAgain: () => boolean;
  /** Called when the page did not take an entry and the next one is due. @param amount that was typed */
  onRefused: (amount: number | undefined, isErrorPage: boolean) => Promise<void>;
}

/** What a customer enters on the page of one payment: at first, and then each time that the page does not take it. */
export class PageEntries {
  readonly #tools: EntryTools;
  readonly #left: Entry[];
  #page: CheckoutPage;
  /** What is entered now. */
  now: Entry = {};

  constructor(tools: EntryTools) {
    const [first = {}, ...others] = tools.entries;
    this.#tools = tools;
    this.#left = others;
    this.#page = this.#open(first);
  }

  /** The page object of what is entered now. */
  get page(): CheckoutPage {
    return this.#page;
  }

  /** Does something with what is entered; where the page does not take that, with what is entered next. */
  async enter<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      const isRefused = isRefusal(error);
      const entry = isRefused ? this.#left.shift() : undefined;
      if (entry === undefined && isRefused && this.#tools.wasLoadedAgain()) throw new NotTested(notKept);
      if (entry === undefined) throw error;
      await this.#tools.onRefused(this.#page.amountTyped, failureKindOf(error) === 'payment-page');
      this.#page = this.#open(entry, this.#page);
      return this.enter(act);
    }
  }

  /** @throws NotTested when the page has taken a mistake, after which nothing is stated */
  throwIfMistaken(): void {
    if (this.#tools.isMistaken && this.#left.length > 0)
      throw new NotTested('the page took an entry that it was to refuse');
  }

  /** A description whose last line is missing must not fail a rule. @throws NotTested */
  async excuseDescription(): Promise<void> {
    const left = await this.#page.furtherControl?.();
    if (left === undefined) return;
    throw new NotTested(
      `every line to end the payment was followed, and the browser is not back at the merchant, but the page still has ${left}; ` +
        'add a line to CHECKOUT_PAGE if that leads on, see docs/payment-page.md',
    );
  }

  #open(entry: Entry, before?: CheckoutPage): CheckoutPage {
    this.now = entry;
    return this.#tools.open(entry, this.#tools.isMistaken || this.#left.length > 0, before);
  }
}

/** A page may refuse an entry on the form itself, or with an error page. */
const isRefusal = (error: unknown): boolean => {
  if (error instanceof LostLine) return false;
  const kind = failureKindOf(error);
  return kind === 'not-tested' || (kind === 'payment-page' && /^HTTP 4\d\d$/.test((error as PageFault).received));
};
