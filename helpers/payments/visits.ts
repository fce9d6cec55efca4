import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../errors/errors.ts';
import { reload } from './open-address.ts';
import { readFacts } from './page/page-facts.ts';

/** The visits of one payment page in its window or frame, and what a customer may do between them. */
export class Visits {
  readonly #page: Page;
  readonly #where: Page | Frame;
  readonly #timeoutMs: number;
  /** Whether another document was asked for since `stays` was called. */
  #hasLeft = false;
  /** Whether the page came by a post, which loading it again would repeat. */
  #isPosted = false;
  /** Whether a later step was loaded again. */
  wasLoadedAgain = false;

  constructor(page: Page, where: Page | Frame, timeoutMs: number) {
    this.#page = page;
    this.#where = where;
    this.#timeoutMs = timeoutMs;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return;
      if (request.frame() !== ('mainFrame' in where ? where.mainFrame() : where)) return;
      this.#hasLeft = true;
      this.#isPosted = request.method() !== 'GET';
    });
  }

  /** The customer is about to end the payment on this page. */
  stays(): void {
    this.#hasLeft = false;
  }

  /** How long to watch for a return that is not expected: the script of a page that stays may take some time to leave it. */
  watchMs(settleMs: number): number {
    return this.#hasLeft ? settleMs : Math.max(settleMs, 1500);
  }

  /** Comes to this page once more in each way that sends nothing. @returns whether it is ready each time */
  async eachOffers(isReady: () => Promise<boolean>): Promise<boolean> {
    for (const visit of this.#isPosted ? [] : this.#further()) {
      await visit();
      if (!(await isReady())) return false;
    }
    return true;
  }

  /** Loads a later step again. @returns false where that would send something once more, or the frame is gone */
  async loadAgain(): Promise<boolean> {
    if (this.#isPosted || ('isDetached' in this.#where && this.#where.isDetached())) return false;
    await reload(this.#where, this.#timeoutMs);
    this.stays();
    return (this.wasLoadedAgain = true);
  }

  /** To the page before an error page. @throws NotTested when the service does not show it again, as it need not */
  async goBack(): Promise<void> {
    await this.#back();
    const { status, blocked } = await readFacts(this.#where);
    if (status >= 400 || blocked) throw new NotTested('the page does not go on after an entry that it has refused');
  }

  async #back(): Promise<void> {
    await this.#page.goBack({ waitUntil: 'commit', timeout: this.#timeoutMs }).catch(() => undefined);
  }

  #further(): (() => Promise<unknown>)[] {
    const again = () => reload(this.#where, this.#timeoutMs);
    return this.#where === this.#page ? [again, () => this.#leaveAndReturn()] : [again];
  }

  async #leaveAndReturn(): Promise<void> {
    await this.#page.goto('about:blank');
    await this.#back();
  }
}
