import type { Body } from '../../interface/messages/requests.ts';

/** An alternative JSON notation of an integer, for example `1000.0` or `1e3` for 1000. */
export type NumberNotation = (amount: number) => string;

const withPoint: NumberNotation = (amount) => `${amount}.0`;
const withPower: NumberNotation = (amount) => amount.toExponential().replace('+', '');

/** Equivalent notations of an integer amount, by name. */
export const amountNotations = { 'with a point': withPoint, 'with a power of ten': withPower } as const;

/** The JSON text of a body with its fields in reverse order, each in a line of its own. */
export const reversedText = (body: Body): string =>
  JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()), null, 2);

/** The JSON text of a body in ASCII: all other characters are escapes. */
export const inAscii = (body: Body): string =>
  JSON.stringify(body).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Equivalent JSON texts of a body. */
export const equivalentTexts: Readonly<Record<string, (body: Body) => string>> = {
  'fields in reverse order, in lines': reversedText,
  'letters and slashes as escapes': (body) =>
    JSON.stringify(body)
      .replace(/(?<=[:,{]")[a-z]/gi, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
      .replaceAll('/', String.raw`\/`),
};

/** The JSON text of a body, with another notation of a numeric amount. */
export const withAmountNotation = (body: Body, notation: NumberNotation): string =>
  JSON.stringify(body).replace(/(?<="amount":)\d+(?=[,}])/, (digits) => notation(Number(digits)));
