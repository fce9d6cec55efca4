import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { appendToRun, readRun } from '../../run/run-log.ts';
import { NotTested } from '../../errors/errors.ts';
import type { CheckoutPage, Customer, OpenCheckoutPage } from '../checkout-page.ts';
import { PageFault } from '../page-fault.ts';
import { findPresent, nearestTo, type Found } from './find-control.ts';
import { strayMoney } from './money-on-page.ts';
import { readFacts, type PageFacts } from './page-facts.ts';
import type { Doubts, Line, List, PageDescription, PageLines } from './page-lines.ts';
import { PageTraffic } from './page-traffic.ts';
import { meaningOf } from './page-words.ts';
import { describeNode, isBusy, isControl, isField, readTree, signatureOf, type PageNode } from './page-tree.ts';
import { LockedField, fillOrChoose, isEmptied, isTickBox, press } from './use-control.ts';
import { valueOf } from './values.ts';

// All times in milliseconds.
const pollMs = 50;
/** How long an idle page without the next control is looked at. */
const idleMs = 4000;
/** A press that changed nothing and sent nothing is repeated after this time, since the page's script may have come late. */
const ineffectiveMs = 1200;
const mostPresses = 4;

/** A page at one moment. */
export interface Seen {
  tree: readonly PageNode[];
  facts: PageFacts;
}

/** A line that was not on its page, as the workers of a run tell each other. */
interface LostLine extends Record<string, unknown> {
  channel: string;
  line: string;
  message: string;
}

/** A payment page that is used as its description says. */
export class DescribedPage implements CheckoutPage {
  readonly steps: string[] = [];
  asksForAmount = false;
  amountTyped: number | undefined;
  mayReturnTwice = false;
  readonly #where: Page | Frame;
  readonly #customer: Customer;
  readonly #lines: PageLines;
  readonly #traffic: PageTraffic;
  /** The lines of this payment, and how many of them were followed. */
  readonly #way: Line[];
  #next = 0;
  /** The line by which a customer who cancels may leave the common beginning. */
  readonly #exit: Line | undefined;
  readonly #filled: { found: Found; value: string }[] = [];
  /** The page when its first control was found. */
  #atFirst: string | undefined;
  #pressed: { found: Found; signature: string; requests: number; at: number; times: number } | undefined;

  readonly #doubt: string | undefined;

  /** @param doubts why lines are not known to do what their list says */
  constructor(where: Page | Frame, customer: Customer, lines: PageLines, doubts: Doubts = {}) {
    this.#where = where;
    this.#customer = customer;
    this.#lines = lines;
    this.#doubt = doubts[listOf[customer.intention]];
    this.#traffic = new PageTraffic('mainFrame' in where ? where : where.page(), customer);
    const list = listOf[customer.intention];
    this.#way = [...this.#lines.begin, ...this.#lines[list]];
    this.#exit = list === 'cancel' ? this.#lines.cancel[0] : undefined;
  }

  async ready(): Promise<boolean> {
    const { mayBeOver } = this.#customer;
    const found = await this.#await(this.#next, mayBeOver ? idleMs / 4 : idleMs);
    if (found !== 'nothing') return found !== 'arrived';
    const seen = await this.#look();
    const { status, blocked } = seen.facts;
    if (mayBeOver || blocked || status >= 400 || leadsOn(seen) === undefined) return false;
    throw await this.#lost(seen);
  }

  async isHeldBack(): Promise<boolean> {
    while (this.#way[this.#next]?.value !== undefined || this.#way[this.#next]?.isOptional) {
      if ((await this.#follow(this.#next + 1)) === 'arrived') return false;
    }
    const { tree } = await this.#look();
    const line = this.#way[this.#next];
    return line !== undefined && (await findPresent(line, tree)).every(({ node }) => node.disabled);
  }

  async setAmount(): Promise<boolean> {
    const at = this.#way.findIndex(({ value }) => value?.includes('{amount}'));
    if (at === -1) throw new NotTested(`the description of the payment page has no line with {amount}${howToMend}`);
    await this.#follow(at + 1);
    if (!this.asksForAmount) await this.#throwIfAnyFieldMayAsk(this.#way[at] as Line);
    return this.asksForAmount;
  }

  /** A field that no line means may be the one for the amount, under another name. */
  async #throwIfAnyFieldMayAsk({ text }: Line): Promise<void> {
    const { tree } = await this.#look();
    const meant = new Set((await this.#foundBy(this.#way, tree)).map(({ node }) => node.ref));
    const field = tree.find((node) => isField(node) && node.ref && !node.disabled && !meant.has(node.ref));
    const which = field && `which has ${describeNode(field)} that no line means`;
    if (which) throw new NotTested(`the line "${text}" is not on the page, ${which}${howToMend}`);
  }

  pay(): Promise<void> {
    return this.#finish('pay');
  }

  decline(): Promise<void> {
    return this.#finish('decline');
  }

  async cancel(): Promise<boolean> {
    if (this.#lines.cancel.length === 0) return false;
    await this.#finish('cancel');
    return true;
  }

  async asksAgain(): Promise<boolean> {
    const { tree, facts } = await this.#look();
    return facts.blocked || facts.status >= 400 || signatureOf(tree) === this.#atFirst;
  }

  async leadsOn(): Promise<string | undefined> {
    return leadsOn(await this.#look());
  }

  /** Follows one more line. @returns false when the browser has returned to the merchant before it */
  async follow(line: Line): Promise<boolean> {
    this.#way.push(line);
    return (await this.#follow(this.#way.length)) !== 'arrived';
  }

  /** The page when everything that was done has come to an end. */
  async settled(): Promise<Seen> {
    await this.#settle();
    await this.#untilEffective();
    return this.#look();
  }

  async #finish(list: List): Promise<void> {
    // The common beginning alone would do what another list says.
    if (this.#way.length === 0 || (list === 'decline' && this.#lines.decline.length === 0)) {
      throw new NotTested(`the description of the payment page has no lines under ${list}${howToMend}`);
    }
    if (this.#doubt !== undefined) throw new NotTested(`${this.#doubt}${howToMend}`);
    await this.#follow(this.#way.length);
    await this.#settle();
    if (!this.#customer.hasArrived()) await this.#judgeEnd(list);
  }

  /** Follows the lines before a place of the list. @returns `arrived` when the browser is back at the merchant */
  async #follow(end: number): Promise<'arrived' | 'followed'> {
    while (this.#next < end) {
      const found = await this.#await(this.#next, idleMs);
      if (found === 'arrived') return 'arrived';
      if (found === 'skip') {
        this.#next += 1;
      } else if (found === 'exit') {
        this.#next = this.#lines.begin.length;
      } else if (found === 'nothing') {
        const seen = await this.#look();
        this.#throwIfBroken(seen);
        if (await this.#isDeadEnd(seen)) {
          // A receipt has nothing to press where it leads to no merchant, whatever the lines say.
          if (this.#customer.endsHere && signatureOf(seen.tree) !== this.#atFirst) return 'followed';
          throw new PageFault(goesOn, 'a page without a control that leads on', this.steps);
        }
        throw await this.#lost(seen);
      } else if (await this.#act(found)) {
        this.#next += 1;
      }
    }
    return 'followed';
  }

  /** Waits for the control of a line, or for the next one if it is optional, while anything happens on the page. */
  async #await(at: number, patienceMs: number): Promise<Found | 'arrived' | 'skip' | 'exit' | 'nothing'> {
    const { hasArrived, channel } = this.#customer;
    const line = this.#way[at];
    if (!line) return 'nothing';
    let isKnownLost: boolean | undefined;
    await this.#settle();
    let signature = '';
    let changedAt = Date.now();
    const until = Date.now() + Math.max(this.#customer.patienceMs, 2 * idleMs);
    for (;;) {
      if (hasArrived()) return 'arrived';
      const tree = await readTree(this.#where);
      if (this.#exit && at < this.#lines.begin.length && (await this.#canLeave(this.#exit, tree))) return 'exit';
      const [found, ...others] = (await findPresent(line, tree)).filter(({ node }) => !node.disabled);
      if (found && others.length === 0 && !this.#isUnanswered(found, tree)) {
        this.#atFirst ??= signatureOf(tree);
        return found;
      }
      if (!found && line.isOptional) {
        const next = this.#way.slice(at + 1);
        const needed = next.findIndex(({ isOptional }) => !isOptional);
        const candidates = next.slice(0, needed === -1 ? undefined : needed + 1);
        for (const one of candidates) if ((await findPresent(one, tree)).length > 0) return 'skip';
      }
      const now = signatureOf(tree);
      if (now !== signature || isBusy(tree)) changedAt = Date.now();
      signature = now;
      const idle = Math.min(Date.now() - changedAt, this.#traffic.quietMs);
      if (idle > ineffectiveMs) await this.#pressAgain(now);
      // Another payment of the run has waited for it already.
      isKnownLost ??= readRun<LostLine>('lost-line').some(
        (one) => one.channel === channel && one.line === this.#needed(at).text,
      );
      const longest = isKnownLost ? patienceMs / 4 : patienceMs;
      if (idle > longest || Date.now() > until)
        return line.isOptional && at === this.#way.length - 1 ? 'skip' : 'nothing';
      await pause(pollMs);
    }
  }

  /** Whether a control can be pressed, and is not covered by a notice. */
  async #canLeave(exit: Line, tree: readonly PageNode[]): Promise<boolean> {
    const [found] = (await findPresent(exit, tree)).filter(({ node }) => !node.disabled);
    if (!found) return false;
    return found.element.click({ trial: true, timeout: 1000 }).then(
      () => true,
      () => false,
    );
  }

  /** Whether a control is the one that was just pressed, and nothing has come of it yet. */
  #isUnanswered({ node }: Found, tree: readonly PageNode[]): boolean {
    const last = this.#pressed;
    const isSame = last?.found.node.ref === node.ref && last?.found.node.name === node.name;
    return isSame && last?.signature === signatureOf(tree);
  }

  async #pressAgain(signature: string): Promise<void> {
    const last = this.#pressed;
    if (!last || last.signature !== signature || last.requests !== this.#traffic.count) return;
    if (last.times >= mostPresses || Date.now() - last.at < ineffectiveMs) return;
    last.times += 1;
    last.at = Date.now();
    await this.#refill();
    await press(last.found).catch(() => {});
  }

  /** @returns false when the control was replaced meanwhile, so that it has to be found again */
  async #act(found: Found): Promise<boolean> {
    const line = this.#way[this.#next] as Line;
    const { customer, text } = { customer: this.#customer, text: await this.#textFor(line) };
    if (line.value === undefined) {
      this.mayReturnTwice = leavesService(found.node);
      const isRefilled = await this.#refill();
      let { tree, facts } = await this.#guarded(found, isRefilled);
      // What a late script has emptied meanwhile is filled in and looked at again.
      for (let times = 0; times < 3 && (await this.#refill()); times += 1)
        ({ tree, facts } = await this.#guarded(found, true));
      customer.onStep(facts.text);
      const before = { found, signature: signatureOf(tree), requests: this.#traffic.count, at: Date.now(), times: 1 };
      if (!(await this.#tried(() => press(found)))) return false;
      before.at = Date.now();
      // A ticked box has changed at once, or stays as it was.
      this.#pressed = isTickBox(found) ? undefined : before;
    } else {
      const value = valueOf(line.value, customer, text);
      if (!(await this.#tried(() => fillOrChoose(found, value, this.#where)))) return false;
      this.#pressed = undefined;
      this.#filled.push({ found, value });
      if (line.value.includes('{amount}')) {
        this.asksForAmount = true;
        this.amountTyped = customer.amount;
      }
    }
    this.steps.push(line.text);
    return true;
  }

  /** The page, unless a press could pay with what must not be paid with. @param isChanged since the control was found */
  async #guarded({ node, tree }: Found, isChanged: boolean): Promise<Seen> {
    const seen = isChanged ? await this.#look() : { tree, facts: await readFacts(this.#where) };
    const stray = strayMoney(seen.facts, node, this.#customer, this.#customer.amount);
    // What cancels pays nothing.
    const cancels = this.#customer.intention === 'cancel' && meaningOf(node.name) === 'cancel';
    if (stray !== undefined && !cancels) throw new NotTested(`nothing more was pressed on the payment page: ${stray}`);
    return seen;
  }

  #failures = 0;

  async #tried(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      this.#failures = 0;
      return true;
    } catch (error) {
      this.#failures += 1;
      if (this.#customer.hasArrived()) return false;
      const isOfAmount = this.#way[this.#next]?.value?.includes('{amount}') ?? false;
      if (error instanceof LockedField && isOfAmount)
        throw new PageFault('an amount that the customer sets', 'a field that cannot be changed', this.steps);
      if (this.#failures >= 3 || error instanceof NotTested) throw await this.#lost(await this.#look(), error);
      return false;
    }
  }

  async #textFor({ value }: Line): Promise<string> {
    return value === '{code}' ? (await this.#look()).facts.text : '';
  }

  /** Fills in again what the page's own script has emptied when it started. */
  async #refill(): Promise<boolean> {
    let isRefilled = false;
    for (const { found, value } of this.#filled) {
      if (!(await isEmptied(found))) continue;
      isRefilled = true;
      await fillOrChoose(found, value, this.#where).catch(() => {});
    }
    return isRefilled;
  }

  /** Repeats the last press as long as nothing at all has come of it. */
  async #untilEffective(): Promise<void> {
    const last = this.#pressed;
    if (!last) return;
    while (last.times < mostPresses && last.requests === this.#traffic.count && !this.#customer.hasArrived()) {
      const signature = signatureOf(await readTree(this.#where));
      if (signature !== last.signature) return;
      await pause(pollMs);
      await this.#pressAgain(signature);
    }
  }

  /** Waits for what follows a press: an answer, or a change of the page. */
  async #settle(): Promise<void> {
    const last = this.#pressed;
    if (!last) return;
    const until = Date.now() + this.#customer.patienceMs;
    while (!this.#customer.hasArrived() && Date.now() < until) {
      // The request of a press comes a little later, and reading a page that is being left takes long.
      const quiet = Math.min(this.#traffic.quietMs, Date.now() - last.at);
      if (quiet > 100 && signatureOf(await readTree(this.#where)) !== last.signature) return;
      if (quiet > 700) return;
      await pause(pollMs);
    }
  }

  async #look(): Promise<Seen> {
    const [tree, facts] = await Promise.all([readTree(this.#where), readFacts(this.#where)]);
    return { tree, facts };
  }

  #throwIfBroken({ facts, tree }: Seen): void {
    const { status, blocked } = facts;
    if (!blocked && (status < 400 || (status < 500 && tree.some((node) => isField(node) && !node.disabled)))) return;
    const received = blocked
      ? `a page that the browser does not show (${this.#traffic.blockedBecause})`
      : `HTTP ${status}`;
    throw new PageFault(goesOn, received, this.steps);
  }

  /**
   * Whether no line can be followed, and nothing is left but ways to cancel and what was filled in or chosen already. Any
   * other control may be the one that the missing line means, under another name.
   */
  async #isDeadEnd(seen: Seen): Promise<boolean> {
    const { tree } = seen;
    if ((await this.#foundBy(this.#way.slice(this.#next), tree)).length > 0) return false;
    const followed = await this.#foundBy(this.#way.slice(0, this.#next), tree);
    const entered = followed.filter((found) => isField(found.node) || isTickBox(found)).map(({ node }) => node);
    // The other choices of a group in which one was made.
    const groups = tree.filter(
      ({ role, inner }) => role.endsWith('group') && entered.some((node) => inner.includes(node)),
    );
    const isChosen = entered.some(({ role }) => role === 'radio');
    const others = isChosen ? groups.flatMap(({ inner }) => inner.filter(({ role }) => role === 'radio')) : [];
    const done = [...entered, ...others, ...(await this.#foundBy(this.#lines.cancel, tree)).map(({ node }) => node)];
    return leadsOn(seen, new Set(done.map(({ ref }) => ref))) === undefined;
  }

  /** The controls on a page that lines mean. */
  async #foundBy(lines: readonly Line[], tree: readonly PageNode[]): Promise<Found[]> {
    return (await Promise.all(lines.map((line) => findPresent(line, tree)))).flat();
  }

  /** Judges a page after the last line: an error of the service, a refusal of what was typed, or a regular end. */
  async #judgeEnd(list: List): Promise<void> {
    await this.#untilEffective();
    const seen = await this.#look();
    if (this.#customer.hasArrived()) return;
    this.#throwIfBroken(seen);
    const { invalid } = seen.facts;
    const alert = seen.tree.find((node) => /^alert(?:dialog)?$/.test(node.role) && wordsIn(node) !== '');
    const isAsking = seen.tree.some((node) => isField(node) && !node.disabled);
    if (invalid.length > 0 || (alert && isAsking)) {
      // The page's script came late, and emptied the fields just before it saw the press.
      const last = this.#pressed;
      if (last && last.times < mostPresses && (await this.#refill())) {
        Object.assign(last, { times: last.times + 1, at: Date.now(), signature: signatureOf(seen.tree) });
        await press(last.found).catch(() => {});
        await this.#settle();
        return this.#judgeEnd(list);
      }
      const fields = invalid.map((words) => `"${words.replace(/\s+/g, ' ').trim().slice(0, 80)}"`);
      const what = [...fields, ...(alert ? [`"${wordsIn(alert)}"`] : [])].slice(0, 3);
      throw new NotTested(
        `the payment page refused what the lines of ${list} entered: ${what.join(', ')}; after: ${this.steps.join(', ')}${howToMend}`,
      );
    }
  }

  /** The line that is missed at a place: where that is optional, the next one that is not. */
  #needed(at: number): Line {
    const left = this.#way.slice(at);
    return left.find(({ isOptional }) => !isOptional) ?? (left[0] as Line);
  }

  async #lost({ tree, facts }: Seen, error?: unknown): Promise<NotTested> {
    const next = this.#way[this.#next] as Line;
    const isAbsent = (await findPresent(next, tree)).length === 0;
    const line = isAbsent && error === undefined ? this.#needed(this.#next) : next;
    const { channel, intention } = this.#customer;
    const matching = await findPresent(line, tree);
    const [one] = matching;
    const problem =
      error instanceof NotTested
        ? error.message
        : matching.length > 1
          ? `fits ${matching.length} controls, so write a role before its name or css: and a selector`
          : one?.node.disabled
            ? 'stays disabled'
            : one
              ? 'cannot be used; something may cover it'
              : 'is not on the page';
    const message =
      `the line "${line.text}" (${listOf[intention]}, ${channel}, step ${this.steps.length + 1}) ${problem}; ` +
      `${facts.status >= 400 ? `HTTP ${facts.status}; ` : ''}the page has ${controlsOn(tree, line.name)}, ` +
      `and says ${JSON.stringify(facts.text.replace(/\s+/g, ' ').trim().slice(0, 200))}; ` +
      `before: ${this.steps.join(', ') || 'nothing'}${howToMend}`;
    appendToRun('lost-line', { channel, line: line.text, message } satisfies LostLine);
    return new NotTested(message);
  }
}

const goesOn = 'a page on which the customer can go on';
const howToMend = '; npm run page shows its words for CHECKOUT_PAGE, see docs/payment-page.md';

const listOf: Readonly<Record<Customer['intention'], List>> = { success: 'pay', failure: 'decline', cancel: 'cancel' };

/** Opens a payment page that is used as a description says. */
export const described =
  (description: PageDescription, doubts?: Doubts): OpenCheckoutPage =>
  (where, customer) =>
    new DescribedPage(where, customer, description[customer.channel], doubts);

/** Whether a link leads to another site, such as the merchant's. */
const leavesService = ({ role, url = '', root }: PageNode): boolean =>
  role === 'link' && URL.canParse(url, root.url()) && new URL(url, root.url()).host !== new URL(root.url()).host;

const wordsIn = (node: PageNode): string =>
  [node.name, node.text, ...node.inner.map(({ text }) => text)].join(' ').replace(/\s+/g, ' ').trim().slice(0, 120);

/** At most fifteen controls in words, with the one marked whose name is nearest. */
const controlsOn = (tree: readonly PageNode[], name: string): string => {
  const controls = tree.filter((node) => isControl(node) && node.ref);
  const nearest = nearestTo(name, controls);
  const shown = controls.slice(0, 15).map((node) => `${describeNode(node)}${node === nearest ? ' (the nearest)' : ''}`);
  return shown.join(', ') || 'no control';
};

/** What a customer could do on a page to go on with this payment, in words; undefined when nothing leads on. */
export const leadsOn = (
  { tree, facts }: Seen,
  without: ReadonlySet<string | undefined> = new Set(),
): string | undefined => {
  if (isBusy(tree)) return 'scripts that leave no time to read it';
  if (facts.opaque) return 'a drawing or a closed element, in which nothing can be read';
  const names = new Set(tree.filter(isControl).map(({ name }) => name));
  const address = tree[0]?.root.url() ?? '';
  const parts = (URL.canParse(address) ? new URL(address).pathname.split('/') : []).filter((part) => part.length >= 6);
  const withDigits = parts.filter((part) => /\d/.test(part));
  const ids = withDigits.length > 0 ? withDigits : parts.slice(-1);
  const isOther = ({ role, url }: PageNode) =>
    role === 'link' && url !== undefined && !/^(?:#|javascript:|$)/i.test(url) && !ids.some((id) => url.includes(id));
  // The label of a control is pressed in place of it.
  const isText = ({ cursor, text }: PageNode) => cursor === 'pointer' && text !== '' && !names.has(text);
  const one = tree.find(
    (node) =>
      node.ref && !node.disabled && !without.has(node.ref) && !isOther(node) && (isControl(node) || isText(node)),
  );
  return one && (isControl(one) ? describeNode(one) : `"${one.text.slice(0, 80)}"`);
};

/** Describes a page for a report, without data of the payment. */
export const describePage = async (where: Page | Frame): Promise<string> => {
  const [tree, { status, blocked }] = await Promise.all([readTree(where), readFacts(where)]);
  if (blocked) return 'a page that the browser refuses to show';
  return `${status ? `a page with HTTP ${status}` : 'a page'} showing ${controlsOn(tree, '')}`;
};
