import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { isAllowedNumber, phonesIn } from '../../settings/safety/payment-limits.ts';
import type { CheckoutPage, Customer } from '../checkout-page.ts';
import { DescribedPage } from './described-page.ts';
import type { Seen } from './page-end.ts';
import { digitsOn, findNodes } from './find-control.ts';
import { readLine, type Line } from './page-lines.ts';
import { isField, isOption, isPushed, isRole, locate, readTree, signatureOf, type PageNode } from './page-tree.ts';
import {
  isConsent,
  isCookieNotice,
  isMobileMoney,
  isPlaceholder,
  meaningOf,
  outcomeOf,
  subjectOf,
  type Meaning,
} from './page-words.ts';

/** How long a page stays as it is before something is pressed once more, in milliseconds. */
const repeatMs = 1500;
/** A page with more steps is not understood. */
const mostLines = 25;
const nothing = { begin: [], pay: [], decline: [], cancel: [] };

type Move = { text: string; doubt?: string };

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
    return this.#pending !== undefined;
  }

  async setAmount(): Promise<boolean> {
    await this.#walk();
    return this.asksForAmount;
  }

  async pay(): Promise<void> {
    await this.#walk();
  }

  async decline(): Promise<void> {
    await this.#walk();
    if (!this.saysSo) this.doubt ??= 'nothing on the page said that the payment is to fail';
  }

  async cancel(): Promise<boolean> {
    await this.#walk();
    return this.saysSo;
  }

  async #walk(): Promise<void> {
    while (this.lines.length < mostLines && !this.#customer.hasArrived()) {
      const move = this.#pending ?? (await this.#next());
      this.#pending = undefined;
      if (!move) break;
      const line = readLine(move.text);
      if (typeof line === 'string') throw new NotTested(`the proposal "${move.text}" ${line}`);
      this.#onLine(line.text);
      if (!(await this.#page.follow(line))) break;
      this.lines.push(line);
      this.doubt ??= move.doubt;
    }
  }

  /** The next move, once the page shows one. */
  async #next(): Promise<Move | undefined> {
    const until = Date.now() + this.#customer.patienceMs;
    let idleSince = Date.now();
    let before = '';
    for (;;) {
      const seen = await this.#page.settled();
      if (this.#customer.hasArrived()) return undefined;
      const move = await this.#choose(seen, Date.now() - idleSince > repeatMs);
      if (move) return move;
      const signature = signatureOf(seen.tree);
      if (signature !== before) idleSince = Date.now();
      before = signature;
      if (Date.now() - idleSince > 4000 || Date.now() > until) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** @param isIdle nothing has changed for a while, so that what was pressed before may be pressed again */
  async #choose({ tree: all, facts }: Seen, isIdle: boolean): Promise<Move | undefined> {
    const dialogs = all.filter(({ role, inner }) => /^(?:alert)?dialog$/.test(role) && inner.some(isPushed));
    const tree = dialogs[0]?.inner ?? all.filter(({ place }) => place === all[0]?.place);
    const enabled = tree.filter((node) => node.ref !== undefined && !node.disabled);
    const state = signatureOf(tree.filter((node) => !isField(node))).replace(/\|true/g, '|');
    const once = (node: PageNode, text: string, more: Omit<Move, 'text'> = {}): Move | undefined => {
      const key = isField(node) ? `${node.ref} ${text}` : `${state} ${node.ref} ${text}`;
      const isRepeated = this.lines.some((line) => line.text === text);
      if (this.#done.has(key) || (isRepeated && !isIdle)) return undefined;
      this.#done.add(key);
      return { text, ...more };
    };
    this.untouched ??= this.#untouchedIn(enabled, tree);
    const notice = isCookieNotice(facts.text) && enabled.find((node) => isPushed(node) && isConsent(node.name));
    if (notice) {
      const move = once(notice, `? ${named(notice, all)}`);
      if (move) return move;
    }
    const way =
      this.#customer.intention === 'cancel' &&
      enabled.find((one) => isPressable(one) && meaningOf(one.name) === 'cancel');
    const left = way && once(way, named(way, all));
    if (left) return this.#steered(way.name, left);
    for (const node of enabled.filter((one) => isField(one))) {
      const move = await this.#fieldMove(node, tree, facts.text);
      const made = move && once(node, move.text, move);
      if (made) return made;
    }
    for (const node of enabled.filter(({ role }) => role === 'radio' || role === 'tab')) {
      const isWanted = this.#isWantedChoice(node, enabled);
      const made = isWanted && once(node, named(node, all));
      if (made) return this.#steered(node.name, made);
    }
    const wanted = wantedEnd[this.#customer.intention];
    const box = enabled.find(
      (one) =>
        /^(?:checkbox|switch)$/.test(one.role) &&
        !one.checked &&
        (isConsent(one.name) || outcomeOf(one.name) === wanted),
    );
    const ticked = box && once(box, named(box, all));
    if (ticked) return this.#steered(box.name, ticked);
    for (const meaning of this.#wanted()) {
      const fitting = enabled.filter(
        (one) => isPressable(one) && meaningOf(one.name) === meaning && !isPlaceholder(one.name),
      );
      // Mobile money comes before other methods, since the settings have a number for it.
      const [node] = [...fitting.filter(({ name }) => isMobileMoney(name)), ...fitting];
      // Where there is no merchant to return to, a page has no way back.
      const made = node && once(node, `${meaning === 'leave' ? '? ' : ''}${named(node, all)}`);
      if (made) return this.#steered(node.name, made);
    }
    if (this.#customer.intention === 'cancel') return undefined;
    const unknown = enabled.filter(
      (one) => one.role === 'button' && meaningOf(one.name) === undefined && !/^\d$/.test(one.name),
    );
    const [only] = unknown;
    return only && unknown.length === 1
      ? once(only, named(only, all), {
          doubt: `"${only.name}" was pressed, whose words say neither pay nor decline nor cancel`,
        })
      : undefined;
  }

  /** What to press, the most telling first. */
  #wanted(): Meaning[] {
    const { intention } = this.#customer;
    if (intention === 'cancel') return ['cancel', 'leave', 'forward', 'method'];
    return [wantedEnd[intention], 'pay', 'forward', 'method', 'leave'];
  }

  #isWantedChoice(node: PageNode, enabled: readonly PageNode[]): boolean {
    if (node.checked === true || node.selected) return false;
    const { intention, operatorCodes } = this.#customer;
    const outcome = outcomeOf(node.name);
    if (outcome !== undefined) return outcome === wantedEnd[intention];
    const others = enabled.filter((one) => one.role === node.role && one !== node);
    if (others.some((one) => outcomeOf(one.name) !== undefined)) return false;
    const rank = (one: PageNode) => (isOperator(one.name, operatorCodes) ? 2 : isMobileMoney(one.name) ? 1 : 0);
    const chosen = others.find((one) => one.checked === true || one.selected);
    if (chosen) return rank(node) > 0 && rank(chosen) === 0;
    return others.every((one) => rank(one) <= rank(node));
  }

  #untouchedIn(enabled: readonly PageNode[], tree: readonly PageNode[]): string | undefined {
    const radios = enabled.filter(({ role }) => role === 'radio');
    const lists = enabled.filter((node) => isField(node) && node.inner.filter(isOption).length > 1);
    const choices = [...lists.map((list) => [list, ...list.inner.filter(isOption)]), radios];
    const isUnderstood = ({ name }: PageNode): boolean =>
      outcomeOf(name) !== undefined || isMobileMoney(name) || isOperator(name, this.#customer.operatorCodes);
    const [first] = choices.find((choice) => choice.length > 0 && !choice.some(isUnderstood)) ?? [];
    return first && nameOf(first, tree);
  }

  #steered(name: string, move: Move): Move {
    const { intention } = this.#customer;
    const meaning = meaningOf(name);
    if (meaning === wantedEnd[intention] || (meaning === 'pay' && intention === 'success')) this.saysSo = true;
    return move;
  }

  async #fieldMove(node: PageNode, tree: readonly PageNode[], text: string): Promise<Move | undefined> {
    const facts = await locate(node)
      .evaluate(
        (one) => {
          const { localName, type, readOnly, required, placeholder, maxLength } = one as HTMLInputElement;
          const autocomplete = one.getAttribute('autocomplete');
          return { localName, type, readOnly, required, placeholder, maxLength, autocomplete };
        },
        undefined,
        { timeout: 1000 },
      )
      .catch(() => undefined);
    if (!facts) return undefined;
    const name = nameOf(node, tree);
    if (facts.localName === 'select' || node.role === 'listbox')
      return this.#choiceMove(name, node, node.inner.filter(isOption), isUnanswered(node));
    if (node.role === 'combobox' && !/tel|number|email/.test(facts.type ?? '')) return this.#drawnMove(name, node);
    if (facts.readOnly) return this.#keypadMove(name, node, tree);
    const { autocomplete, type, placeholder } = facts;
    const subject = subjectOf([autocomplete ?? '', name, placeholder ?? '', type === 'tel' ? 'phone' : (type ?? '')]);
    const value = valueFor(subject, text, this.#customer, facts.maxLength === 1);
    if (value === undefined) {
      return facts.required && node.text === ''
        ? {
            text: `${quoted(name)} = Test`,
            doubt: `the field "${name}" was filled although its words do not say with what`,
          }
        : undefined;
    }
    const isOwn = value === '{number}' && node.text !== '' && isAllowedNumber(node.text, this.#customer);
    if (isOwn || (node.text !== '' && /^\{(?:email|code)|Customer/.test(value))) return undefined;
    if (!value.startsWith('{number') && this.#customer.intention === 'failure' && subject === 'phone')
      this.saysSo = true;
    return { text: `${subject === 'amount' ? '? ' : ''}${quoted(name)} = ${value}` };
  }

  /** A read-only number is entered by keys of the page. */
  #keypadMove(name: string, node: PageNode, tree: readonly PageNode[]): Move | undefined {
    if (digitsOn(tree).size !== 10 || node.text !== '') return undefined;
    return { text: `${quoted(name)} = ${subjectOf([name]) === 'amount' ? '{amount}' : '{number}'}` };
  }

  #choiceMove(name: string, node: PageNode, options: readonly PageNode[], isOpen: boolean): Move | undefined {
    const { intention, operatorCodes } = this.#customer;
    const named = options.filter((one) => !one.disabled && !isPlaceholder(one.name));
    const outcome = named.find((one) => outcomeOf(one.name) === wantedEnd[intention]);
    const operator =
      named.find((one) => isOperator(one.name, operatorCodes)) ?? named.find((one) => isMobileMoney(one.name));
    const chosen = outcome ?? (isOpen ? (operator ?? named[0]) : undefined);
    if (!chosen) return undefined;
    if (outcome) this.#steered(outcome.name, { text: '' });
    return { text: `${quoted(name)} = ${chosen.name}` };
  }

  /** Opens a list that the page draws, to see its options. */
  async #drawnMove(name: string, node: PageNode): Promise<Move | undefined> {
    if (this.#done.has(`list ${name}`)) return undefined;
    this.#done.add(`list ${name}`);
    const element = locate(node);
    await element.click({ timeout: 1500 }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    const options = (await readTree(this.#where)).filter((one) => isOption(one) && one.ref !== undefined);
    await element.press('Escape', { timeout: 1500 }).catch(() => {});
    return this.#choiceMove(name, node, options, true);
  }
}

const wantedEnd = { success: 'succeed', failure: 'fail', cancel: 'cancel' } as const;

const isPressable = ({ role }: PageNode): boolean => /^(?:button|link|menuitem)$/.test(role);

const isOperator = (name: string, codes: readonly string[]): boolean => {
  const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return codes.some((code) => squeezed(name).includes(squeezed(code)));
};

const isUnanswered = ({ inner }: PageNode): boolean => {
  const chosen = inner.find((one) => one.selected);
  return chosen === undefined || isPlaceholder(chosen.name);
};

/** What a field is filled with; undefined when its words do not say. */
const valueFor = (subject: string, text: string, customer: Customer, isBox: boolean): string | undefined => {
  const given: Readonly<Record<string, string>> = { amount: '{amount}', email: '{email}', person: 'Test Customer' };
  if (subject === 'phone') return numberFor(text, customer) ?? '{number}';
  if (subject === 'code' || isBox) return /\b\d{4,8}\b/.test(text) ? '{code}' : '{code:123456}';
  return given[subject];
};

/** The number that the page names for the intended end, if it is one of the settings. */
const numberFor = (text: string, { intention, mobileMoneyNumber, testNumbers }: Customer): string | undefined => {
  if (intention === 'cancel') return undefined;
  const wanted = intention === 'failure' ? 'fail' : 'succeed';
  const toldIn = (parts: readonly string[]): string | undefined =>
    // A card is never proposed.
    phonesIn([mobileMoneyNumber, ...testNumbers]).find((number) =>
      parts.some((part) => part.replace(/(\d)[ -](?=\d)/g, '$1').includes(number) && outcomeOf(part) === wanted),
    );
  // One line may tell several numbers: 0970000001 is approved, 0970000002 is declined.
  const told = toldIn(text.split(/\n|[,;.]\s|\s(?:and|or|et|und|y|e)\s/)) ?? toldIn(text.split('\n'));
  return told === mobileMoneyNumber ? '{number}' : told;
};

/** The name of a field, or the caption before it. */
const nameOf = (node: PageNode, tree: readonly PageNode[]): string => {
  if (node.name !== '') return general(node.name);
  const before = tree.slice(0, tree.indexOf(node)).toReversed();
  return general(before.find((one) => !isField(one) && (one.text || one.name))?.text ?? '');
};

/** Without what belongs to one payment. */
const general = (name: string): string =>
  name.replace(/(?:[A-Z]{3}\s?|\p{Sc}\s?)?\d[\d.,' \u00a0]*\d(?:\s?[A-Z]{3}\b|\s?\p{Sc})?/gu, '…');

/** The line that means a control: with its role where its name alone means several. */
const named = (node: PageNode, tree: readonly PageNode[]): string => {
  const plain = quoted(general(node.name));
  const line = readLine(plain);
  const isPlain = typeof line !== 'string' && findNodes(line, tree).length === 1;
  return isPlain ? plain : `${node.role} ${plain}`;
};

const quoted = (name: string): string =>
  name.includes(' = ') || /^[?"]|\{/.test(name) || isRole(name.split(' ', 1)[0] ?? '') ? `"${name}"` : name;
