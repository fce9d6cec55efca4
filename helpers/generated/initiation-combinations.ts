import { operators as letters, taggedEmailOf, type Body } from '../../interface/messages/requests.ts';
import type { Bodies } from '../client/bodies.ts';
import { amountNotations, withAmountNotation } from '../client/number-notation.ts';
import type { Settings } from '../settings/settings.ts';
import { coveringArray } from './covering-array.ts';

/** An initiation to send: its body, and what differs from the usual request (`Api.initiate`). */
export interface Combination {
  readonly body: Body;
  readonly ask: { readonly rawBody?: string; readonly contentType?: string };
}

/** The fields that one value of a column changes in a body; an undefined field is left out. */
type Variant = Body | ((body: Body) => Body);

const otherCase = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
};

const methodFields = ['payment_method_type', 'payment_method_code', 'mobile_money_number'];
const requiredFields = ['amount', 'email', 'currency', ...methodFields];
const otherFields = ['transaction_reference', 'success_url', 'failure_url', 'requested_response'];

/** Notations of a request that mean the same. */
const notations = [undefined, ...Object.values(amountNotations), 'application/json; charset=utf-8'];

/** Covering arrays of initiations (2.1, 2.4, 4.1), by what they combine; later columns override earlier ones. */
export const initiationCombinations = (
  settings: Settings,
  bodies: Bodies,
): Readonly<Record<string, readonly Combination[]>> => {
  const { mobileMoneyNumber, customerEmail, currency, secondCurrency, maxAmount, operators: codes } = settings;
  const hostedPage = () => bodies.hostedPage();
  const wrongNumber = { mobile_money_number: `9${mobileMoneyNumber.slice(1)}` };
  const each = (field: string, values: readonly unknown[]): Body[] => values.map((value) => ({ [field]: value }));
  const without = (fields: readonly string[], value?: unknown): Body[] => fields.map((field) => ({ [field]: value }));

  // Where it does not matter, a row has the first value: most mistakes are about fields of the operators.
  const flow: Variant[] = [...letters.map((letter) => () => bodies.mobileMoney(letter)), hostedPage];
  /** Without one, operator A is asked for its usual one; a page is asked for none. */
  const outcomes: Variant[] = [{}, ...each('requested_response', ['success', 'failed'])].map(
    (asked) => (body) => (body.payment_method_type === undefined ? {} : asked),
  );
  const askedFlows = letters.flatMap((letter) =>
    (letter === 'A' ? ['success', 'failed'] : [undefined, 'success', 'failed']).map(
      (requested_response) => () => bodies.mobileMoney(letter, { requested_response }),
    ),
  );
  const optional: Variant[][] = [
    [{}, () => ({ transaction_reference: bodies.reference() })],
    [{}, () => ({ success_url: bodies.optional().success_url })],
    [{}, () => ({ failure_url: bodies.optional().failure_url })],
    [{}, { email: taggedEmailOf(customerEmail) }],
  ];
  // Changes that a service may refuse without any effect on the rules.
  const refusable: Variant[] = [
    {},
    { currency: otherCase(currency) },
    { currency: secondCurrency ?? currency },
    { amount: maxAmount },
    ({ payment_method_code }) => ({ payment_method_code: otherCase(payment_method_code) }),
    ({ payment_method_type }) => ({ payment_method_type: otherCase(payment_method_type) }),
  ];
  const mistakes: Variant[] = [
    ...without([...requiredFields, ...otherFields], { value: 'text' }),
    { amount: 'one thousand' },
    { success_url: 'not a url' },
    { failure_url: 'not a url' },
    { payment_method_type: 'card' },
    { requested_response: 'maybe' },
    wrongNumber,
  ];
  // Those with most values first: fewest rows cover them so.
  const methods: Variant[][] = [
    each('payment_method_code', [...Object.values(codes), undefined, 'no-such-operator', '']),
    each('requested_response', [undefined, 'success', 'failed', 'maybe', '']),
    each('payment_method_type', [undefined, 'mobile_money', 'card', '']),
    each('mobile_money_number', [mobileMoneyNumber, wrongNumber.mobile_money_number, undefined, '']),
  ];
  const rowsOf = (strength: number, used: typeof notations, ...columns: readonly Variant[][]): Combination[] =>
    coveringArray(
      [...columns, used].map(({ length }) => length),
      strength,
    ).map((row) => {
      const body = columns.reduce<Body>((sent, column, index) => {
        const variant = column[row[index] ?? 0] ?? {};
        return { ...sent, ...(typeof variant === 'function' ? variant(sent) : variant) };
      }, {});
      const notation = used[row.at(-1) ?? 0];
      if (typeof notation === 'string') return { body, ask: { contentType: notation } };
      return { body, ask: notation ? { rawBody: withAmountNotation(body, notation) } : {} };
    });
  const others = [...optional, refusable];
  return {
    'flows and optional parts, every three together': rowsOf(3, notations, flow, outcomes, ...optional),
    // What is missing is easily overlooked with one outcome alone; other mistakes are told by the field.
    'flows and one mistake, every two together': [
      ...rowsOf(2, notations, [hostedPage, ...askedFlows], ...others, without(requiredFields)),
      ...rowsOf(2, notations, flow, outcomes, ...others, mistakes),
    ],
    'payment method fields, every three together': rowsOf(3, [undefined], [hostedPage], ...methods),
  };
};
