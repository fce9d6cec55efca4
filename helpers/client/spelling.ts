import type { Body } from '../../interface/messages/requests.ts';

/** Another way to write a whole number in JSON, for example 1000 as `1000.0` or as `1e3`. */
export type Spelling = (amount: number) => string;

export const withPoint: Spelling = (amount) => `${amount}.0`;
export const withPower: Spelling = (amount) => amount.toExponential().replace('+', '');

/** The JSON text of a body in other words: its fields in reverse order, or its letters as escapes. */
export const rewritten: Readonly<Record<string, (body: Body) => string>> = {
  'fields in reverse order': (body) => JSON.stringify(Object.fromEntries(Object.entries(body).toReversed())),
  'letters as escapes': (body) =>
    JSON.stringify(body).replace(/(?<=[:,{]")[a-z]/gi, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
};

/** The JSON text of a body, its amount spelled otherwise when it is a number. */
export const spelled = (body: Body, spell: Spelling): string =>
  JSON.stringify(body).replace(/(?<="amount":)\d+(?=[,}])/, (digits) => spell(Number(digits)));
