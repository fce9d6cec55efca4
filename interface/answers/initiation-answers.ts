import type { Body, Operator } from '../messages/requests.ts';
import { shapes } from '../messages/shapes.ts';
import { answers } from './shown-answers.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import { answeredAs, type Answer, type Outcome, type PromisedField } from './allowed-answer.ts';
import { allowed } from './combine.ts';
import { furtherFields, referenceAndAddresses, type FieldReading } from './field-readings.ts';
import { mayPrompt, methodReadings } from './method-readings.ts';
import {
  acceptedForInitiation,
  isOtherCurrency,
  notSeenAccepted,
  operatorOf,
  type Facts,
  type IsAccepted,
} from './target-facts.ts';
import { optionalAddress, requiredAmount, requiredCode, requiredText, type Reading } from './values.ts';

export const initiationFields = [
  'amount',
  'email',
  'currency',
  'mobile_money_number',
  'transaction_reference',
  'success_url',
  'failure_url',
  'payment_method_type',
  'payment_method_code',
  'requested_response',
] as const;

/** The allowed answers to POST /v1/transactions with a body (2.1, 2.4, 4.1). */
export const initiationOutcomes = (body: Body, facts: Facts): readonly Outcome[] => {
  const isAccepted = acceptedForInitiation(body, facts);
  return allowed(
    notSeenAccepted(body, isAccepted),
    [...fieldReadings(body, facts, isAccepted), ...methodReadings(body, facts)],
    acceptedAs(body, facts),
    anyInitiation,
  );
};

/** Texts that 2.2 lists. Only the answer of operator C documents `code`; elsewhere it may be an additional field. */
const listedTexts = ['text_message', 'hosted_url', 'checkout_id', 'qr_code'] as const;

/** The fields of every answer to an initiation (2.2). */
export const anyInitiation: Answer = {
  name: 'any initiation',
  accepted: 'json.answers',
  fields: [
    ['txn.result-word', 'result', shapes.result],
    ['hosted.message', 'message', shapes.text],
    ['txn.status-word', 'status', shapes.whenThere(shapes.status)],
    ...listedTexts.map((field): PromisedField => ['txn.listed-types', field, shapes.whenThere(shapes.anyText)]),
  ],
};

const fieldReadings = (body: Body, facts: Facts, isAccepted: IsAccepted): FieldReading[] => [
  {
    reading: amountOf(body, facts, isAccepted),
    rule: isDigits(body.amount) ? 'txn.amount-as-text' : requiredRule(body.amount, 'amount'),
    fields: ['amount'],
  },
  {
    reading: isAccepted('email', body.email) ? 'good' : requiredText(body.email, facts.customerEmail),
    rule: requiredRule(body.email, 'email'),
    fields: ['email'],
  },
  {
    reading: isAccepted('currency', body.currency)
      ? 'good'
      : requiredCode(body.currency, ...currenciesFor(body, facts)),
    rule: requiredRule(body.currency, 'currency'),
    fields: ['currency'],
  },
  ...referenceAndAddresses('txn', body, isAccepted, (value) => addressReading(value, body)),
  ...furtherFields(body, initiationFields),
];

/** Bounds of an amount may differ from currency to currency, and an operator may have no second one. */
const amountOf = (body: Body, facts: Facts, isAccepted: IsAccepted): Reading => {
  const isOther = isOtherCurrency(body.currency, facts, isAccepted);
  if (!isOther && isAccepted('amount', body.amount)) return 'good';
  const reading = requiredAmount(body.amount, facts.amount);
  return isOther && reading === 'good' && body.payment_method_type !== undefined ? 'open' : reading;
};

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value);

const requiredRule = (value: unknown, field: 'amount' | 'email' | 'currency'): TestedRuleId =>
  value === undefined || (value === '' && field === 'currency') ? `txn.${field}-required` : `txn.${field}-type`;

/** An operator may serve only one country with one currency. */
const currenciesFor = ({ payment_method_type: type }: Body, { currency, secondCurrency }: Facts) =>
  type === undefined ? [currency, secondCurrency] : [currency];

/**
 * A prompt does not redirect a browser, so a service may ignore its addresses; it may also read MOBILE_MONEY as
 * mobile_money.
 */
const addressReading = (value: unknown, { payment_method_type: type }: Body): Reading => {
  const reading = optionalAddress(value);
  return reading === 'bad' && mayPrompt(type) ? 'open' : reading;
};

/** The allowed answers to a valid body. */
const acceptedAs = (body: Body, facts: Facts): Outcome[] => {
  const operator = body.payment_method_type === undefined ? undefined : operatorOf(body.payment_method_code, facts);
  return answersTo(operator, body.requested_response).map((answer) => answeredAs(answer, ...echoes(body, operator)));
};

/** The answers that the interface shows for an operator, or the hosted page, and a requested outcome. */
const answersTo = (operator: Operator | undefined, asked: unknown): readonly Answer[] => {
  const failed = asked === 'failed';
  if (operator === undefined) return [answers.hostedPage];
  if (operator === 'A') return [failed ? answers.operatorAFailure : answers.operatorASuccess];
  if (operator === 'B') return failed ? [answers.operatorBAnyway, answers.operatorBFailure] : [answers.mobileMoney];
  if (asked === 'success') return [answers.operatorC, answers.operatorCSuccess];
  if (!failed) return [answers.operatorC];
  // The answer may also be the usual pending one.
  return [answers.operatorCAnyway, answers.operatorCFailure, answers.operatorCFailedAtOnce];
};

/** Values that every answer repeats from its request (2.2), and the types of optional fields. */
const echoes = (
  { amount, currency, transaction_reference: reference }: Body,
  operator: Operator | undefined,
): PromisedField[] => [
  typeof reference === 'string'
    ? ['txn.reference-kept', 'transaction_reference', shapes.exactly(reference)]
    : ['txn.reference-generated', 'transaction_reference', shapes.identifier],
  ['txn.amount-echo', 'amount', shapes.whenThere(shapes.exactly(amount as number))],
  ['txn.currency-echo', 'currency', shapes.whenThere(shapes.exactly(currency as string))],
  ['txn.result-word', 'result', shapes.result],
  ['txn.status-word', 'status', shapes.whenThere(shapes.status)],
  ...[...listedTexts, ...(operator === 'C' ? ['code'] : [])].map((field): PromisedField => [
    'txn.listed-types',
    field,
    shapes.whenThere(shapes.anyText),
  ]),
];
