import {
  answer,
  as,
  converted,
  crash,
  merchantRedirect,
  overrideRequest,
  parameter,
  refusal,
  refusedAs,
  fromSecondRequest,
  status,
  unauthorised,
  without,
} from './changes.ts';
import {
  all,
  always,
  failureRequested,
  flows,
  given,
  is,
  lacks,
  matching,
  mistyped,
  mobileMoney,
  typed,
} from './conditions.ts';
import type { Alteration, Change, Condition, Effects, Entries, Exchange, Field, Json, Parameter } from './exchange.ts';

/** Tables of similar faults. Each fault is named after a prefix and a word: `PREFIX-WORD`. */

export type Words<T> = Readonly<Record<string, T>>;

/** Makes one fault for each word. */
export const table = <T>(prefix: string, words: Words<T>, make: (value: T) => Effects): Entries =>
  Object.fromEntries(Object.entries(words).map(([word, value]) => [`${prefix}-${word}`, make(value)]));

/** Picks columns of a table by their words. */
export const pick = <T, Name extends string>(
  words: Readonly<Record<Name, T>>,
  ...names: NoInfer<Name>[]
): Record<string, T> => Object.fromEntries(names.map((name) => [name, words[name]]));

/** The fields that replace those of a request. */
type Fields = Json | ((exchange: Exchange) => Json);

/** Replaces fields of the requests that meet one more condition. */
export const overrides = (prefix: string, where: Condition, words: Words<readonly [Condition, Fields]>): Entries =>
  table(prefix, words, ([when, fields]) => overrideRequest(all(where, when), fields));

/** Changes the successful answers to requests that meet one more condition. */
export const answered = (prefix: string, where: Condition, words: Words<Condition>, ...changes: Change[]): Entries =>
  table(prefix, words, (when) => answer(all(where, when), ...changes));

/** Some of the answers that a sandbox sends: a function that changes them. */
export type Answers = (...changes: Change[]) => Alteration;

const under =
  (change: (where: Condition, ...changes: Change[]) => Alteration) =>
  (where: Condition): Answers =>
  (...changes) =>
    change(where, ...changes);

/** The successful answers, the 400s, the 401s and the redirects to the merchant under a condition. */
export const answersTo = under(answer);
export const refusalsOf = under(refusal);
export const keyRefusalsOf = under(unauthorised);
export const redirectsOf = under(merchantRedirect);

/** Invalid values for a field that must be non-empty text. */
export const notText = { missing: undefined, number: 42, empty: '', placeholder: 'undefined' };
export const missingOrEmpty = { missing: undefined, empty: '' };
export const missingOrError = { missing: undefined, error: 'error' };

/**
 * Gives a field of an answer other values; undefined leaves it out. `{ missing: undefined, empty: '' }` makes
 * `PREFIX-missing` and `PREFIX-empty`.
 */
export const fieldFaults = (prefix: string, field: Field, answers: Answers, values: Words<unknown>): Entries =>
  table(prefix, values, (value) => answers(value === undefined ? without(field) : as(field, value)));

/** Gives a parameter of a redirect other values; undefined leaves it out. */
export const parameterFaults = (
  prefix: string,
  name: Parameter,
  redirects: Answers,
  values: Words<string | undefined>,
): Entries => table(prefix, values, (value) => redirects(parameter(name, () => value)));

/** The same value for all requests within twenty milliseconds. */
export const clock = (): number => Math.floor(Date.now() / 20);

export const asClock = (name: Field, prefix: string): Change => converted(name, () => `${prefix}${clock()}`);

/** Answers a valid request with a status other than 200: `PREFIX-is-201`. */
export const acceptedAs = (prefix: string, answers: Answers, ...codes: number[]): Entries =>
  table(prefix, byStatus(codes), (code) => {
    if (code === 500) return answers(crash);
    return answers(code >= 400 ? refusedAs(code) : status(code));
  });

/** Answers an invalid request, or a wrong key, with a status other than 400 or 401: `PREFIX-is-403`. */
export const refusedWith = (prefix: string, refusals: Answers, ...codes: number[]): Entries =>
  table(prefix, byStatus(codes), (code) => refusals(code === 500 ? crash : status(code)));

const byStatus = (codes: readonly number[]): Record<string, number> =>
  Object.fromEntries(codes.map((code) => [`is-${code}`, code]));

/** Refuses valid requests whose addresses have a query. */
export const refusesQuery = (where: Condition): Alteration =>
  answer(all(where, matching('failure_url', /\?/)), refusedAs(400));

const withAndWithout = <Word extends string>(word: Word, field: Field) =>
  ({ [`with-${word}`]: given(field), [`without-${word}`]: lacks(field) }) as Record<
    `with-${Word}` | `without-${Word}`,
    Condition
  >;

/** The circumstances in which an invalid request is accepted. */
const circumstances = {
  accepted: always,
  anywhere: always,
  'accepted-anyhow': always,
  mobile: mobileMoney,
  'asked-to-fail': failureRequested,
  ...flows,
  ...withAndWithout('amount', 'amount'),
  ...withAndWithout('reference', 'transaction_reference'),
  ...withAndWithout('code', 'payment_method_code'),
  ...withAndWithout('response', 'requested_response'),
  ...withAndWithout('success-url', 'success_url'),
  ...withAndWithout('failure-url', 'failure_url'),
};

/**
 * Treats an invalid request in other ways than the sandbox.
 *
 * @param fields replace those that were sent, so that the request is accepted
 * @param treatments the circumstances in which it is accepted, or with which status it is answered
 */
export const invalid = (prefix: string, where: Condition, fields: Fields, ...treatments: Treatment[]): Entries =>
  table(prefix, byWord(treatments), (treatment) => {
    if (isCircumstance(treatment)) return overrideRequest(all(where, circumstances[treatment]), fields);
    if (treatment === 'second-time') return fromSecondRequest(overrideRequest(where, fields));
    const code = Number(treatment.replace('is-', ''));
    return refusal(where, code === 500 ? crash : status(code));
  });

type Circumstance = keyof typeof circumstances;
type Treatment = Circumstance | 'second-time' | `is-${number}`;
const isCircumstance = (treatment: Treatment): treatment is Circumstance => treatment in circumstances;
const byWord = <Word extends string>(words: readonly Word[]): Words<Word> =>
  Object.fromEntries(words.map((word) => [word, word]));

/**
 * Accepts a field of another type (`PREFIX-array-accepted`), or breaks on it (`PREFIX-mistyped-is-500`).
 *
 * @param fields the values that replace those that were sent; the first one belongs to the mistyped field
 * @param types the types that are accepted
 */
export const typeFaults = (
  prefix: string,
  fields: Partial<Record<Field, unknown>>,
  where: Condition,
  ...types: AcceptedType[]
): Entries => {
  const field = Object.keys(fields)[0] as Field;
  const anyOther = mistyped(field, field === 'amount' ? 'number' : 'string');
  const ofType = (type: AcceptedType): Condition => {
    if (type === 'any-type') return anyOther;
    return type === 'null' ? is(field, null) : typed(field, type);
  };
  const accepted = types.map((type) => [`${type}-accepted`, ofType(type)] as const);
  return {
    ...table(prefix, Object.fromEntries(accepted), (when) => overrideRequest(all(where, when), fields)),
    [`${prefix}-mistyped-is-500`]: refusal(all(where, anyOther), crash),
  };
};

type AcceptedType = 'any-type' | 'null' | 'array' | 'object' | 'boolean' | 'number' | 'string';
