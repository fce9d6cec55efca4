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

/** Answers that faults change, and their description in sentences. */
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

/** Columns for a field that should be a text that is not empty. */
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
    return [`returns ${JSON.stringify(value)} as ${field} in ${what}`, changed(set(field, value))];
  });

/** A request that should be answered with 200 gets another status: `PREFIX-is-201`. */
export const acceptedAs = (prefix: string, { what, changed }: Answers, ...codes: number[]): Entries =>
  table(prefix, codes.map(columnOfStatus), (code) => {
    if (code === 500) return [`breaks on ${what}`, changed(crash)];
    if (code >= 400) return [`refuses ${what} with HTTP ${code}`, changed(refusedAs(code))];
    return [`answers ${what} with HTTP ${code}`, changed(status(code))];
  });

/** A request that should be refused with 400 or 401 gets another status: `PREFIX-is-403`. */
export const refusedWith = (prefix: string, { what, changed }: Answers, ...codes: number[]): Entries =>
  table(prefix, codes.map(columnOfStatus), (code) => {
    if (code === 500) return [`breaks on ${what}`, changed(crash)];
    return [`refuses ${what} with HTTP ${code}`, changed(status(code))];
  });

/** A 400 names a field that is not wrong. `{ code: 'payment_method_code' }` makes `PREFIX-names-code`. */
export const namesOther = (prefix: string, { what, where }: Place, fields: Readonly<Record<string, string>>): Entries =>
  table(`${prefix}-names`, Object.entries(fields), (field) => [
    `names ${field} when it refuses ${what}`,
    refusal(where, naming(field)),
  ]);

const setField = (field: string, value: unknown): Change => (value === undefined ? without(field) : as(field, value));

const columnOfStatus = (code: number): readonly [string, number] => [`is-${code}`, code];
