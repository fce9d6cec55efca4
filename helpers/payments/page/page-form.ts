import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { largestNumberIn } from '../../money/readings.ts';
import type { Customer } from '../checkout-page.ts';
import { goesOn, PageFault } from '../page-fault.ts';
import { findNodes, type Found } from './find-control.ts';
import { FormState, mostPresses, type Moment } from './form-state.ts';
import { forbiddenMoney } from './money-on-page.ts';
import { howToMend } from './lost-line-message.ts';
import { errorOf, leavesService, look, refusalOn, saysDeclined, type Seen } from './page-end.ts';
import { readFacts, type PageFacts } from './page-facts.ts';
import { isOfAmount, type Line, type List } from './page-lines.ts';
import { PageTraffic } from './page-traffic.ts';
import { isField, isTickBox, isTicked, readTree, signatureOf, type PageNode } from './page-tree.ts';
import { meaningOf } from './page-words.ts';
import { enter, press } from './use-control.ts';
import { shownCode, valueOf } from './values.ts';

const pollMs = 50;
/** How long to wait for a code that the page shows, in milliseconds. */
const codeMs = 4000;

/** A press would pay with what must not be paid with. */
export class ForbiddenPayment extends NotTested {}

/**
 * Fills in and presses the controls of a page, under the guard over money, and waits for what comes of it. What a late
 * script has emptied is filled in again, and a press that came before the script is repeated.
 */
export class PageForm {
  state = new FormState();
  #hasChangedAmount = false;
  /** Whether the last press was on a link to the merchant, which a page may open by itself meanwhile. */
  mayReturnTwice = false;
  readonly #where: Page | Frame;
  readonly #customer: Customer;
  readonly traffic: PageTraffic;
  /** The page as it was read before a press that it did not need. */
  #unchanged: PageNode[] | undefined;
  /** The fields that were marked as invalid before the last press. */
  #invalidBefore: readonly string[] = [];

  constructor(where: Page | Frame, customer: Customer) {
    this.#where = where;
    this.#customer = customer;
    this.traffic = new PageTraffic('mainFrame' in where ? where : where.page(), customer);
  }

  /** @throws ForbiddenPayment when it could pay with what must not be paid with; NotTested when it cannot be used */
  async press(found: Found, line: Line): Promise<void> {
    if (isTickBox(found.node) && isTicked(found.node)) {
      this.#unchanged = [...found.tree];
      return this.state.pressed(undefined);
    }
    this.mayReturnTwice = leavesService(found.node);
    let tree = found.tree;
    for (let times = 0; times < 3 && (await this.#refill(tree)); times += 1) tree = await readTree(this.#where);
    const { text } = await this.#guarded(found.node);
    const picture = this.#customer.onStep(text);
    // The page may have changed meanwhile.
    if (picture) await picture.then(() => this.#guarded(found.node));
    const before = this.#moment(signatureOf(tree));
    const isShown = await press(found, line, this.#where, () => this.traffic.quietMs);
    // A ticked box has changed at once, or stays as it was.
    const times = isShown ? mostPresses : 1;
    this.state.pressed(isTickBox(found.node) ? undefined : { found, line, ...before, at: Date.now(), times });
  }

  /** The page was loaded again: nothing stands on it any more. */
  forget(): void {
    this.state = new FormState();
  }

  /** Whether a field shows the amount that the merchant has set, which a customer leaves as it is. */
  async leaves({ node }: Found, line: Line): Promise<boolean> {
    const { isAmountSet, currency, onStep } = this.#customer;
    if (!isAmountSet || !isOfAmount(line) || largestNumberIn(node.text) === 0) return false;
    const { text } = await readFacts(this.#where);
    await onStep(`${text}\n${line.name} ${currency} ${node.text}`);
    return true;
  }

  /** @param next the line behind it. @throws NotTested when the control does not hold the value afterwards */
  async enter(found: Found, line: Line, given: string, next?: Line): Promise<void> {
    const text = given === '{code}' ? await this.#textWithCode() : '';
    const value = valueOf(given, this.#customer, text);
    // A button that opens a list may turn out to be another one.
    if (!isField(found.node)) await this.#guarded(found.node);
    const guard = (node: PageNode) => this.#guarded(node);
    const { amountBefore } = this.#customer;
    // Once, since a page that draws itself anew meanwhile is entered again.
    if (amountBefore !== undefined && isOfAmount(line) && !this.#hasChangedAmount) {
      this.#hasChangedAmount = true;
      const before = valueOf(given, { ...this.#customer, amount: amountBefore }, text);
      await enter(found, line, before, this.#where, { guard }).catch(() => {});
    }
    await enter(found, line, value, this.#where, { next, guard });
    this.state.entered(line, value, found.node);
  }

  /** The text of the page, with the code that it shows or announces a little later. */
  async #textWithCode(): Promise<string> {
    for (const until = Date.now() + codeMs; ; await pause(2 * pollMs)) {
      const { text } = await readFacts(this.#where);
      if (shownCode(text) !== undefined || Date.now() > until) return text;
    }
  }

  /** Waits for what follows a press: an answer, or a change of the page. @returns the page, if it was read at the end */
  async settle(): Promise<PageNode[] | undefined> {
    const last = this.state.lastPress;
    const unchanged = this.#unchanged;
    this.#unchanged = undefined;
    if (!last) return unchanged;
    const until = Date.now() + this.#customer.patienceMs;
    while (!this.#customer.hasArrived() && Date.now() < until) {
      // The request of a press comes a little later, and reading a page that is being left takes long.
      const quiet = Math.min(this.traffic.quietMs, Date.now() - last.at);
      const tree = quiet > 100 ? await readTree(this.#where) : undefined;
      if (tree && (quiet > 700 || signatureOf(tree) !== last.signature)) return tree;
      await pause(pollMs);
    }
    return undefined;
  }

  /**
   * The page when everything that was done has come to an end; a press of which nothing came is repeated.
   *
   * @param settling the wait for what follows the last press, if it has begun
   */
  async settled(settling = this.settle()): Promise<Seen> {
    let seen = await look(this.#where, await settling);
    while (this.state.lastPress && !this.#customer.hasArrived()) {
      const signature = signatureOf(seen.tree);
      const { invalid } = seen.facts;
      // A browser marks the fields for which it did not send a form; pressing again would not help.
      if (invalid.some((field) => !this.#invalidBefore.includes(field))) break;
      if (!this.state.mayPressAgain(this.#moment(signature))) break;
      await pause(pollMs);
      await this.pressAgain(signature);
      seen = await look(this.#where);
    }
    return seen;
  }

  /** @throws PageFault when a page is an error of the service. @param steps what was done on it */
  throwIfBroken(seen: Seen, steps: readonly string[], isCancelled: boolean): void {
    const isOver = isCancelled || saysDeclined(this.#customer.intention, seen.facts);
    const received = errorOf(seen, isOver, this.traffic.blockedBecause);
    if (received !== undefined) throw new PageFault(goesOn, received, steps);
  }

  /** Judges a page after the last line: an error of the service, a refusal of what was typed, or a regular end. */
  async judgeEnd(list: List, steps: readonly string[]): Promise<void> {
    const settling = this.settle();
    await settling;
    // The page of the merchant, or one that is being left for it, is not read.
    if (this.#customer.hasArrived()) return;
    const seen = await this.settled(settling);
    if (this.#customer.hasArrived()) return;
    this.throwIfBroken(seen, steps, list === 'cancel');
    const { lastPress } = this.state;
    // Where one button leads to each step, it may have been pressed once more on the step that has refused a mistake.
    const isStill = this.#customer.isTrial && signatureOf(seen.tree) === lastPress?.signature;
    const refusal = refusalOn(seen, isStill ? [] : lastPress?.found.tree);
    if (refusal.length === 0) return;
    // The page's script came late, and emptied the fields just before it saw the press.
    if (await this.repeatEmptied(seen.tree)) return this.judgeEnd(list, steps);
    throw new NotTested(
      `the payment page refused what the lines of ${list} entered: ${refusal.join(', ')}; after: ${steps.join(', ')}${howToMend}`,
    );
  }

  /** Repeats the last press if nothing was sent and nothing has changed since. */
  async pressAgain(signature: string): Promise<void> {
    if (this.state.mustPressAgain(this.#moment(signature))) await this.#repeat(signature);
  }

  /** Fills in what a late script has emptied, and repeats the last press. @returns false when there is nothing to repeat */
  async repeatEmptied(tree: readonly PageNode[]): Promise<boolean> {
    if (!(await this.#refill(tree))) return false;
    if (!(await this.#repeat(signatureOf(tree)))) return false;
    await this.settle();
    return true;
  }

  async #repeat(signature: string): Promise<boolean> {
    const last = this.state.lastPress;
    if (!last || !this.state.pressedAgain(this.#moment(signature))) return false;
    await this.#refill(await readTree(this.#where));
    await this.#guarded(last.found.node);
    await press(last.found, last.line, this.#where, () => this.traffic.quietMs).catch(() => {});
    return true;
  }

  #moment(signature: string): Moment {
    return { signature, requests: this.traffic.count, at: Date.now() };
  }

  /** What the page would send and says, unless a press could pay with what must not be paid with. */
  async #guarded(node: PageNode): Promise<PageFacts> {
    const facts = await readFacts(this.#where);
    const forbidden = forbiddenMoney(facts, node, this.#customer, this.#customer.amount);
    // What cancels pays nothing.
    const cancels = this.#customer.intention === 'cancel' && meaningOf(node.name) === 'cancel';
    if (forbidden !== undefined && !cancels)
      throw new ForbiddenPayment(`nothing more was pressed on the payment page: ${forbidden}`);
    return facts;
  }

  /** Fills in again what the page's own script has emptied when it started. */
  async #refill(tree: readonly PageNode[]): Promise<boolean> {
    const emptied = this.state.emptiedIn(tree);
    for (const { line, value } of emptied) {
      const [found] = findNodes(line, tree);
      const guard = (node: PageNode) => this.#guarded(node);
      if (found) await enter(found, line, value, this.#where, { guard }).catch(() => {});
    }
    return emptied.length > 0;
  }
}
