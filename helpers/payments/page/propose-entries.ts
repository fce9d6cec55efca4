import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { isAllowedNumber, phonesIn } from '../../settings/safety/payment-limits.ts';
import type { Customer } from '../checkout-page.ts';
import { pressed } from './choose-option.ts';
import { digitsOn, findNodes } from './find-control.ts';
import { readLine } from './page-lines.ts';
import {
  ancestorsOf,
  isDialog,
  isField,
  isOption,
  isRole,
  isTickBox,
  locate,
  readTree,
  soon,
  type PageNode,
} from './page-tree.ts';
import { isMobileMoney, isPlaceholder, meaningOf, outcomeOf, subjectOf } from './page-words.ts';

/** What a proposal does next. */
export interface Move {
  text: string;
  doubt?: string;
  /** Its words say the intended end. */
  saysSo?: boolean;
}

/** The page on which an entry is looked for. */
interface Around {
  tree: readonly PageNode[];
  /** The text of the page. */
  text: string;
  where: Page | Frame;
  customer: Customer;
  /** The lists that were opened to see their options. */
  opened: Set<string>;
}

export const wantedEnd = { success: 'succeed', failure: 'fail', cancel: 'cancel' } as const;

/** What to fill in or to choose in a field; undefined where its words do not say, or nothing is missing. */
export const entryFor = async (node: PageNode, around: Around): Promise<Move | undefined> => {
  const { tree, text, customer } = around;
  const facts = await locate(node)
    .evaluate(factsOf, undefined, soon())
    .catch(() => undefined);
  if (!facts) return undefined;
  const name = nameOf(node, tree);
  if (facts.localName === 'select' || node.role === 'listbox')
    return choiceIn(name, node.inner.filter(isOption), isUnanswered(node), customer);
  if ((node.role === 'combobox' || facts.opens) && !/tel|number|email/.test(facts.type ?? ''))
    return drawnChoice(name, node, around);
  if (facts.readOnly) return keypadEntry(name, node, tree) ?? drawnChoice(name, node, around);
  if (!isField(node)) return undefined;
  const { autocomplete, type, placeholder } = facts;
  const subject = subjectOf([autocomplete ?? '', name, placeholder ?? '', type === 'tel' ? 'phone' : (type ?? '')]);
  const value = valueFor(subject, text, customer, facts.maxLength === 1);
  if (value === undefined) {
    return facts.required && node.text === ''
      ? {
          text: `${quoted(name)} = Test`,
          doubt: `the field "${name}" was filled although its words do not say with what`,
        }
      : undefined;
  }
  const isOwn = value === '{number}' && node.text !== '' && isAllowedNumber(node.text, customer);
  if (isOwn || (node.text !== '' && /^\{(?:email|code)|Customer/.test(value))) return undefined;
  const saysSo = !value.startsWith('{number') && customer.intention === 'failure' && subject === 'phone';
  return { text: `${subject === 'amount' ? '? ' : ''}${quoted(name)} = ${value}`, saysSo };
};

/** What no snapshot tells of a field. Runs in the browser. */
const factsOf = (one: Element) => {
  const { localName, type, readOnly, required, placeholder, maxLength } = one as HTMLInputElement;
  const autocomplete = one.getAttribute('autocomplete');
  const opens = one.matches('[role=combobox], [aria-haspopup]:not([aria-haspopup=false])');
  return { localName, type, readOnly, required, placeholder, maxLength, autocomplete, opens };
};

/** A read-only number is entered by keys of the page. */
const keypadEntry = (name: string, node: PageNode, tree: readonly PageNode[]): Move | undefined => {
  if (digitsOn(tree).size !== 10 || node.text !== '') return undefined;
  return { text: `${quoted(name)} = ${subjectOf([name]) === 'amount' ? '{amount}' : '{number}'}` };
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
  if (around.opened.has(name)) return undefined;
  around.opened.add(name);
  const options = await optionsOf(node, around.where);
  // Once it is chosen, an option may be the name of its list.
  for (const option of options) around.opened.add(general(option.name || option.text));
  return choiceIn(name, options, true, around.customer);
};

/** The options of a list that is opened, and closed again. */
const optionsOf = async (node: PageNode, where: Page | Frame): Promise<readonly PageNode[]> => {
  // What an open list makes of the rest of the page is no option.
  const wordsOf = ({ role, name, text }: PageNode) => `${role} ${name} ${text}`;
  const before = new Set((await readTree(where)).map(wordsOf));
  const fresh = async () => (await readTree(where)).filter((one) => !before.has(wordsOf(one)));
  const element = locate(node);
  let options: readonly PageNode[] = [];
  for (const open of [() => pressed(element), () => element.press('ArrowDown', soon())]) {
    await open().catch(() => {});
    for (let times = 0; times < 15 && options.length === 0; times += 1) {
      await pause(60);
      const seen = await fresh();
      const said = seen.filter((one) => isOption(one) || (isTickBox(one) && ancestorsOf(one).some(isDialog)));
      const isDrawn = ({ ref, cursor, role }: PageNode) => ref && cursor === 'pointer' && /generic|listitem/.test(role);
      options = said.length > 0 ? said : seen.filter(isDrawn);
    }
    if (options.length > 0) break;
  }
  await element.press('Escape', soon()).catch(() => {});
  await pause(300);
  const left = await fresh();
  const away = left.find((one) => one.role === 'button' && one.ref && meaningOf(one.name) === 'cancel');
  if (away && left.some(isDialog)) await pressed(locate(away));
  return options;
};

export const isOperator = (name: string, codes: readonly string[]): boolean => {
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

/** The words by which a line means a field: its name, its placeholder, or the caption before it. */
export const nameOf = (node: PageNode, tree: readonly PageNode[]): string => {
  const before = tree.slice(0, tree.indexOf(node)).toReversed();
  const caption = before.find((one) => !isField(one) && (one.text || one.name));
  const words = [node.name, node.placeholder ?? '', caption?.text || caption?.name || ''].filter(Boolean).map(general);
  const isMeant = (name: string): boolean => {
    const line = readLine(`${quoted(name)} = …`);
    const found = typeof line === 'string' ? [] : findNodes(line, tree);
    return found.length === 1 && found[0]?.node.ref === node.ref;
  };
  return words.find(isMeant) ?? words[0] ?? '';
};

/** Without what belongs to one payment. */
const general = (name: string): string =>
  name.replace(/(?:[A-Z]{3}\s?|\p{Sc}\s?)?\d[\d.,' \u00a0]*\d(?:\s?[A-Z]{3}\b|\s?\p{Sc})?/gu, '…');

/** The line that means a control: with its role where its name alone means several. */
export const named = (node: PageNode, tree: readonly PageNode[]): string => {
  const plain = quoted(general(node.name));
  const line = readLine(plain);
  const isPlain = typeof line !== 'string' && findNodes(line, tree).length === 1;
  return isPlain ? plain : `${node.role} ${plain}`;
};

const quoted = (name: string): string =>
  name.includes(' = ') || /^[?"]|\{/.test(name) || isRole(name.split(' ', 1)[0] ?? '') ? `"${name}"` : name;
