import {
  answer,
  as,
  crash,
  departure,
  mended,
  naming,
  parameter,
  refusal,
  refusedAs,
  secondTime,
  status,
  unauthorised,
  without,
} from './changes.ts';
import type { Alteration, Change, Entries, Entry, Exchange, Json, Where } from './exchange.ts';
import {
  all,
  anyCallback,
  anyWallets,
  askedToFail,
  deleteCallback,
  fetchCallback,
  given,
  hosted,
  initiate,
  is,
  lacks,
  listWallets,
  mistyped,
  mobileMoney,
  operator,
  readBalance,
  startCheckout,
  typed,
  updateCallback,
} from './places.ts';

/**
 * Tables of faults: each function makes the faults of one shape, for the fields, flows or endpoints it is given.
 * The name of a fault is the prefix and the word of its column.
 */

/** Something that a fault acts on, and how sentences call it. */
export type Place = { readonly what: string; readonly where: Where };

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
  changed: (...changes) => departure(where, ...changes),
  set: (name, value) => parameter(name, () => value as string | undefined),
});

/** Columns for a field that should be a text with something in it. */
export const notText = { missing: undefined, number: 42, empty: '' };

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

const optionalFields = {
  amount: 'amount',
  reference: 'transaction_reference',
  code: 'payment_method_code',
  response: 'requested_response',
  'success-url': 'success_url',
  'failure-url': 'failure_url',
} as const;

/** The flows of an initiation, by the word in names of faults. */
export const flows = {
  hosted: { what: 'the hosted page', where: hosted },
  'operator-a': { what: 'operator A', where: operator('a') },
  'operator-b': { what: 'operator B', where: operator('b') },
  'operator-c': { what: 'operator C', where: operator('c') },
};

const always = ['accepted', 'anywhere', 'accepted-anyhow'] as const;
type Always = (typeof always)[number];
/** The endpoints, by the word in names of faults. */
export const endpoints = {
  transactions: { what: 'initiations', where: initiate },
  checkout: { what: 'a checkout', where: startCheckout },
  wallets: { what: 'the wallet list', where: listWallets },
  balance: { what: 'balances', where: readBalance },
  fetch: { what: 'fetching a callback', where: fetchCallback },
  update: { what: 'updating a callback', where: updateCallback },
  delete: { what: 'deleting a callback', where: deleteCallback },
};

/** The groups of endpoints that share their refusals. */
export const areas = {
  transactions: { what: 'initiations', where: initiate },
  wallets: { what: 'wallets', where: anyWallets },
  callbacks: { what: 'callbacks', where: anyCallback },
  checkout: { what: 'a checkout', where: startCheckout },
};

type OptionalField = keyof typeof optionalFields;
type Condition =
  | Always
  | 'second-time'
  | 'mobile'
  | 'asked-to-fail'
  | keyof typeof flows
  | `with-${OptionalField}`
  | `without-${OptionalField}`;

/**
 * A request that should be refused is accepted: the service reads these fields in place of what was sent.
 *
 * @param conditions when it is: always (`accepted`, which some names write otherwise), from the second time on, in one flow, with or without a field
 */
export const acceptedWhen = (
  prefix: string,
  { what, where }: Place,
  fields: Json | ((exchange: Exchange) => Json),
  ...conditions: Condition[]
): Entries =>
  table(
    prefix,
    conditions.map((condition) => [condition, condition] as const),
    (condition) => {
      if (condition === 'second-time') return [`refuses ${what} only once`, secondTime(mended(where, fields))];
      const { what: words, where: narrower } = circumstance(condition);
      return [`accepts ${what}${words}`, mended(all(where, narrower), fields)];
    },
  );

function circumstance(condition: Exclude<Condition, 'second-time'>): Place {
  if (always.some((word) => word === condition)) return { what: '', where: () => true };
  if (condition === 'mobile') return { what: ' for mobile money', where: mobileMoney };
  if (condition === 'asked-to-fail') return { what: ' when a failure is asked for', where: askedToFail };
  const [, way, name = ''] = /^(with|without)-(.*)$/.exec(condition) ?? [];
  if (way === undefined) {
    const { what, where } = flows[condition as keyof typeof flows];
    return { what: ` for ${what}`, where };
  }
  const field = optionalFields[name as OptionalField];
  return { what: ` ${way} ${field}`, where: way === 'with' ? given(field) : lacks(field) };
}

type WrongType = 'array' | 'boolean' | 'number' | 'null' | 'any-type';
const typeWords = { array: 'a list', boolean: 'a boolean', number: 'a number', null: 'null', 'any-type': 'any type' };

/**
 * A field of another type is accepted (`PREFIX-array-accepted`), or breaks the service (`PREFIX-mistyped-is-500`).
 *
 * @param fields what the service reads in place of what was sent; the first one is the field
 * @param place the requests, with the words that follow the name of the field
 */
export const typeFaults = (prefix: string, fields: Json, { what, where }: Place, ...accepted: WrongType[]): Entries => {
  const field = Object.keys(fields)[0] ?? '';
  const right = field === 'amount' ? 'number' : 'string';
  const columns = accepted.map((type) => [`${type}-accepted`, type] as const);
  return {
    ...table(prefix, columns, (type) => [
      `accepts ${typeWords[type]} as ${field}${what}`,
      mended(all(where, ofType(field, type, right)), fields),
    ]),
    [`${prefix}-mistyped-is-500`]: [
      `breaks on ${field}${what} of another type`,
      refusal(all(where, mistyped(field, right)), crash),
    ],
  };
};

function ofType(field: string, type: WrongType, right: 'number' | 'string'): Where {
  if (type === 'any-type') return mistyped(field, right);
  return type === 'null' ? is(field, null) : typed(field, type);
}

/** One fault for each place, by its word: `PREFIX-wallets`. */
export const perPlace = (
  prefix: string,
  places: Readonly<Record<string, Place>>,
  make: (place: Place) => Entry,
): Entries => table(prefix, Object.entries(places), make);

/** Some of the places of a table. */
export const some = <Name extends string>(
  places: Readonly<Record<Name, Place>>,
  ...names: NoInfer<Name>[]
): Record<string, Place> => Object.fromEntries(names.map((name) => [name, places[name]]));

const setField = (field: string, value: unknown): Change => (value === undefined ? without(field) : as(field, value));

const columnOfStatus = (code: number): readonly [string, number] => [`is-${code}`, code];

function table<T>(prefix: string, columns: readonly (readonly [string, T])[], make: (value: T) => Entry): Entries {
  return Object.fromEntries(columns.map(([word, value]) => [`${prefix}-${word}`, make(value)]));
}
