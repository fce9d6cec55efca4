import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import type { CheckoutPage, Customer } from '../checkout-page.ts';
import { DescribedPage } from './described-page.ts';
import { isMoving } from './page-documents.ts';
import { look, type Seen } from './page-end.ts';
import { readLine, type Line } from './page-lines.ts';
import {
  ancestorsOf,
  isField,
  isPushed,
  isTickBox,
  isTicked,
  knownOn,
  placesOf,
  signatureOf,
  type PageNode,
} from './page-tree.ts';
import { entryFor, named, wantedEnd, type Move } from './propose-entries.ts';
import { stoppedAt } from './propose-stop.ts';
import { asksForCard, isOtherWay, isWantedChoice, untouchedIn } from './propose-choices.ts';
import { asksToChoose, captionOf, isPressable, opensList, pressableTexts, textToChoose } from './propose-texts.ts';
import {
  isConsent,
  isCookieNotice,
  isMobileMoney,
  isPlaceholder,
  meaningOf,
  outcomeOf,
  type Meaning,
} from './page-words.ts';
import { readPressable, unreadable } from './pressable.ts';

/** How long a page stays as it is before something is pressed once more, in milliseconds. */
const repeatMs = 1500;
/** How long a page that opens something may move, draw its first control, or stay idle, in milliseconds. */
const [steadyMs, firstMs, idleMs] = [2500, 10_000, 4000];
/** A page with more steps is not understood. */
const mostLines = 25;
const nothing = { begin: [], pay: [], decline: [], cancel: [] };

/**
 * A customer who knows only words: fills in what is empty, chooses what says the intended end, and presses what leads
 * there. The lines of the way are a proposal, to be looked at by the owner of the page.
 */
export class ProposingPage implements CheckoutPage {
  readonly lines: Line[] = [];
  /** What was pressed although its words do not say what it does, or why the end is not known to be the intended one. */
  doubt: string | undefined;
  readonly #page: DescribedPage;
  readonly #where: Page | Frame;
  readonly #customer: Customer;
  readonly #onLine: (text: string) => void;
  /** What was done on each state of the page, so that nothing is done twice. */
  readonly #done = new Set<string>();
  /** Whether something was pressed or chosen whose words say the intended end. */
  saysSo = false;
  /** A choice that was left as it was, and whose words do not say what it decides. */
  untouched: string | undefined;
  /** Where it stopped without a return to the merchant, with the line that may be missing. */
  stopped: string | undefined;
  /** The lists that were opened to see their options. */
  readonly #opened = new Map<string, number>();
  readonly #options = new Set<string>();
  /** Tells what stood on the page before something was pressed that cancels. */
  #beforeLeaving: ((one: PageNode) => boolean) | undefined;
  /** The first move, found by `ready`. */
  #pending: Move | undefined;

  constructor(where: Page | Frame, customer: Customer, onLine: (text: string) => void = () => {}) {
    this.#where = where;
    this.#customer = customer;
    this.#onLine = onLine;
    this.#page = new DescribedPage(where, customer, nothing);
  }

  get steps(): readonly string[] {
    return this.#page.steps;
  }

  get asksForAmount(): boolean {
    return this.#page.asksForAmount;
  }

  async ready(): Promise<boolean> {
    this.#pending ??= await this.#next();
    if (!this.#pending && (await readPressable(this.#where)).opaque) throw new NotTested(`the page has ${unreadable}`);
    return this.#pending !== undefined;
  }

  async setAmount(): Promise<boolean> {
    await this.#walk();
    return this.asksForAmount;
  }

  readonly pay = (): Promise<void> => this.#walk();
  readonly decline = (): Promise<void> => this.#walk();

  async cancel(): Promise<boolean> {
    await this.#walk();
    // No return is promised for a payment that was cancelled, but its page may still ask whether to.
    const further = this.#customer.hasArrived() ? undefined : await this.#page.furtherControl();
    if (further && this.saysSo) this.doubt ??= `${further} is still there after what cancels`;
    return this.saysSo;
  }

  async #walk(): Promise<void> {
    while (this.lines.length < mostLines && !this.#customer.hasArrived()) {
      const move = this.#pending ?? (await this.#next());
      this.#pending = undefined;
      if (!move) return this.#stop();
      const line = readLine(move.text);
      if (typeof line === 'string') throw new NotTested(`the proposal "${move.text}" ${line}`);
      this.#onLine(line.text);
      // What is pressed in vain twice waits for something else.
      const goesOn = await this.#page.follow(line).catch((error: unknown) => {
        if (!(error instanceof NotTested) || this.lines.every(({ text }) => text !== line.text)) throw error;
      });
      if (!goesOn) return this.#stop();
      this.lines.push(line);
      this.doubt ??= move.doubt;
    }
  }

  async #stop(): Promise<void> {
    if (!this.#customer.hasArrived()) this.stopped = stoppedAt(await look(this.#where), this.lines, this.#customer);
  }

  /** The next move, once the page shows one. */
  async #next(): Promise<Move | undefined> {
    const until = Date.now() + this.#customer.patienceMs;
    let idleSince = Date.now();
    const steadyBy = idleSince + steadyMs;
    let [before, place] = ['', ''];
    for (;;) {
      const seen = await this.#page.settled();
      if (this.#customer.hasArrived()) return undefined;
      // What still opens, moves or fades cannot be used yet.
      const isStill = place === (place = placesOf(seen.tree)) && !(await isMoving(this.#where));
      const isSteady = isStill || Date.now() > steadyBy;
      const move = isSteady ? await this.#choose(seen, Date.now() - idleSince > repeatMs) : undefined;
      if (move) return move;
      const signature = signatureOf(seen.tree);
      if (signature !== before) idleSince = Date.now();
      before = signature;
      if (Date.now() - idleSince > (this.lines.length === 0 ? firstMs : idleMs) || Date.now() > until) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** @param isIdle nothing has changed for a while, so that what was pressed before may be pressed again */
  async #choose({ tree: all, facts }: Seen, isIdle: boolean): Promise<Move | undefined> {
    const customer = this.#customer;
    const dialogs = all.filter(({ role, inner }) => /^(?:alert)?dialog$/.test(role) && inner.some(isPushed));
    // What asks whether to cancel may be no dialog, beside the page that it is asked on.
    const fresh = all.filter((one) => this.#beforeLeaving?.(one) === false);
    const isAsked = fresh.some(isPushed) && fresh.length < all.length / 2;
    const asking = dialogs[0]?.inner ?? (isAsked ? fresh : undefined);
    const tree = asking ?? all.filter(({ place }) => place === all[0]?.place);
    const enabled = tree.filter((node) => node.ref !== undefined && !node.disabled);
    const state = signatureOf(tree.filter((node) => !isField(node))).replace(/\|true/g, '|');
    const name = (node: PageNode): string => named(node, all, customer);
    const pressed = new Set(this.lines.map(({ text }) => text));
    // What shows a choice that was made opens a list.
    const shows = ({ name: words }: PageNode) => [...this.#options].some((option) => words.includes(option));
    const texts = pressableTexts(await readPressable(this.#where), tree).filter((one) => !shows(one));
    const once = (node: PageNode, text: string, more: Omit<Move, 'text'> = {}): Move | undefined => {
      // What was pressed in vain is pressed again once something else was done.
      const what = isField(node) ? text.split(' = ').slice(-1) : [pressed.size, state, text];
      const key = [node.ref, ...what].join(' ');
      const isRepeated = pressed.has(text);
      if (this.#done.has(key) || (isRepeated && !isIdle)) return undefined;
      this.#done.add(key);
      return { text, ...more };
    };
    this.untouched ??= untouchedIn(enabled, tree, customer);
    const notice = isCookieNotice(facts.text) && enabled.find((node) => isPushed(node) && isConsent(node.name));
    const accepted = notice && once(notice, `? ${name(notice)}`);
    if (accepted) return accepted;
    const isCancelling = this.#customer.intention === 'cancel';
    const isChosen = ({ name: words }: PageNode) => meaningOf(words) === 'method' || isConsent(words);
    const usable = enabled.filter((one) => isPressable(one) && !shows(one));
    const pressable = [...usable, ...texts.filter((one) => !isChosen(one))];
    const ways = isCancelling ? pressable : [];
    const leaving = ['cancel', 'leave'].flatMap((one) => ways.filter(({ name: words }) => meaningOf(words) === one));
    // What asks whether to cancel comes before what was pressed already.
    const isNew = (one: PageNode) => !pressed.has(name(one));
    for (const way of [...leaving.filter(isNew), ...leaving]) {
      // The link after a cancel need not be there each time.
      const mark = this.#beforeLeaving && meaningOf(way.name) === 'leave' ? '? ' : '';
      const left = once(way, `${mark}${name(way)}`);
      if (left) this.#beforeLeaving ??= knownOn(all);
      if (left) return this.#steered(way.name, left);
    }
    const [where, opened, options] = [this.#where, this.#opened, this.#options];
    const around = { tree, text: facts.text, where, customer, opened, options };
    const entry = async (isStuck: boolean): Promise<Move | undefined> => {
      const isEntry = (one: PageNode) => (isField(one) && !ancestorsOf(one).some(isField)) || opensList(one);
      for (const node of enabled.filter((one) => isEntry(one) || asksToChoose(one))) {
        const move = await entryFor(node, { ...around, isStuck });
        const made = move && once(node, move.text, move);
        if (made?.saysSo) this.saysSo = true;
        if (made) return made;
      }
      return undefined;
    };
    // Once it was cancelled, only what has opened may ask for anything: why, or whether to.
    if (this.#beforeLeaving && !(isIdle && asking)) return undefined;
    const entered = await entry(false);
    if (entered) return entered;
    // Drawn ones are pressed by their words.
    const choices = tree
      .filter((one) => !one.disabled && (one.ref !== undefined || isTickBox(one)))
      .map((one) => (isTickBox(one) && one.name === '' ? { ...one, name: captionOf(one) } : one));
    for (const node of choices.filter(({ role }) => role === 'radio' || role === 'tab')) {
      const made = isWantedChoice(node, choices, customer) && once(node, name(node));
      if (made) return this.#steered(node.name, made);
    }
    const boxes = choices.filter((one) => /^(?:checkbox|switch)$/.test(one.role) && !isTicked(one));
    const box = boxes.find((one) => isConsent(one.name) || outcomeOf(one.name) === wantedEnd[this.#customer.intention]);
    const ticked = box && once(box, name(box));
    if (ticked) return this.#steered(box.name, ticked);
    const text = textToChoose(texts, pressed, customer, isIdle);
    const chosen = text && once(text, name(text));
    if (chosen) return chosen;
    const isStuck = asksForCard(enabled, customer) || (isIdle && !this.#mayHavePaid);
    const other = isStuck && !isCancelling && enabled.find((one) => isOtherWay(one) && isNew(one));
    const further = other && once(other, name(other));
    if (further) return further;
    for (const meaning of this.#wanted()) {
      // What leaves a page on which nothing was paid cancels.
      if (meaning === 'leave' && !isCancelling && !this.#mayHavePaid) continue;
      const fitting = pressable.filter((one) => meaningOf(one.name) === meaning && !isPlaceholder(one.name));
      // Mobile money comes before other methods, since the settings have a number for it.
      const [node] = [...fitting.filter(({ name }) => isMobileMoney(name)), ...fitting];
      // Where there is no merchant to return to, a page has no way back.
      const made = node && once(node, `${meaning === 'leave' && !isCancelling ? '? ' : ''}${name(node)}`);
      if (made) return this.#steered(node.name, made);
    }
    const asked = isIdle ? await entry(true) : undefined;
    if (asked || isCancelling) return asked;
    // A disabled button that would lead on waits for something else.
    const isHeldBack = tree.some((one) => one.disabled && isPressable(one) && this.#leadsOn(one));
    const isUnknown = (one: PageNode) => opensList(one) && one.expanded === undefined && !/^\d$/.test(one.name);
    const [only, second] = enabled.filter((one) => isUnknown(one) && !shows(one));
    const doubt = `"${only?.name}" was pressed, whose words say neither pay nor decline nor cancel`;
    const tried = isIdle && only && !second && !isHeldBack ? once(only, name(only), { doubt }) : undefined;
    if (tried) return tried;
    // Where nothing else leads on, the page may wait for a box whose words say nothing of terms.
    const [last] = boxes;
    return isIdle && last && last.name !== '' ? once(last, name(last)) : undefined;
  }

  /** What to press, the most telling first. */
  #wanted(): Meaning[] {
    const { intention } = this.#customer;
    if (intention === 'cancel') return ['cancel', 'leave', 'forward', 'method'];
    return [wantedEnd[intention], 'pay', 'forward', 'method', 'leave'];
  }

  /** Whether something was pressed that may have ended the payment. */
  get #mayHavePaid(): boolean {
    const meanings = this.lines.filter(({ value }) => value === undefined).map((line) => meaningOf(line.name));
    return meanings.some((meaning) => meaning === 'pay' || meaning === 'succeed' || meaning === 'fail');
  }

  #leadsOn({ name }: PageNode): boolean {
    const meaning = meaningOf(name);
    return meaning !== undefined && this.#wanted().includes(meaning);
  }

  #steered(name: string, move: Move): Move {
    const { intention } = this.#customer;
    const meaning = meaningOf(name);
    const alike = { success: 'pay', failure: undefined, cancel: 'leave' } as const;
    if (meaning === wantedEnd[intention] || (meaning && meaning === alike[intention])) this.saysSo = true;
    return move;
  }
}
