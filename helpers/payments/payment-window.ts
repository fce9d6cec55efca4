import type { Page } from '@playwright/test';
import { EnvironmentFault, NotTested, textOfError } from '../errors/errors.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import { NetworkPolicy } from '../network/network-policy.ts';

const closed = new WeakMap<Page, string>();
/** Closes a page that would not come to an end. @param why in words that follow "since" */
export const closePage = (page: Page, why: string): void => {
  closed.set(page, why);
  void page.close().catch(() => {});
};

/** The window of one payment, and what may stop a payment in it that is no fault of the service. */
export class PaymentWindow {
  readonly page: Page;
  readonly #networkFault: () => string | undefined;
  #hasCrashed = false;

  /** @param networkFault why the traffic between browser and service cannot be judged */
  constructor(page: Page, networkFault: () => string | undefined) {
    this.page = page;
    this.#networkFault = networkFault;
    page.on('crash', () => (this.#hasCrashed = true));
  }

  /** Waits for a promise until a document is blocked. @throws NotTested */
  unlessBlocked<T>(waited: Promise<T>): Promise<T> {
    return this.#policy.unlessBlocked(waited);
  }

  /** The same for what a page shows: a negative result counts only if nothing was blocked. */
  async showsUnlessBlocked(shown: Promise<boolean>): Promise<boolean> {
    const shows = await this.unlessBlocked(shown);
    if (!shows) this.throwIfHindered();
    return shows;
  }

  /**
   * @param withoutLooks for what a page without its pictures, fonts and styles shows as well
   * @throws when something other than the service may have stopped the payment
   */
  throwIfHindered(withoutLooks = false): void {
    this.#policy.throwIfBlocked(withoutLooks ? ['page', 'part'] : undefined);
    if (this.#hasCrashed) throw new EnvironmentFault('the browser lost the payment page, which crashed');
    const why = closed.get(this.page);
    if (why !== undefined) throw new EnvironmentFault(`the payment page was closed, since ${why}`);
    // Too large an answer has closed it.
    const fault = this.#networkFault();
    if (fault !== undefined) throw new EnvironmentFault(fault);
    if (this.page.isClosed()) throw new EnvironmentFault('the browser lost the payment page, which was closed');
  }

  /** An error of the payment, or what may be its cause; a line that does not fit is told beside what was blocked. */
  explained(error: unknown): unknown {
    try {
      this.throwIfHindered();
      return error;
    } catch (hindrance) {
      const areBothTold = [error, hindrance].every((one) => failureKindOf(one) === 'not-tested');
      if (!areBothTold || this.#policy.isPageBlocked) return hindrance;
      const [told, besides] = [textOfError(error), textOfError(hindrance)];
      return new NotTested(told.includes(besides) ? told : `${told}; besides, ${besides}`);
    }
  }

  get #policy(): NetworkPolicy {
    return NetworkPolicy.of(this.page.context());
  }
}
