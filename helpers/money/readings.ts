import { decimalsOf, namesOf } from './currencies.ts';

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

const mark = `['’‘ʼʻˈ\`′·‧∙•⋅_]`;

/**
 * A text with its numbers in plain digits, of which commas and dots alone are separators, and without characters that
 * are not seen. Where a mark or a blank may group digits, it does.
 */
export const plainNumbers = (text: string): string =>
  withPlainDigits(text.replace(/[´¨¯¸˘-˝]/g, "'"))
    .replace(/[\p{Cf}\u115f\u1160\u3164]|(?<=\d)\p{M}+/gu, '')
    .replace(/(?<=\d)[‚،٬、]/g, ',')
    .replace(/(?<=\d)[٫。]/g, '.')
    .replace(new RegExp(String.raw`(?<=\d)\s*(${mark}|[.,])\s*(?=\d{3}(?!\d))`, 'g'), '$1')
    .replace(/(?<=\d)\s+(?=(?:\d{2,3}\s+)*\d{3}(?!\d))/g, '')
    .replace(new RegExp(String.raw`(?<=\d)${mark}(?=(?:\d{2,4}${mark})*\d{3,4}(?!\d))`, 'g'), '')
    .replace(new RegExp(String.raw`(?<=\d)${mark}(?=\d)`, 'g'), '.');

const number = /\d[\d.,]*(?:e[+-]?\d+)?/gi;

/**
 * The largest interpretation of a text as a number, with or without grouped digits; 0 when it has no digits. Words are
 * not read.
 *
 * @param decimals this many digits after a single dot are always decimals
 */
export const largestNumberIn = (text: string, decimals = 2): number =>
  Math.max(0, ...[...plainNumbers(text).matchAll(number)].map(([written]) => readDigits(written, decimals)));

/** The last separator is a decimal separator, unless it is repeated or may be one of groups. */
const readDigits = (written: string, decimals: number): number => {
  const [, digits = '', power = ''] = /^([\d.,]*\d)[.,]*(e[+-]?\d+)?$/i.exec(written) ?? [];
  const [, whole = digits, separator = '', rest = ''] = /^(.*)([.,])(\d+)$/.exec(digits) ?? [];
  const isOnly = !whole.includes(separator);
  const isGroup = rest.length === 3 || (rest.length === 4 && separator === ',');
  const groups = isGroup && whole !== '0' && !(separator === '.' && decimals === 3);
  // A currency without decimals has none, unless they are zeros: 1,50 is 150.
  const hasNone = decimals === 0 && !(separator === '.' && /^0{1,2}$/.test(rest));
  const isDecimal = separator !== '' && isOnly && !groups && !hasNone;
  const joined = (isDecimal ? whole : digits).replace(/[.,]/g, '');
  return Number(`${joined}${isDecimal ? `.${rest}` : ''}${power}`);
};

/** A number in a text, with the word or the sign of a currency on each side. */
interface Written {
  digits: string;
  before: string;
  behind: string;
  isGlued: boolean;
  /** What follows the word behind it, as XTS follows that of 5 million XTS. */
  next: string;
}

const word = String.raw`[\p{L}\p{M}]+|\p{Sc}`;
const [wordBefore, wordBehind] = [
  new RegExp(String.raw`(${word})\.?\s*$`, 'u'),
  new RegExp(String.raw`^(\s*)(${word})?\.?\s*(${word})?`, 'u'),
];

const writtenIn = (text: string): Written[] => {
  const plain = plainNumbers(text).toLowerCase();
  return [...plain.matchAll(number)].map(({ 0: digits, index }) => {
    const [, before = ''] = wordBefore.exec(plain.slice(Math.max(0, index - 40), index)) ?? [];
    const end = index + digits.length;
    const [, blank = '', behind = '', next = ''] = wordBehind.exec(plain.slice(end, end + 80)) ?? [];
    return { digits, before, behind, isGlued: blank === '' && behind !== '', next };
  });
};

/** Words that make a number a larger one, or begin so in several languages: 5k, 5 lakh, 1.5 million, elfu 5. */
const multiplier =
  /^(?:[kmbtlg]|[mb]n|mm|mio|mi|m?l[nd]|mld|mrd|md|t[nr]n?|bln|cr|la(?:c|cs|kh|khs|ki)|crores?|hundred|thousands?|grand|mil|mil[aei]|mille|elfu|bin|e?zer|mi[ei]|rb|ribu|jt|juta|libo|tuhat|duizend|t[iyuū][sś].*|taus.*|þús.*|mil[lj]|bi[lo]|(?:m|b|tr)il[lhj]?[iíjyoóaãõ].+|nghìn|triệu|tỷ)$/u;
/** Numerals that are no digits, and words for numbers. */
const numeral = /[\p{Nl}\p{No}〇一二三四五六七八九十百千万萬億亿兆]/u;
const numberWord = /\b(?:hundred|thousand|mille|lakh|lac|crore|million|billion)s?\b/i;
/** A mark between digits that neither groups them nor stands between two numbers. */
const unknownMark = /\d[\s.,]*(?:(?![\p{L}\p{Pd}\p{Ps}\p{Pe}/\\:;*+=<>%#&|@?!×÷])[^\d\s.,])+[\s.,]*\d/u;

/**
 * Whether a text has digits with known separators alone, or a word beside them that is no part of the number: the
 * currency, or any but a multiplier where all decimals are written, or the number is the one that was asked for.
 */
const isReadable = (text: string, currency: string, asked: number | undefined): boolean => {
  const plain = plainNumbers(text);
  if (numeral.test(text) || numeral.test(plain) || unknownMark.test(plain.replace(/\s[·•∙⋅]\s/g, ' - '))) return false;
  const numbers = writtenIn(text);
  if (numbers.length === 0) return !numberWord.test(plain);
  const decimals = decimalsOf(currency);
  return numbers.every(({ digits, before, behind, isGlued }) => {
    const isWhole = decimals > 0 && new RegExp(String.raw`[.,]\d{${decimals}}[.,]?$`).test(digits);
    const isAsked = asked !== undefined && Math.round(readDigits(digits, decimals) * 10 ** decimals) === asked;
    const isHarmless = (one: string) =>
      one === '' || (!multiplier.test(one) && (isNameOf(one, currency) || isWhole || isAsked));
    // Before a number, up to three letters are the sign of a currency.
    const isSign = /^\p{Script=Latin}{1,3}$/u.test(before);
    return (isSign || isHarmless(before)) && isHarmless(behind) && (!isGlued || isNameOf(behind, currency));
  });
};

/** Whether a word names a currency. In other scripts, another word may follow without a blank. */
const isNameOf = (one: string, currency: string): boolean =>
  /^\p{Sc}$/u.test(one) ||
  [...namesOf(currency)].some((name) => one === name || (/^\P{Script=Latin}/u.test(name) && one.startsWith(name)));

/**
 * The amount in a text of a page, in the subunit, in the larger interpretation as main units; infinite when it has one
 * that cannot be read.
 *
 * @param asked the amount of the payment, in the subunit
 */
export const subunitsOf = (text: string, currency: string, asked?: number): number =>
  isReadable(text, currency, asked)
    ? Math.round(largestNumberIn(text, decimalsOf(currency)) * 10 ** decimalsOf(currency))
    : Infinity;

/** The amounts in a text that stand beside the sign or a name of a currency, with the words about them. */
export const moneyIn = (text: string, currency: string): string[] =>
  writtenIn(text)
    .filter(({ before, behind, next }) => [before, behind, next].some((one) => isNameOf(one, currency)))
    .map(({ before, digits, behind, isGlued }) => `${before} ${digits}${isGlued ? '' : ' '}${behind}`.trim());

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
  if (numeral.test(leaf)) return Infinity;
  const squeezed = withPlainDigits(leaf).replace(/\s/g, '');
  return Math.max(largestNumberIn(leaf), Number(squeezed) || 0, Number.parseFloat(squeezed) || 0);
};
