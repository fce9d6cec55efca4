import type { Body } from '../../interface/messages/requests.ts';

/** An alternative JSON spelling of an integer, for example `1000.0` or `1e3` for 1000. */
export type Spelling = (amount: number) => string;

export const withPoint: Spelling = (amount) => `${amount}.0`;
export const withPower: Spelling = (amount) => amount.toExponential().replace('+', '');

/** Equivalent JSON texts of a body: fields in reverse order, or letters as escapes. */
export const rewritten: Readonly<Record<string, (body: Body) => string>> = {
  'fields in reverse order': (body) => JSON.stringify(Object.fromEntries(Object.entries(body).toReversed())),
  'letters as escapes': (body) =>
    JSON.stringify(body).replace(/(?<=[:,{]")[a-z]/gi, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
};

/** The JSON text of a body, with an alternative spelling of a numeric amount. */
export const spelled = (body: Body, spell: Spelling): string =>
  JSON.stringify(body).replace(/(?<="amount":)\d+(?=[,}])/, (digits) => spell(Number(digits)));
