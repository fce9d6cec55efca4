import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { failureKindOf } from '../../errors/failure-kind.ts';
import type { Customer } from '../checkout-page.ts';
import { findPresent, type Found } from './find-control.ts';
import type { PageForm } from './page-form.ts';
import type { Line } from './page-lines.ts';
import { readTree, signatureOf, slackMs, type PageNode } from './page-tree.ts';

/** How often a page that was loaded again is looked at; how long it stays as it is before it counts as drawn, or as lost. */
const [pollMs, drawnMs, lostMs] = [50, 700, 4000];

/**
 * The steps of a payment page that a customer comes to on a trial, each known by its first line. A page may keep its step or
 * begin again where it is loaded again or refuses an entry, so the lines go on with what it shows then.
 */
export class PageSteps {
  readonly #where: Page | Frame;
  readonly #customer: Customer;
  readonly #lines: readonly Line[];
  readonly #mostLoaded: number;
  readonly #firsts: number[] = [];
  /** The page when its last step began. */
  #atLast: readonly PageNode[] = [];

  /**
   * @param lines of the payment
   * @param mostLoaded the last of them with which a step may begin that is loaded again: the payment may end behind it
   */
  constructor(where: Page | Frame, customer: Customer, lines: readonly Line[], mostLoaded: number) {
    this.#where = where;
    this.#customer = customer;
    this.#lines = lines;
    this.#mostLoaded = mostLoaded;
  }

  /** The line with which a page goes on that has refused an entry; 0 where that is not known. */
  async refusedAt(): Promise<number> {
    return this.#firsts.length === 0 ? 0 : ((await this.#whereOn(await readTree(this.#where))) ?? 0);
  }

  /**
   * Loads the page again, once for each further step that begins with a line whose control was found.
   *
   * @returns the line with which the page goes on; undefined where it was not loaded
   * @throws NotTested when it shows none of its steps any more, as it need not
   */
  async loadedAgainAt(at: number, { tree }: Found, form: PageForm): Promise<number | undefined> {
    const { isTrial, loadAgain, hasArrived } = this.#customer;
    // A choice begins no step.
    if (!isTrial || !(await this.#begins(at, tree, form.state.lastPress !== undefined))) return undefined;
    // Windows need not go on without the page that has opened them.
    const mayLoad = loadAgain && at <= this.#mostLoaded && tree.every(({ place }) => place === 0);
    if (!mayLoad || !(await loadAgain().catch(asNotTested))) return undefined;
    form.forget();
    const next = await this.#whereOnAnew(form);
    if (hasArrived()) throw new NotTested('the browser has returned while the page was loaded again');
    return next;
  }

  /** Whether a line is the first of a further step: after a press, and without the first line of the step before. */
  async #begins(at: number, tree: readonly PageNode[], afterPress: boolean): Promise<boolean> {
    const last = this.#firsts.at(-1);
    const isFurther = last !== undefined && at > last && afterPress && !(await this.#has(last, tree));
    if (last !== undefined && !isFurther) return false;
    this.#firsts.push(at);
    this.#atLast = tree;
    return isFurther;
  }

  /**
   * The first line of an earlier step that has come back, or of the last one. A line that was there all the time, such as a
   * button of the same name, tells no earlier step.
   */
  async #whereOn(tree: readonly PageNode[]): Promise<number | undefined> {
    const last = this.#firsts.at(-1);
    for (const at of this.#firsts)
      if ((await this.#has(at, tree)) && (at === last || !(await this.#has(at, this.#atLast)))) return at;
    return undefined;
  }

  /** The same once the page is drawn. */
  async #whereOnAnew({ traffic }: PageForm): Promise<number> {
    let [signature, changedAt] = ['', Date.now()];
    const until = Date.now() + Math.max(this.#customer.patienceMs, 2 * lostMs) + slackMs();
    for (;;) {
      const tree = await readTree(this.#where);
      const now = signatureOf(tree);
      if (now !== signature) [signature, changedAt] = [now, Date.now()];
      const idle = Math.min(Date.now() - changedAt, traffic.quietMs);
      const at = idle > drawnMs || Date.now() > until ? await this.#whereOn(tree) : undefined;
      if (at !== undefined) return at;
      if (idle > lostMs + slackMs() || Date.now() > until) throw new NotTested(notKept);
      await pause(pollMs);
    }
  }

  async #has(at: number, tree: readonly PageNode[]): Promise<boolean> {
    const line = this.#lines[at];
    return line !== undefined && (await findPresent(line, tree)).length > 0;
  }
}

/** Why a payment is not judged whose page was lost with a step that was loaded again. */
export const notKept = 'the page does not go on after a later step was loaded again';

/** A page need not load again. */
const asNotTested = (error: unknown): never => {
  throw failureKindOf(error) === 'payment-page' ? new NotTested(notKept) : error;
};
