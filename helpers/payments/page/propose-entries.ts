import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { isAllowedNumber, phonesIn } from '../../settings/safety/payment-limits.ts';
import type { Customer } from '../checkout-page.ts';
import { pressed } from './choose-option.ts';
import { digitsOn, findNodes, isAsking } from './find-control.ts';
import { readLine } from './page-lines.ts';
import {
  ancestorsOf,
  isControl,
  isDialog,
  isField,
  isOption,
  isPushed,
  isRole,
  isTickBox,
  knownOn,
  locate,
  readTree,
  soon,
  type PageNode,
} from './page-tree.ts';
import { isMobileMoney, isPlaceholder, meaningOf, outcomeOf, saysWhat, subjectOf } from './page-words.ts';
import { codesIn, linesOfCodes, shownCode } from './values.ts';

/** What a proposal does next. */
export interface Move {
  text: string;
  doubt?: string;
  /** Its words say the intended end. */
  saysSo?: boolean;
}

/** How long a list may take to show its options, in milliseconds. */
const openMs = 2500;

/** The page on which an entry is looked for. */
interface Around {
  tree: readonly PageNode[];
  /** The text of the page. */
  text: string;
  where: Page | Frame;
  customer: Customer;
  /** How often each list was opened in vain to see its options; more than twice for one that has shown them. */
  opened: Map<string, number>;
  /** What they offer. */
  options: Set<string>;
  /** Nothing else leads on, so that what is empty may be missing. */
  isStuck: boolean;
}

export const wantedEnd = { success: 'succeed', failure: 'fail', cancel: 'cancel' } as const;

/** What to fill in or to choose in a field; undefined where its words do not say, or nothing is missing. */
export const entryFor = async (node: PageNode, around: Around): Promise<Move | undefined> => {
  const { tree, text, customer } = around;
  const facts = await locate(node)
    .evaluate(factsOf, undefined, soon())
    .catch(() => undefined);
  if (!facts) return undefined;
  const name = nameOf(node, tree, customer, facts.placeholder || node.placeholder);
  // Without any words, nobody could say what is meant.
  if (name === '') return undefined;
  if (facts.localName === 'select' || node.role === 'listbox')
    return choiceIn(name, node.inner.filter(isOption), isUnanswered(node), customer);
  // A list with search may not say that it is one, but it is pressed, not written in.
  const isPressed =
    node.name === '' &&
    ancestorsOf(node)
      .slice(0, 3)
      .some(({ cursor }) => cursor === 'pointer');
  // A button without words closes more often than it opens.
  const asks = isAsking(node) || (isPushed(node) && node.name !== '' && isPlaceholder(node.name));
  if (
    (node.role === 'combobox' || facts.opens || isPressed || asks || !isControl(node)) &&
    !/tel|number|email/.test(facts.type ?? '')
  )
    return drawnChoice(name, node, around);
  if (facts.readOnly) return keypadEntry(name, node, around) ?? drawnChoice(name, node, around);
  if (!isField(node)) return undefined;
  const { autocomplete, type, placeholder, inputMode } = facts;
  const said = subjectOf([autocomplete ?? '', name, placeholder ?? '', type === 'tel' ? 'phone' : (type ?? '')]);
  // A fare or a donation: whatever its words, it is in the currency or has decimals.
  const isMoney = inputMode === 'decimal' || node.name.includes(customer.currency);
  const subject = said === 'other' && isMoney ? 'amount' : said;
  const value = valueFor(subject, text, customer, facts.maxLength === 1);
  // A card is never filled in.
  if (subject === 'card') return undefined;
  if (value === undefined) {
    return (facts.required || node.invalid || around.isStuck) && node.text === ''
      ? {
          text: `${quoted(name)} = Test`,
          doubt: `the field "${name}" was filled although its words do not say with what`,
        }
      : undefined;
  }
  const isOwn = value === '{number}' && node.text !== '' && isAllowedNumber(node.text, customer);
  if (isOwn || (node.text !== '' && /^\{(?:email|code)|Customer/.test(value))) return undefined;
  // The page has named a number or a code for this end.
  const isTold = subject === 'phone' ? value !== '{number}' : /^\{code:(?!123456)/.test(value);
  const saysSo = isTold && customer.intention === 'failure';
  return { text: `${subject === 'amount' ? '? ' : ''}${quoted(name)} = ${value}`, saysSo };
};

/** What no snapshot tells of a field. Runs in the browser. */
const factsOf = (one: Element) => {
  const { localName, type, readOnly, required, placeholder, maxLength, inputMode } = one as HTMLInputElement;
  const autocomplete = one.getAttribute('autocomplete');
  const opens = one.matches('[role=combobox], [aria-haspopup]:not([aria-haspopup=false])');
  return { localName, type, readOnly, required, placeholder, maxLength, inputMode, autocomplete, opens };
};

/** A read-only number is entered by keys of the page. */
const keypadEntry = (name: string, node: PageNode, { tree, text, customer }: Around): Move | undefined => {
  if (digitsOn(tree).size === 0 || node.text !== '') return undefined;
  return { text: `${quoted(name)} = ${valueFor(subjectOf([name]), text, customer, false) ?? '{number}'}` };
};

/** @param isOpen nothing is chosen yet */
const choiceIn = (
  name: string,
  options: readonly PageNode[],
  isOpen: boolean,
  { intention, operatorCodes }: Customer,
): Move | undefined => {
  const usable = options
    .filter((one) => !one.disabled)
    .map((one) => one.name || one.text)
    .filter((option) => option !== '' && !isPlaceholder(option));
  const outcome = usable.find((option) => outcomeOf(option) === wantedEnd[intention]);
  const operator = usable.find((option) => isOperator(option, operatorCodes)) ?? usable.find(isMobileMoney);
  const chosen = outcome ?? (isOpen ? (operator ?? usable[0]) : undefined);
  return chosen === undefined
    ? undefined
    : { text: `${quoted(name)} = ${general(chosen)}`, saysSo: outcome !== undefined };
};

/** Opens a list that the page draws, to see its options. */
const drawnChoice = async (name: string, node: PageNode, around: Around): Promise<Move | undefined> => {
  // Once it is chosen, words of an option may be the name of its list.
  const isChosen = [...around.options].some((option) => name !== '' && option.includes(name));
  const times = around.opened.get(name) ?? 0;
  if (times > 2 || (times > 0 && !around.isStuck) || isChosen) return undefined;
  const options = await optionsOf(node, around.where);
  around.opened.set(name, options.length > 0 ? 3 : times + 1);
  for (const { name: own, text } of options) if ((own || text).length > 2) around.options.add(general(own || text));
  return choiceIn(name, options, true, around.customer);
};

/** The options of a list that is opened, and closed again. */
const optionsOf = async (node: PageNode, where: Page | Frame): Promise<readonly PageNode[]> => {
  const page = 'mainFrame' in where ? where : where.page();
  const isKnown = knownOn(await readTree(where));
  const fresh = async () => (await readTree(where)).filter((one) => !isKnown(one));
  const element = locate(node);
  const seen = async (): Promise<readonly PageNode[]> => {
    const all = await fresh();
    const said = all.filter((one) => isOption(one) || (isTickBox(one) && ancestorsOf(one).some(isDialog)));
    const isDrawn = ({ ref, cursor, role }: PageNode) => ref && cursor === 'pointer' && /generic|listitem/.test(role);
    const isChoice = (name: string) => name !== '' && [undefined, 'method'].includes(meaningOf(name));
    const isWheel = ({ ref, role, name }: PageNode) => ref && /^(?:button|link)$/.test(role) && isChoice(name);
    const isPlain = ({ ref, role, text, parent }: PageNode) => ref && text && /generic|listitem/.test(role) && parent;
    const plain = all.filter(
      (one) => isPlain(one) && all.some((other) => other !== one && other.parent === one.parent),
    );
    return [said, all.filter(isDrawn), all.filter(isWheel), plain].find(({ length }) => length > 0) ?? [];
  };
  let options: readonly PageNode[] = [];
  for (const open of [() => pressed(element), () => element.press('ArrowDown', soon())]) {
    await open().catch(() => {});
    // A list may load its options.
    const until = Date.now() + openMs;
    do {
      await pause(60);
      options = await seen();
    } while (options.length === 0 && Date.now() < until);
    if (options.length > 0) break;
  }
  const away = async () => {
    const left = await fresh();
    const button = left.find((one) => one.role === 'button' && one.ref && meaningOf(one.name) === 'cancel');
    if (button && left.some(isDialog)) await pressed(locate(button));
  };
  // The focus is where the list has put it.
  for (const close of [() => page.keyboard.press('Escape'), away, () => pressed(element)]) {
    for (let times = 0; times < 8; times += 1) {
      if ((await seen()).length === 0) return options;
      if (times === 0) await close().catch(() => {});
      await pause(60);
    }
  }
  return options;
};

export const isOperator = (name: string, codes: readonly string[]): boolean => {
  const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return codes.some((code) => squeezed(name).includes(squeezed(code)));
};

/** Operators of the settings come before other mobile money, since the settings have a number for it. */
export const rankOf = ({ name }: PageNode, codes: readonly string[]): number =>
  isOperator(name, codes) ? 2 : Number(isMobileMoney(name));

const isUnanswered = ({ inner }: PageNode): boolean => {
  const chosen = inner.find((one) => one.selected);
  return chosen === undefined || isPlaceholder(chosen.name);
};

/** What a field is filled with; undefined when its words do not say. */
const valueFor = (subject: string, text: string, customer: Customer, isBox: boolean): string | undefined => {
  const given: Readonly<Record<string, string>> = { amount: '{amount}', email: '{email}', person: 'Test Customer' };
  if (subject === 'phone') return numberFor(text, customer) ?? '{number}';
  if (subject === 'code' || isBox) return codeFor(text, customer);
  return given[subject];
};

/** What tells several numbers, in parts that tell one each. */
const partsOf = (text: string): string[] => text.split(/\n|[,;.]\s|\s(?:and|or|et|und|y|e)\s/);

/** The code that the page shows; of several ones, the one that it names for the intended end. */
const codeFor = (text: string, { intention }: Customer): string => {
  if (shownCode(text) !== undefined) return '{code}';
  const isFailure = intention === 'failure';
  const isMeant = (part: string) => (outcomeOf(part) === 'fail') === isFailure;
  const saysSo = (part: string) => (isFailure ? ['fail'] : ['succeed', 'pay']).includes(meaningOf(part) ?? '');
  const told = [
    codesIn(partsOf(linesOfCodes(text).join('\n')).filter(isMeant).join('\n')),
    codesIn(partsOf(text).filter(saysSo).join('\n')),
  ].find(({ length }) => length === 1);
  return told ? `{code:${told[0]}}` : '{code:123456}';
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
  const told = toldIn(partsOf(text)) ?? toldIn(text.split('\n'));
  return told === mobileMoneyNumber ? '{number}' : told;
};

/**
 * The words by which a line means a field. A name that is a placeholder, or ends with the value, changes once something is
 * chosen: then the caption comes first, which stands in the control or before it.
 */
export const nameOf = (
  node: PageNode,
  tree: readonly PageNode[],
  { currency }: Pick<Customer, 'currency'>,
  placeholder = node.placeholder ?? '',
): string => {
  const { name, text } = node;
  const wordsOf = (one: PageNode) => one.text || one.name;
  const isCaption = (one: PageNode) => !isControl(one) && saysWhat(wordsOf(one));
  const [before, behind] = [tree.slice(0, tree.indexOf(node)).toReversed(), tree.slice(tree.indexOf(node))];
  const captions = [node.inner, before, behind].flatMap((all) => all.find(isCaption) ?? []).map(wordsOf);
  const isValued = text !== '' && name !== text && name.endsWith(text);
  const isLasting = !isValued && !isPlaceholder(name) && name !== placeholder;
  const own = isValued ? `${name.slice(0, -text.length).trim()} …` : name;
  const all = isLasting ? [own, placeholder, ...captions] : [...captions, own, placeholder];
  const words = all.map(generalIn(currency)).filter((one) => !/^[…\s]*$/.test(one));
  const isMeant = (one: string): boolean => {
    const line = readLine(`${quoted(one)} = {code}`);
    const found = typeof line === 'string' ? [] : findNodes(line, tree);
    return found.length === 1 && found[0]?.node.ref === node.ref;
  };
  return words.find(isMeant) ?? words[0] ?? '';
};

/** Without what belongs to one payment. */
const general = (name: string): string =>
  tidy(name).replace(/(?:[A-Z]{3}\s?|\p{Sc}\s?)?\d[\d.,' \u00a0]*\d(?:\s?[A-Z]{3}\b|\s?\p{Sc})?/gu, '…');

/** Without the star or colon of a caption, and the letters of a font of icons. */
const tidy = (name: string): string => name.replace(/\p{Co}/gu, '').replace(/^[\s*]+|(?<![\s*:])[\s*:]+$/g, '');

/** Without the currency either, as in `Amount in XTS`. */
const generalIn =
  (currency: string) =>
  (name: string): string =>
    general(name)
      .split(/\b/)
      .map((word) => (word === currency ? '…' : word))
      .join('');

/** The line that means a control: with its role where its name alone means several. */
export const named = (node: PageNode, tree: readonly PageNode[], { currency }: Pick<Customer, 'currency'>): string => {
  const plain = quoted(generalIn(currency)(node.name));
  const line = readLine(plain);
  const isPlain = typeof line !== 'string' && findNodes(line, tree).length === 1;
  return isPlain || !isControl(node) ? plain : `${node.role} ${plain}`;
};

const quoted = (name: string): string =>
  name.includes(' = ') || /^[?"]|\{/.test(name) || isRole(name.split(' ', 1)[0] ?? '') ? `"${name}"` : name;
