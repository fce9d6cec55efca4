import { taggedEmailOf, type Body, type Operator } from '../messages/requests.ts';
import { shapes, type Shape } from '../messages/shapes.ts';
import { answers } from './answers.ts';
import { allowed, type Finding } from './findings.ts';
import { answeredAs, anyAnswer, type Answer, type Outcome } from './outcome.ts';
import {
  isPlainReference,
  isPresentScalar,
  optionalAddress,
  optionalText,
  requiredAmount,
  requiredText,
  type Reading,
} from './values.ts';

/** The settings of a target that the model needs. Amounts are in the subunit. */
export interface Facts {
  amount: number;
  currency: string;
  /** A second currency that the hosted page and the checkout accept. */
  secondCurrency?: string | undefined;
  customerEmail: string;
  mobileMoneyNumber: string;
  operators: Record<Operator, string>;
  publishableKey: string;
}

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
export const initiationOutcomes = (body: Body, facts: Facts): readonly Outcome[] =>
  allowed(
    body,
    [...fieldFindings(body, facts), ...methodFindings(body, facts)],
    acceptedAs(body, facts),
    anyInitiation,
  );

/** The fields of every answer to an initiation (2.2). */
const anyInitiation: Answer = {
  name: 'any initiation',
  fields: [...anyAnswer.fields, ['hosted.message', 'message', shapes.text]],
};

const fieldFindings = (body: Body, facts: Facts): Finding[] => [
  { reading: requiredAmount(body.amount, facts.amount) },
  { reading: requiredText(body.email, facts.customerEmail, taggedEmailOf(facts.customerEmail)) },
  { reading: requiredText(body.currency, ...currenciesFor(body, facts)) },
  { reading: optionalText(body.transaction_reference, isPlainReference) },
  { reading: addressOf(body, 'success_url') },
  { reading: addressOf(body, 'failure_url') },
  ...Object.keys(body)
    .filter((name) => !initiationFields.some((known) => known === name))
    .map((): Finding => ({ reading: 'open' })),
];

/** An operator may serve only one country with one currency. */
const currenciesFor = ({ payment_method_type: type }: Body, { currency, secondCurrency }: Facts) =>
  type === undefined ? [currency, secondCurrency] : [currency];

/**
 * A prompt does not redirect a browser, so a service may ignore its addresses; it may also read MOBILE_MONEY as
 * mobile_money.
 */
const addressOf = (body: Body, field: 'success_url' | 'failure_url'): Reading => {
  const { [field]: address, payment_method_type: type } = body;
  const reading = optionalAddress(address);
  const mayPrompt = typeof type === 'string' && type.replace(/[^a-z]/gi, '').toLowerCase() === 'mobilemoney';
  return reading === 'bad' && mayPrompt ? 'open' : reading;
};

const methodFindings = (body: Body, facts: Facts): Finding[] => {
  const { payment_method_type: type, mobile_money_number: number } = body;
  if (type === 'mobile_money') return [code(body, facts), phoneNumber(body, facts), response(body, facts)];
  return [otherMethod(type, number), ...methodFieldsBeside(body)];
};

/** payment_method_code of mobile money: rule 1 of 4.1. */
const code = ({ payment_method_code: given }: Body, facts: Facts): Finding => {
  if (given === undefined) return { reading: 'bad', naming: ['payment_method_code'] };
  if (given === null) return { reading: 'bad' };
  return { reading: optionalText(given, (text) => operatorOf(text, facts) !== undefined) };
};

/** Whether a number does not start with zero, even for a service that strips signs and spaces first. */
const hasNoZero = (given: unknown): boolean =>
  typeof given === 'string' && /^[\x20-\x7e]*$/.test(given) && !/^[^a-z\d]*0/i.test(given);

/** mobile_money_number of mobile money: rules 2 and 3 of 4.1. */
const phoneNumber = ({ mobile_money_number: given }: Body, facts: Facts): Finding => {
  if (given === undefined || hasNoZero(given)) return { reading: 'bad', naming: ['mobile_money_number'] };
  // Whether a service reads them as text or as nothing, no zero comes first.
  if (given === null || typeof given === 'boolean') return { reading: 'bad' };
  if (typeof given === 'number' && hasNoZero(String(given))) return { reading: 'bad' };
  return { reading: optionalText(given, (text) => text === facts.mobileMoneyNumber) };
};

/** requested_response of mobile money: success or failed, and required for operator A (2.1, 2.4). */
const response = ({ requested_response: given, payment_method_code }: Body, facts: Facts): Finding => {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
  const isNothing = word === undefined || word === null || word === '';
  if (isNothing && operatorOf(payment_method_code, facts) === 'A') return { reading: 'bad' };
  if (word === undefined || given === 'success' || given === 'failed') return { reading: 'good' };
  const isAnotherWord = typeof word === 'string' && !['', 'success', 'failed'].includes(word);
  return { reading: isAnotherWord || isPresentScalar(given) ? 'bad' : optionalText(given, () => false) };
};

/** A number without a method, or with a method other than mobile money: rule 4 of 4.1, and 2.1. */
const otherMethod = (type: unknown, number: unknown): Finding => {
  const isGiven = typeof number === 'string' && number !== '';
  const isMethod = typeof type === 'string' && /^[a-z]+$/.test(type);
  if ((type === undefined || isMethod) && isGiven)
    return { reading: 'bad', naming: ['payment_method_type', 'mobile_money_number'] };
  if ((type === '' || type === null) && isGiven) return { reading: 'bad' };
  // Whether or not a service reads MOBILE_MONEY as mobile_money, one of the rules refuses the number.
  if (typeof type === 'string' && isGiven && hasNoZero(number)) return { reading: 'bad' };
  if (type === undefined) return { reading: 'good' };
  if (isMethod) return { reading: 'open' };
  return { reading: optionalText(type, () => false) };
};

/** Fields of mobile money without a method, or with another one. The number itself is judged above. */
const methodFieldsBeside = (body: Body): Finding[] => [
  { reading: optionalText(body.mobile_money_number, (text) => text !== '') },
  // The interface does not show whether these are refused, or in which form.
  { reading: body.payment_method_code === undefined ? 'good' : 'open' },
  { reading: body.requested_response === undefined ? 'good' : 'open' },
];

const operatorOf = (given: unknown, { operators }: Facts): Operator | undefined =>
  (['A', 'B', 'C'] as const).find((letter) => operators[letter] !== '' && operators[letter] === given);

/** The allowed answers to a valid body. */
const acceptedAs = (body: Body, facts: Facts): Outcome[] => {
  const operator = body.payment_method_type === undefined ? undefined : operatorOf(body.payment_method_code, facts);
  return shapesOf(operator, body.requested_response === 'failed').map((answer) =>
    answeredAs(answer, ...keeps(body, operator)),
  );
};

const shapesOf = (operator: Operator | undefined, failed: boolean): readonly Answer[] => {
  if (operator === undefined) return [answers.hostedPage];
  if (operator === 'A') return [failed ? answers.operatorAFailure : answers.operatorASuccess];
  if (operator === 'B') return failed ? [answers.operatorBAnyway, answers.operatorBFailure] : [answers.mobileMoney];
  if (!failed) return [answers.operatorC];
  // The answer may also be the usual pending one.
  return [answers.operatorC, answers.operatorCFailedAtOnce, answers.operatorCFailure];
};

/** Values that every answer repeats from its request (2.2), and the types of optional fields. */
const keeps = (
  { amount, currency, transaction_reference: reference }: Body,
  operator: Operator | undefined,
): (readonly [string, Shape])[] => [
  ...(typeof reference === 'string' ? [['transaction_reference', shapes.exactly(reference)] as const] : []),
  ['amount', shapes.whenThere(shapes.exactly(amount as number))],
  ['currency', shapes.whenThere(shapes.exactly(currency as string))],
  ['status', shapes.whenThere(shapes.status)],
  // Only the answer of operator C documents `code`; elsewhere it may be an additional field.
  ...['text_message', 'hosted_url', 'checkout_id', 'qr_code', ...(operator === 'C' ? ['code'] : [])].map(
    (field) => [field, shapes.whenThere(shapes.anyText)] as const,
  ),
];
