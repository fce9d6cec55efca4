import { crash, readsAs, refusal, secondTime } from './changes.ts';
import type { Entries, Exchange, Json, Where } from './exchange.ts';
import { flows, type Place, table } from './named-places.ts';
import { all, failureRequested, given, is, lacks, mistyped, mobileMoney, typed } from './places.ts';

const optionalFields = {
  amount: 'amount',
  reference: 'transaction_reference',
  code: 'payment_method_code',
  response: 'requested_response',
  'success-url': 'success_url',
  'failure-url': 'failure_url',
} as const;

const always = ['accepted', 'anywhere', 'accepted-anyhow'] as const;
type Always = (typeof always)[number];

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
 * Accepts an invalid request: these fields replace those that were sent.
 *
 * @param conditions when it is accepted: always (`accepted` and its variants), from the second time on, in one flow, or
 *   with or without a field
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
      if (condition === 'second-time') return [`refuses ${what} only once`, secondTime(readsAs(where, fields))];
      const { what: words, where: narrower } = narrowed(condition);
      return [`accepts ${what}${words}`, readsAs(all(where, narrower), fields)];
    },
  );

function narrowed(condition: Exclude<Condition, 'second-time'>): Place {
  if (always.some((word) => word === condition)) return { what: '', where: () => true };
  if (condition === 'mobile') return { what: ' for mobile money', where: mobileMoney };
  if (condition === 'asked-to-fail') return { what: ' when a failure is requested', where: failureRequested };
  const [, preposition, name = ''] = /^(with|without)-(.*)$/.exec(condition) ?? [];
  if (preposition === undefined) {
    const { what, where } = flows[condition as keyof typeof flows];
    return { what: ` for ${what}`, where };
  }
  const field = optionalFields[name as OptionalField];
  return { what: ` ${preposition} ${field}`, where: preposition === 'with' ? given(field) : lacks(field) };
}

type WrongType = 'array' | 'boolean' | 'number' | 'null' | 'any-type';
const typeWords = { array: 'a list', boolean: 'a boolean', number: 'a number', null: 'null', 'any-type': 'any type' };

/**
 * Accepts a field of another type (`PREFIX-array-accepted`), or breaks on it (`PREFIX-mistyped-is-500`).
 *
 * @param fields the values that replace those that were sent; the first one belongs to the mistyped field
 * @param place the requests, with the words that follow the name of the field
 */
export const typeFaults = (prefix: string, fields: Json, { what, where }: Place, ...accepted: WrongType[]): Entries => {
  const field = Object.keys(fields)[0] ?? '';
  const right = field === 'amount' ? 'number' : 'string';
  const columns = accepted.map((type) => [`${type}-accepted`, type] as const);
  return {
    ...table(prefix, columns, (type) => [
      `accepts ${typeWords[type]} as ${field}${what}`,
      readsAs(all(where, ofType(field, type, right)), fields),
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
