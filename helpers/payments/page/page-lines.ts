import { LineCounter, parseDocument, isMap, isScalar, isSeq, type Node } from 'yaml';
import { channels, type Channel, type End } from '../../../interface/rules/channels.ts';
import { decimalsOf } from '../../money/currencies.ts';
import { largestNumberIn } from '../../money/readings.ts';
import { isAllowedNumber, isListedCard, shortestNumber } from '../../settings/safety/payment-limits.ts';
import { isRole } from './page-tree.ts';

/** How a customer means to end a payment on the page. */
export const lists = ['pay', 'decline', 'cancel'] as const;
export type List = (typeof lists)[number];

/** The list of lines by which a customer ends a payment as intended. */
export const listOf: Readonly<Record<End | 'cancel', List>> = { success: 'pay', failure: 'decline', cancel: 'cancel' };

/** One action of a customer, in the words of the page. */
export interface Line {
  /** As it is written. */
  text: string;
  /** Skipped where the page goes on without it. */
  isOptional: boolean;
  /** An ARIA role, where two controls have the same name. */
  role: string | undefined;
  /** The whole accessible name, with `…` for any text; a selector behind `css:`. */
  name: string;
  /** What is filled in or chosen; undefined for a press. */
  value: string | undefined;
}

/** A payment page in its own words. `begin` is the common beginning of all lists. */
export type PageLines = Readonly<Record<'begin' | List, readonly Line[]>>;

/** Why the lines of a list, if they were proposed, are not known to do what it says. */
export type Doubts = Readonly<Partial<Record<List, string>>>;

/** The lines of each channel. */
export type PageDescription = Readonly<Record<Channel, PageLines>>;

/** What a value may be paid with. */
export interface Limits {
  currency: string;
  /** In the subunit. */
  maxAmount: number;
  mobileMoneyNumber: string;
  testNumbers: readonly string[];
}

/** A description that cannot be used; the message names line and column. */
export class DescriptionError extends Error {}

const keys = ['begin', ...lists] as const;
/** `{code}` is the code that the page shows, `{code:1234}` one that is always the same. */
const values = ['{number}', '{email}', '{amount}', '{code}', '{code:1234}'];
const known = /^\{(?:number|email|amount|code(?::[\w-]{1,12})?)\}$/;
const grammar = /^(\? +)?(?:([a-z]+) +(?!= |=$))?("[^"]+"|\S.*?)(?: =(| .*))?$/;

/**
 * Reads a line such as `Pay …`, `? Accept cookies`, `radio Card` or `Phone = {number}`.
 *
 * @returns what is wrong with it, if it is no such line
 */
export const readLine = (text: string, limits?: Limits): Line | string => {
  const [, optional, word, given = '', after] = grammar.exec(text.trim()) ?? [];
  const role = word !== undefined && isRole(word) ? word : undefined;
  const words = word === undefined || role !== undefined ? given : `${word} ${given}`;
  const quoted = /^"([^"]+)"$/.exec(words)?.[1];
  const name = (quoted ?? words).replaceAll('...', '…').trim();
  const value = after?.trim();
  if (/^(?:css:)?[…\s]*$/.test(name)) return 'has no name of a control; write the words that the page shows';
  const [inName] = (quoted === undefined && /\{[^{}]*\}/.exec(name)) || [];
  if (inName) return `has ${inName} in its name; write "Name = ${inName}", with a space on each side of the sign`;
  if (value === '') return `has no value; use ${values.join(', ')} or the text itself`;
  const [unknown] = value?.match(/\{[^{}]*\}/g)?.filter((one) => !known.test(one)) ?? [];
  if (unknown) return `has the unknown value ${unknown}; use ${values.join(', ')} or the text itself`;
  const forbidden = value !== undefined && limits ? forbiddenValue(value, limits) : undefined;
  return forbidden ?? { text: text.trim(), isOptional: optional !== undefined, role, name, value };
};

/** Why a literal value may not be typed: whatever field it is for, it is neither an unknown number nor too much money. */
const forbiddenValue = (value: string, limits: Limits): string | undefined => {
  const digits = value.replace(/\D/g, '').length;
  if (digits >= shortestNumber && !isAllowedNumber(value, limits) && !isListedCard(value, limits)) {
    return `types a number that is neither MOBILE_MONEY_NUMBER nor one of TEST_NUMBERS; list it there if it is for tests`;
  }
  const isCode = value.startsWith('{code:') || digits >= shortestNumber || /^\d{1,2}\s?\/\s?\d{2,4}$/.test(value);
  // Words are read beside the field, before a button is pressed.
  const decimals = decimalsOf(limits.currency);
  if (!isCode && largestNumberIn(value, decimals) * 10 ** decimals > limits.maxAmount) {
    const code = /^\w{1,12}$/.test(value) ? `, or {code:${value}} if it is a code` : '';
    return `may pay more than MAX_AMOUNT (${limits.maxAmount} subunits); write {amount}${code}`;
  }
  return undefined;
};

/**
 * Reads a description of a payment page.
 *
 * @param source YAML with the lists begin, pay, decline and cancel; a channel may have lists of its own
 * @throws DescriptionError with line and column
 */
export const readDescription = (source: string, limits: Limits): PageDescription => {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter });
  const wrong = (at: number, what: string): never => {
    const { line, col } = lineCounter.linePos(at);
    throw new DescriptionError(`line ${line}, column ${col}: ${what}`);
  };
  const [error] = [...document.errors, ...document.warnings];
  if (error) wrong(error.pos[0], error.message.split('\n', 1)[0]?.replace(/ at line .*$/, '') ?? '');
  const at = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;

  /** YAML reads "? Name" as a key without a value, and formatters write "Name:" for it. */
  const optionalIn = (item: unknown): string | undefined => {
    const [pair, ...others] = isMap(item) ? item.items : [];
    if (!isScalar(pair?.key) || pair.key.type !== 'PLAIN' || others.length > 0) return undefined;
    const isAlone = pair.value === null || (isScalar(pair.value) && pair.value.value === null);
    const name = String(pair.key.value);
    // Without a value, the colon may belong to the name.
    return isAlone && (source.startsWith('? ', at(item)) || name.includes(' = ')) ? `? ${name}` : undefined;
  };
  const notOneLine = (item: unknown): string => {
    const text = source.slice(at(item)).split('\n', 1)[0]?.trim() ?? '';
    const optional = /^[^?].*:$/.test(text) ? `, or ${JSON.stringify(`? ${text.slice(0, -1)}`)}` : '';
    return `is not one line of text; put it in quotes${/^['"]|^$/.test(text) ? '' : `: ${JSON.stringify(text)}${optional}`}`;
  };
  const lineOf = (item: unknown): Line => {
    const text = isScalar(item) ? item.value : optionalIn(item);
    if (typeof text !== 'string') return wrong(at(item), notOneLine(item));
    const line = readLine(text, limits);
    return typeof line === 'string' ? wrong(at(item), `"${text}" ${line}`) : line;
  };
  const listsOf = (node: unknown, others: readonly string[]): Partial<Record<string, unknown>> => {
    if (!isMap(node))
      return wrong(at(node), `is not a description; write ${keys.join(', ')}, each with a list of lines`);
    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        const name = String((key as { value?: unknown }).value);
        if (![...keys, ...others].includes(name))
          wrong(at(key), `"${name}" is unknown; use ${[...keys, ...others].join(', ')}`);
        if (others.includes(name)) return [name, isMap(value) ? value : wrong(at(key), `${name} needs lists of lines`)];
        return [name, isSeq(value) ? value.items.map(lineOf) : wrong(at(key), `${name} needs a list of lines`)];
      }),
    );
  };
  const usual = listsOf(document.contents, channels);
  const linesOf = (channel: Channel): PageLines => {
    const own = usual[channel] === undefined ? {} : listsOf(usual[channel], []);
    const under = (key: string) => (own[key] ?? usual[key] ?? []) as Line[];
    return { begin: under('begin'), pay: under('pay'), decline: under('decline'), cancel: under('cancel') };
  };
  const description = { redirect: linesOf('redirect'), form: linesOf('form'), iframe: linesOf('iframe') };
  const isEmpty = Object.values(description).every(({ begin, pay }) => begin.length + pay.length === 0);
  return isEmpty ? wrong(0, 'has no lines under pay') : description;
};

/** The place of the line that is missed at another one: itself, or where that is optional, the next one that is not. */
export const neededAt = (lines: readonly Line[], at: number): number => {
  const needed = lines.findIndex(({ isOptional }, index) => index >= at && !isOptional);
  return needed === -1 ? at : needed;
};

/** Whether a line sets the amount (2.5). */
export const isOfAmount = ({ value }: Line): boolean => value?.includes('{amount}') ?? false;
