import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import type { CheckoutPage, Customer } from '../checkout-page.ts';
import { goesOn, PageFault } from '../page-fault.ts';
import { canBePressed, firstOfTwins } from './covered.ts';
import { findAll, findPresent, lasting, type Found } from './find-control.ts';
import { ineffectiveMs } from './form-state.ts';
import { lostLine, type Place } from './lost-lines.ts';
import { howToMend, lostLineMessage, unmeantField } from './lost-line-message.ts';
import { isDeadEnd, furtherControl, look, saysDeclined, type Seen } from './page-end.ts';
import { isOfAmount, listOf, neededAt, type Line, type List, type PageLines } from './page-lines.ts';
import { PageForm, ForbiddenPayment } from './page-form.ts';
import { PageSteps } from './page-steps.ts';
import { isBusy, readTree, signatureOf, slackMs, type PageNode } from './page-tree.ts';
import { readPressable } from './pressable.ts';
import { Trial } from './trial.ts';
import { LockedField } from './use-control.ts';

/** How often, and how long, an idle page without the next control is looked at; how much later one draws what it loaded. */
const [pollMs, idleMs, drawnMs] = [50, 4000, 100];
/** How long a notice may lie over a control, in milliseconds. */
const noticeMs = 7000;

/** A payment page that is used as its description says: the way along its lines. */
export class DescribedPage implements CheckoutPage {
  readonly steps: string[] = [];
  asksForAmount = false;
  amountTyped: number | undefined;
  readonly #where: Page | Frame;
  readonly #customer: Customer;
  readonly #lines: PageLines;
  readonly #form: PageForm;
  /** The lines of this payment, and how many of them were followed. */
  readonly #sequence: Line[];
  #next = 0;
  /** The line by which a customer who cancels may leave the common beginning. */
  readonly #exit: Line | undefined;
  /** The page as it was read last, while nothing is done on it; and if it was read just now. */
  #signature = '';
  #fresh: PageNode[] | undefined;
  /** The page when its first control was found. */
  #atFirst: string | undefined;
  #first: readonly PageNode[] = [];
  /** When the control of the next line could not be used, in milliseconds. */
  #failures: number[] = [];
  readonly #trial: Trial;
  readonly #steps: PageSteps;
  #wasLoadedAgain = false;

  constructor(where: Page | Frame, customer: Customer, lines: PageLines) {
    this.#where = where;
    this.#customer = customer;
    this.#lines = lines;
    this.#form = new PageForm(where, customer);
    const list = listOf[customer.intention];
    this.#sequence = [...lines.begin, ...lines[list]];
    this.#exit = list === 'cancel' && !customer.cancelsLate ? lines.cancel[0] : undefined;
    this.#trial = new Trial(customer);
    const steps = new PageSteps(where, customer, this.#sequence, lines.begin.length);
    this.#steps = customer.before instanceof DescribedPage ? customer.before.#steps : steps;
  }

  get mayReturnTwice(): boolean {
    return this.#form.mayReturnTwice;
  }

  async ready(): Promise<boolean> {
    // A page that was loaded again need not be the same.
    this.#fresh = undefined;
    const { mayHaveEnded } = this.#customer;
    const found = await this.#await(this.#next, mayHaveEnded ? idleMs / 4 : idleMs);
    this.#trial.visited(this.#atFirst, this.#signature);
    if (found !== 'nothing') return found !== 'arrived';
    const seen = await look(this.#where);
    const { status, blocked } = seen.facts;
    if (mayHaveEnded || blocked || status >= 400 || !(await furtherControl(this.#where, seen.tree))) return false;
    throw await this.#lostOn(seen);
  }

  async isHeldBack(): Promise<boolean> {
    while (this.#sequence[this.#next]?.value !== undefined || this.#sequence[this.#next]?.isOptional) {
      if ((await this.#follow(this.#next + 1)) === 'arrived') return false;
    }
    const tree = await readTree(this.#where);
    const line = this.#sequence[this.#next];
    return line !== undefined && (await findPresent(line, tree)).every(({ node }) => node.disabled);
  }

  async setAmount(): Promise<boolean> {
    const at = this.#sequence.findIndex(isOfAmount);
    if (at === -1) throw new NotTested(`the description of the payment page has no line with {amount}${howToMend}`);
    await this.#follow(at + 1);
    if (this.asksForAmount) return true;
    const tree = await readTree(this.#where);
    const other = unmeantField(this.#sequence[at] as Line, tree, await findAll(this.#sequence, tree));
    if (other) throw lostLine(this.#customer.lostLines, this.#placeOf(at), other, this.#trial);
    return false;
  }

  async hadNoAmountField(): Promise<boolean> {
    if (this.asksForAmount || this.#next < this.#sequence.length) return false;
    const found = await findAll(this.#sequence.filter(isOfAmount), await readTree(this.#where));
    return found.length === 0 && !(await this.setAmount());
  }

  readonly pay = (): Promise<void> => this.#finish('pay');
  readonly decline = (): Promise<void> => this.#finish('decline');
  async cancel(): Promise<boolean> {
    const [first] = this.#lines.cancel;
    if (!first || (this.#customer.cancelsLate && !(await this.#isOfferedLate(first)))) return false;
    await this.#finish('cancel');
    return true;
  }

  /** Whether a page offers to cancel after all that was entered, as it need not. */
  async #isOfferedLate(first: Line): Promise<boolean> {
    const entered = this.#lines.begin.findLastIndex(({ value }) => value !== undefined) + 1;
    if ((await this.#follow(entered)) === 'arrived') return true;
    this.#next = this.#lines.begin.length;
    if ((await this.#await(this.#next, idleMs / 4)) === 'nothing') return false;
    // A dialog may lie over it, or a notice that goes away.
    for (const until = Date.now() + noticeMs; Date.now() < until;)
      if (await canBePressed(first, await readTree(this.#where))) return true;
    return false;
  }

  async asksAgain(): Promise<boolean> {
    const { tree, facts } = await look(this.#where);
    const isError = facts.status >= 400 && !saysDeclined(this.#customer.intention, facts);
    return facts.blocked || isError || signatureOf(tree) === this.#atFirst;
  }

  async furtherControl(): Promise<string | undefined> {
    const tree = await readTree(this.#where);
    return this.#form.state.pressedWordsIn(tree) ?? furtherControl(this.#where, tree);
  }

  /** Follows one more line. @returns false when the browser has returned to the merchant before it */
  async follow(line: Line): Promise<boolean> {
    this.#sequence.push(line);
    return (await this.#follow(this.#sequence.length)) !== 'arrived';
  }

  /** The page when everything that was done has come to an end. */
  readonly settled = (): Promise<Seen> => this.#form.settled();

  async #finish(list: List): Promise<void> {
    // The common beginning alone would do what another list says.
    if (this.#sequence.length === 0 || (list === 'decline' && this.#lines.decline.length === 0)) {
      throw new NotTested(`the description of the payment page has no lines under ${list}${howToMend}`);
    }
    await this.#follow(this.#sequence.length);
    await this.#form.judgeEnd(list, this.steps);
  }

  /** Follows the lines before a place of the list. @returns `arrived` when the browser is back at the merchant */
  async #follow(end: number): Promise<'arrived' | 'followed'> {
    if (this.steps.length === 0) this.#next = Math.max(this.#next, await this.#steps.refusedAt());
    while (this.#next < end) {
      const found = await this.#await(this.#next, idleMs);
      if (found === 'arrived') return 'arrived';
      if (found === 'skip' || found === 'exit') {
        this.#next = found === 'skip' ? this.#next + 1 : this.#lines.begin.length;
      } else if (found === 'nothing') {
        const seen = await look(this.#where);
        const isPastBegin = this.#next > this.#lines.begin.length;
        this.#form.throwIfBroken(seen, this.steps, isPastBegin && this.#customer.intention === 'cancel');
        // A press that came to no end in time may have led here, unseen.
        if (this.#failures.length === 0 && (await this.#isDeadEnd(seen.tree))) {
          // Neither a receipt nor a cancelled payment needs anything to press, whatever the lines say.
          const mayEnd = this.#exit === undefined || isPastBegin;
          if (this.#customer.endsHere && mayEnd && signatureOf(seen.tree) !== this.#atFirst) return 'followed';
          throw new PageFault(goesOn, 'a page without a control that leads on', this.steps);
        }
        throw await this.#lostOn(seen);
      } else if (!(await this.#loadsAgain(found)) && (await this.#act(found))) {
        this.#customer.lostLines?.followed(this.#placeOf(this.#next));
        this.#next += 1;
      }
    }
    return 'followed';
  }

  /** @returns whether the page was loaded again, and the lines go on with what it shows */
  async #loadsAgain(found: Found): Promise<boolean> {
    const next = await this.#steps.loadedAgainAt(this.#next, found, this.#form);
    if (next === undefined) return false;
    this.#next = next;
    return (this.#wasLoadedAgain = this.#trial.isDoubtful = true);
  }

  /** Waits for the control of a line, or for the next one if it is optional, while anything happens on the page. */
  async #await(at: number, patienceMs: number): Promise<Found | 'arrived' | 'skip' | 'exit' | 'nothing'> {
    const line = this.#sequence[at];
    if (!line) return 'nothing';
    let read = this.#fresh ?? (await this.#form.settle());
    this.#fresh = undefined;
    let changedAt = Date.now();
    const until = Date.now() + Math.max(this.#customer.patienceMs, 2 * idleMs);
    for (;;) {
      if (this.#customer.hasArrived()) return 'arrived';
      const tree = read ?? (await readTree(this.#where));
      read = undefined;
      if (this.#exit && at < this.#lines.begin.length && (await canBePressed(this.#exit, tree))) return 'exit';
      const usable = (await findPresent(line, tree)).filter(({ node }) => !node.disabled);
      const found = usable.length > 1 ? await firstOfTwins(usable) : usable[0];
      if (found && !this.#form.state.isUnanswered(found, tree)) {
        this.#signature = signatureOf(tree);
        this.#atFirst ??= this.#signature;
        if (this.#first.length === 0) this.#first = tree;
        return found;
      }
      const now = signatureOf(tree);
      // What is drawn a moment later may be the optional control.
      const isStill = now === this.#signature && this.#form.traffic.quietMs > drawnMs;
      const isDrawn = isStill || (this.#customer.isAmountSet && isOfAmount(line));
      const isLeftOut = () => (line.isOptional ? this.#isPassedOver(at, tree) : this.#trial.isKept(line, tree));
      if (usable.length === 0 && isDrawn && (await isLeftOut())) {
        this.#fresh = tree;
        return 'skip';
      }
      if (now !== this.#signature || isBusy(tree)) changedAt = Date.now();
      this.#signature = now;
      const idle = Math.min(Date.now() - changedAt, this.#form.traffic.quietMs);
      if (idle > ineffectiveMs) await this.#form.pressAgain(now);
      const isOver = idle > patienceMs + slackMs() || Date.now() > until + 3 * slackMs();
      const missed = this.#placeOf(neededAt(this.#sequence, at));
      // Where another payment of the run has waited for the line already, a quarter of the time is enough.
      if (isOver || (idle > patienceMs / 4 && this.#customer.lostLines?.isKnown(missed, this.#trial.isOn)))
        return line.isOptional && at === this.#sequence.length - 1 ? 'skip' : 'nothing';
      await pause(pollMs);
    }
  }

  /** Whether the control of a later line is there already, up to the first one that is not optional. */
  async #isPassedOver(at: number, tree: readonly PageNode[]): Promise<boolean> {
    const needed = neededAt(this.#sequence, at);
    const next = this.#sequence.slice(at + 1, needed === at ? undefined : needed + 1);
    return next.some((one) => this.#trial.isKept(one, tree)) || (await findAll(next, tree)).length > 0;
  }

  /** @returns false when the control was replaced meanwhile, so that it has to be found again */
  async #act(given: Found): Promise<boolean> {
    const found = this.#failures.length === 0 ? given : lasting(given);
    const line = this.#sequence[this.#next] as Line;
    this.#signature = '';
    try {
      if (line.value === undefined) await this.#form.press(found, line);
      else if (await this.#form.leaves(found, line)) return true;
      else await this.#form.enter(found, line, line.value, this.#sequence[this.#next + 1]);
      this.#failures = [];
    } catch (error) {
      if (this.#customer.hasArrived()) return false;
      if (error instanceof ForbiddenPayment) throw error;
      this.#failures.push(Date.now());
      if (error instanceof LockedField && isOfAmount(line))
        throw new PageFault('an amount that the customer sets', 'a field that cannot be changed', this.steps);
      const isGivenUp = this.#failures.length >= 3 && Date.now() - (this.#failures[0] ?? 0) > noticeMs;
      if (isGivenUp || error instanceof NotTested) throw await this.#lostOn(await look(this.#where), error);
      return false;
    }
    if (isOfAmount(line)) {
      if (this.#wasLoadedAgain && this.amountTyped === undefined && this.#customer.before?.amountTyped !== undefined)
        throw new NotTested('the page asks once more for the amount of an entry that was made before');
      this.asksForAmount = true;
      this.amountTyped = this.#customer.amount;
    }
    this.#trial.followed(line);
    this.steps.push(line.text);
    return true;
  }

  /** Whether no line can be followed, and nothing is left but ways to cancel and what was entered already. */
  async #isDeadEnd(tree: readonly PageNode[]): Promise<boolean> {
    if (this.#form.state.pressedWordsIn(tree) !== undefined) return false;
    return isDeadEnd(this.#where, tree, { lines: this.#sequence, next: this.#next, cancel: this.#lines.cancel });
  }

  #placeOf(at: number): Place {
    const { channel, intention, currency } = this.#customer;
    const list = at < this.#lines.begin.length ? 'begin' : listOf[intention];
    return { channel, list, line: this.#sequence[at]?.text ?? '', currency };
  }

  async #lostOn(seen: Seen, error?: unknown): Promise<NotTested> {
    const isAbsent = (await findPresent(this.#sequence[this.#next] as Line, seen.tree)).length === 0;
    const at = isAbsent && error === undefined ? neededAt(this.#sequence, this.#next) : this.#next;
    const line = this.#sequence[at] as Line;
    const { channel, intention } = this.#customer;
    const others = [...this.#sequence.filter((_, index) => index !== at), ...this.#lines.cancel];
    const where = `${listOf[intention]}, ${channel}, step ${this.steps.length + 1}`;
    const [matching, meant] = [await findPresent(line, seen.tree), await findAll(others, seen.tree)];
    const earlier = line === this.#exit ? this.#first : [];
    const { opaque } = await readPressable(this.#where);
    const { traffic } = this.#form;
    const lost = { line, where, matching, meant, earlier, before: this.steps, error, traffic, opaque };
    return lostLine(this.#customer.lostLines, this.#placeOf(at), lostLineMessage(lost, seen), this.#trial);
  }
}
