import { numberWords } from './number-words.ts';

/** The maximum number of decimals of any currency. */
const mostDecimals = 4;

/** The number of decimals of a currency (ISO 4217); the maximum for an invalid code. */
export const decimalsOf = (currency: string): number => {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? mostDecimals;
  } catch {
    return mostDecimals;
  }
};

/** Replaces digits of other scripts and widths with 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[^\0-\x7f]/gu, (one) => (/\p{Nd}/u.test(one) ? String(digitOf(one)) : one));

/** The value of a digit: the ten digits of a script are consecutive, beginning with zero. */
const digitOf = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
};

const hanDigits = '〇一二三四五六七八九';
/** What stands between two numbers rather than in one; any other mark between digits groups them. */
const betweenNumbers = String.raw`\p{Pd}\u2212\p{Ps}\p{Pe}/\\:;*+=<>%#&|@?!×÷`;
const mark = String.raw`(?:(?![.,${betweenNumbers}])[\p{P}\p{S}\p{Lm}])`;
const groupsOf = (separator: string, longest: number): RegExp => {
  const last = `\\d{3,${longest}}(?!\\d)`;
  return new RegExp(String.raw`(?<=\d)${separator}(?=(?:\d{2,${longest}}${separator})*${last})`, 'gu');
};
const [blankGroups, markedGroups] = [groupsOf(String.raw`\s+`, 3), groupsOf(mark, 4)];
const [spacedMark, singleMark] = [
  new RegExp(String.raw`(?<=\d)\s*(${mark}|[.,])\s*(?=\d{3}(?!\d))`, 'gu'),
  new RegExp(String.raw`(?<=\d)${mark}(?=\d)`, 'gu'),
];

/**
 * A text with its numbers in plain digits, of which commas and dots alone are separators, and without characters that
 * are not seen. Where a mark or a blank may group digits, it does.
 */
export const plainNumbers = (text: string): string =>
  withPlainDigits(text.replace(/[´¨¯¸˘-˝]/g, "'"))
    .replace(/[\p{Cf}\u115f\u1160\u3164]|(?<=\d)\p{M}+/gu, '')
    .replace(/[〇一二三四五六七八九]/g, (one) => String(hanDigits.indexOf(one)))
    .replace(/(?<=\d)[\u201a\u060c\u066c\u3001]/g, ',')
    .replace(/(?<=\d)[\u066b\u3002]/g, '.')
    // An amount of the Cape Verde escudo is written with its sign between the units: 10$00.
    .replace(/(?<=\d)\p{Sc}(?=\d)/gu, '.')
    .replace(spacedMark, '$1')
    .replace(blankGroups, '')
    .replace(markedGroups, '')
    .replace(singleMark, '.');

const digits = String.raw`\d[\d.,]*(?:e[+-]?\d+)?`;
const escaped = (word: string): string => word.replace(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`);
const alphabet = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}]`;
/** Scripts that write no blank after a word, or the sign of a currency in another alphabet. */
const endOfWord = String.raw`(?:(?<=[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}])|(?<!${alphabet})(?=${alphabet})|(?![\p{L}\p{M}]))`;

interface Patterns {
  /** Digits and the words about them, in a text of `plainNumbers` in lower case. */
  number: RegExp;
  /** A number that is a word alone. */
  word: RegExp;
  /** Each word. */
  words: RegExp;
}
let patterns: Patterns | undefined;
const patternsOf = (): Patterns => {
  if (patterns) return patterns;
  const words = [...numberWords().keys()].sort((one, other) => other.length - one.length);
  const any = (some: readonly string[]) => `(?:${some.map(escaped).join('|')})`;
  const long = any(words.filter((word) => word.length > 3));
  // A single letter such as the p of 50p is a word only beside its number, except for those in use.
  const behind = `(?:\\s?${any(words.filter((word) => word.length > 1 || /[gkmbt]|\P{ASCII}/u.test(word)))}|${any(words)})`;
  const number = String.raw`(?:(?<!\p{L})${long}\s)*${digits}(?:${behind}+${endOfWord})?`;
  const word = String.raw`(?<![\p{L}\p{M}])${long}${endOfWord}`;
  patterns = { number: new RegExp(number, 'gu'), word: new RegExp(word, 'u'), words: new RegExp(any(words), 'gu') };
  return patterns;
};

/** The source of a regular expression for a number and its words in a text of `plainNumbers`, in lower case. */
export const numberSource = (): string => patternsOf().number.source;

/**
 * The largest interpretation of a text as a number, with or without grouped digits; 0 when it has none, and infinite
 * when it has one that cannot be read.
 *
 * @param decimals this many digits after a single dot are always decimals
 */
export const largestNumberIn = (text: string, decimals = 2): number => {
  const plain = plainNumbers(text).toLowerCase();
  // Roman numerals and numerals of scripts without digits.
  if (/[\u2160-\u2188]/.test(text) || /[\p{Nl}\p{No}]/u.test(plain)) return Infinity;
  const pattern = /\p{L}/u.test(plain) ? patternsOf().number : new RegExp(digits, 'g');
  const tokens = (plain.match(pattern) ?? []).map((token) => readToken(token, decimals));
  const largest = Math.max(0, ...tokens.map(({ value }) => value));
  // 1 lakh 20 thousand.
  const isSum = tokens.some(({ times }) => times > 1);
  return isSum ? tokens.reduce((sum, { value }) => sum + value, 0) : largest;
};

/** Whether a text has a word for a number, as in "five thousand". */
export const hasNumberWord = (text: string): boolean => patternsOf().word.test(plainNumbers(text).toLowerCase());

const readToken = (token: string, decimals: number): { value: number; times: number } => {
  const [written = ''] = new RegExp(digits).exec(token) ?? [];
  const times = wordsIn(token.replace(written, ' ')).reduce((product, word) => product * word, 1);
  // In a short form, the decimals of the currency are not written.
  const value = readDigits(written, times > 1 ? 2 : decimals) * times;
  return { value: Number.isNaN(value) ? Infinity : value, times };
};

const wordsIn = (text: string): number[] => {
  const whole = numberWords().get(text.trim());
  return whole === undefined
    ? [...text.matchAll(patternsOf().words)].map(([word]) => numberWords().get(word) ?? 1)
    : [whole];
};

/** The last separator is a decimal separator, unless it is repeated or may be one of groups. */
const readDigits = (written: string, decimals: number): number => {
  const [, number = '', power = ''] = /^([\d.,]*\d)[.,]*(e[+-]?\d+)?$/.exec(written) ?? [];
  const [, whole = number, separator = '', rest = ''] = /^(.*)([.,])(\d+)$/.exec(number) ?? [];
  const isOnly = !whole.includes(separator);
  const isGroup = rest.length === 3 || (rest.length === 4 && separator === ',');
  const groups = isGroup && whole !== '0' && !(separator === '.' && decimals === 3);
  // A currency without decimals has none, unless they are zeros: 1,50 is 150.
  const hasNone = decimals === 0 && !(separator === '.' && /^0{1,2}$/.test(rest));
  const isDecimal = separator !== '' && isOnly && !groups && !hasNone;
  const joined = (isDecimal ? whole : number).replace(/[.,]/g, '');
  return Number(`${joined}${isDecimal ? `.${rest}` : ''}${power}`);
};

/** All primitive values in a value, including keys, in the order in which they are written. */
export const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => [...(Array.isArray(value) ? [] : [key]), ...leavesOf(one)])
    : [value];

/** The largest amount that a service could read from a value of any type, in the unit in which it is written. */
export const largestAmountIn = (value: unknown): number =>
  Math.max(
    0,
    ...leavesOf(value)
      .map((leaf) => (typeof leaf === 'number' ? leaf : readText(leaf)))
      .filter((one) => one > 0),
  );

const readText = (leaf: unknown): number => {
  if (typeof leaf !== 'string') return 0;
  const squeezed = withPlainDigits(leaf).replace(/\s/g, '');
  return Math.max(largestNumberIn(leaf), Number(squeezed) || 0, Number.parseFloat(squeezed) || 0);
};
