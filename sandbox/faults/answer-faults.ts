import {
  answer,
  as,
  crash,
  merchantRedirect,
  naming,
  parameter,
  refusal,
  refusedAs,
  status,
  unauthorised,
  without,
} from './changes.ts';
import type { Alteration, Change, Entries, Entry, Where } from './exchange.ts';
import { type Place, table } from './named-places.ts';
import { all, matching } from './places.ts';

/** The answers that a fault changes, and their description in its sentence. */
export type Answers = {
  readonly what: string;
  readonly changed: (...changes: Change[]) => Alteration;
  /** Sets or removes a field; by default a field of the body. */
  readonly set?: (field: string, value: unknown) => Change;
};

/** Every successful answer, under a condition. */
export const answersTo = (what: string, where: Where): Answers & Place => ({
  what,
  where,
  changed: (...changes) => answer(where, ...changes),
});

/** Every 400, under a condition. */
export const faultyRequest = (what: string, where: Where): Answers & Place => ({
  what,
  where,
  changed: (...changes) => refusal(where, ...changes),
});

/** Every 401, under a condition. */
export const refusedKey = (what: string, where: Where): Answers & Place => ({
  what,
  where,
  changed: (...changes) => unauthorised(where, ...changes),
});

/** The redirects to the merchant, under a condition; their fields are the parameters. */
export const redirectsOf = (what: string, where: Where): Answers & Place => ({
  what: `the redirect ${what}`.trimEnd(),
  where,
  changed: (...changes) => merchantRedirect(where, ...changes),
  set: (name, value) => parameter(name, () => value as string | undefined),
});

/** Invalid values for a field that must be non-empty text. */
export const notText = { missing: undefined, number: 42, empty: '', placeholder: 'undefined' };

/**
 * Gives a field of an answer other values; undefined leaves it out. `{ missing: undefined, empty: '' }` makes
 * `PREFIX-missing` and `PREFIX-empty`.
 */
export const fieldFaults = (
  prefix: string,
  field: string,
  { what, changed, set = setField }: Answers,
  values: Readonly<Record<string, unknown>>,
): Entries =>
  table(prefix, Object.entries(values), (value) => {
    if (value === undefined) return [`leaves ${field} out of ${what}`, changed(set(field, undefined))];
    if (value === '') return [`leaves ${field} empty in ${what}`, changed(set(field, ''))];
    return [`returns ${JSON.stringify(value)} as ${field} in ${what}`, changed(set(field, value))];
  });

/** Answers a valid request with a status other than 200: `PREFIX-is-201`. */
export const acceptedAs = (prefix: string, { what, changed }: Answers, ...codes: number[]): Entries =>
  table(prefix, codes.map(columnOfStatus), (code) => {
    if (code === 500) return [`breaks on ${what}`, changed(crash)];
    if (code >= 400) return [`refuses ${what} with HTTP ${code}`, changed(refusedAs(code))];
    return [`answers ${what} with HTTP ${code}`, changed(status(code))];
  });

/** Answers an invalid request with a status other than 400 or 401: `PREFIX-is-403`. */
export const refusedWith = (prefix: string, { what, changed }: Answers, ...codes: number[]): Entries =>
  table(prefix, codes.map(columnOfStatus), (code) => {
    if (code === 500) return [`breaks on ${what}`, changed(crash)];
    return [`refuses ${what} with HTTP ${code}`, changed(status(code))];
  });

/** Refuses valid requests whose addresses have a query. */
export const refusesQuery = (what: string, where: Where): Entry => [
  `refuses ${what} with a query in its addresses`,
  answer(all(where, matching('failure_url', /\?/)), refusedAs(400)),
];

/** Names a field that is not wrong in a 400. `{ code: 'payment_method_code' }` makes `PREFIX-names-code`. */
export const namesOther = (prefix: string, { what, where }: Place, fields: Readonly<Record<string, string>>): Entries =>
  table(`${prefix}-names`, Object.entries(fields), (field) => [
    `names ${field} when it refuses ${what}`,
    refusal(where, naming(field)),
  ]);

const setField = (field: string, value: unknown): Change => (value === undefined ? without(field) : as(field, value));

const columnOfStatus = (code: number): readonly [string, number] => [`is-${code}`, code];
