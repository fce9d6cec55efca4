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

/**
 * The largest interpretation of a text as a number, with or without grouped digits; 0 when it has none.
 *
 * @param decimals this many digits after a single dot are always decimals
 */
export const largestNumberIn = (text: string, decimals = 2): number => {
  // Only a single space, apostrophe or underscore groups digits.
  const plain = withPlainDigits(text).replace(/(?<=\d)[\s'’_](?=\d{3}(?!\d))/g, '');
  const tokens = plain.match(/[+-]?\d[\d.,]*(?:e[+-]?\d+)?/gi) ?? [];
  return Math.max(0, ...tokens.map((token) => readToken(token, decimals)));
};

/** The last separator is a decimal separator, unless it is repeated or three digits follow it. */
const readToken = (token: string, decimals: number): number => {
  const [, sign = '', digits = '', power = ''] = /^([+-]?)([\d.,]*\d)[.,]*(e[+-]?\d+)?$/i.exec(token) ?? [];
  const [, whole = digits, separator = '', rest = ''] = /^(.*)([.,])(\d+)$/.exec(digits) ?? [];
  const isOnly = !whole.includes(separator);
  const groups = rest.length === 3 && whole !== '0' && !(separator === '.' && decimals === 3);
  const isDecimal = separator !== '' && isOnly && !groups;
  const joined = (isDecimal ? whole : digits).replace(/[.,]/g, '');
  return Number(`${sign}${joined}${isDecimal ? `.${rest}` : ''}${power}`);
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
