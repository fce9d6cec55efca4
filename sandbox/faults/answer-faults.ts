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
import type { Alteration, Change, Entries, Where } from './exchange.ts';
import { type Place, table } from './named-places.ts';

/** Answers that faults change, and how sentences call them. */
export type Answers = {
  readonly what: string;
  readonly changed: (...changes: Change[]) => Alteration;
  /** How a field gets another value, or is left out; a field of the body unless this says otherwise. */
  readonly set?: (field: string, value: unknown) => Change;
};

/** Every answer that accepts, on an occasion. */
export const answersTo = (what: string, where: Where): Answers & Place => ({
  what,
  where,
  changed: (...changes) => answer(where, ...changes),
});

/** Every 400, on an occasion. */
export const faultyRequest = (what: string, where: Where): Answers & Place => ({
  what,
  where,
  changed: (...changes) => refusal(where, ...changes),
});

/** Every 401, on an occasion. */
export const refusedKey = (what: string, where: Where): Answers & Place => ({
  what,
  where,
  changed: (...changes) => unauthorised(where, ...changes),
});

/** The redirects to the merchant, on an occasion; their fields are the parameters. */
export const redirectsOf = (what: string, where: Where): Answers & Place => ({
  what: `the redirect ${what}`.trimEnd(),
  where,
  changed: (...changes) => merchantRedirect(where, ...changes),
  set: (name, value) => parameter(name, () => value as string | undefined),
});

/** Columns for a field that should be a text with something in it. */
export const notText = { missing: undefined, number: 42, empty: '', placeholder: 'undefined' };

/**
 * A field of an answer has another value; undefined leaves it out. `{ missing: undefined, empty: '' }` makes
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
    return [`answers ${JSON.stringify(value)} as ${field} in ${what}`, changed(set(field, value))];
  });

/** What should be answered with 200 has another status: `PREFIX-is-201`. */
export const acceptedAs = (prefix: string, { what, changed }: Answers, ...codes: number[]): Entries =>
  table(prefix, codes.map(columnOfStatus), (code) => {
    if (code === 500) return [`breaks on ${what}`, changed(crash)];
    if (code >= 400) return [`refuses ${what} with HTTP ${code}`, changed(refusedAs(code))];
    return [`answers ${what} with HTTP ${code}`, changed(status(code))];
  });

/** What should be refused with 400 or 401 is refused with another status: `PREFIX-is-403`. */
export const refusedWith = (prefix: string, { what, changed }: Answers, ...codes: number[]): Entries =>
  table(prefix, codes.map(columnOfStatus), (code) => {
    if (code === 500) return [`breaks on ${what}`, changed(crash)];
    return [`refuses ${what} with HTTP ${code}`, changed(status(code))];
  });

/** A 400 names another field than the one that is wrong. `{ code: 'payment_method_code' }` makes `PREFIX-names-code`. */
export const namesOther = (prefix: string, { what, where }: Place, fields: Readonly<Record<string, string>>): Entries =>
  table(`${prefix}-names`, Object.entries(fields), (field) => [
    `names ${field} when it refuses ${what}`,
    refusal(where, naming(field)),
  ]);

const setField = (field: string, value: unknown): Change => (value === undefined ? without(field) : as(field, value));

const columnOfStatus = (code: number): readonly [string, number] => [`is-${code}`, code];
