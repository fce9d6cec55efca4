import { operators, type Body, type Operator } from '../messages/requests.ts';
import { shapes } from '../messages/shapes.ts';
import { answers } from './shown-answers.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import { allowed, type FieldReading } from './combine.ts';
import { answeredAs, type Answer, type Outcome, type PromisedField } from './allowed-answer.ts';
import {
  isPlainReference,
  isPresentScalar,
  optionalAddress,
  optionalText,
  requiredAmount,
  requiredCode,
  requiredText,
  type Reading,
} from './values.ts';

/** What a service may check in its own way: the flows of an initiation (4.1), and a checkout as JSON or as a form (4.2). */
export type Flow = 'hosted page' | 'operator A' | 'operator B' | 'operator C' | 'checkout' | 'form post';

/** The settings of a target that the judgement of an exchange needs. Amounts are in the subunit. */
export interface Facts {
  amount: number;
  currency: string;
  /** A second currency that the hosted page and the checkout accept. */
  secondCurrency?: string | undefined;
  customerEmail: string;
  /** A valid number of each operator. */
  operatorNumbers: Record<Operator, string>;
  operators: Record<Operator, string>;
  publishableKey: string;
  secretKey: string;
  /** Whether a flow was seen to accept values like this one of a field. */
  accepts?: (flow: Flow, field: string, value: unknown) => boolean;
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
export const initiationOutcomes = (body: Body, facts: Facts): readonly Outcome[] => {
  const isAccepted = acceptedBy(body, facts);
  return allowed(
    notSeenAccepted(body, isAccepted),
    [...fieldReadings(body, facts, isAccepted), ...methodReadings(body, facts)],
    acceptedAs(body, facts),
    anyInitiation,
  );
};

/** Whether a field has a value that its flow was seen to accept. */
export type IsAccepted = (field: string, value: unknown) => boolean;

export const acceptedIn =
  (flow: Flow, { accepts }: Facts): IsAccepted =>
  (field, value) =>
    accepts?.(flow, field, value) ?? false;

/** A request with a method, but of no known operator, may be refused for any value that not all operators accept. */
const acceptedBy = (body: Body, facts: Facts): IsAccepted => {
  const flow = flowOf(body, facts);
  if (flow !== 'hosted page' || body.payment_method_type === undefined) return acceptedIn(flow, facts);
  const known = operators.filter((letter) => facts.operators[letter] !== '');
  return (field, value) =>
    known.length > 0 && known.every((letter) => acceptedIn(`operator ${letter}`, facts)(field, value));
};

/** The fields of a body without the values that were seen to pass. */
export const notSeenAccepted = (body: Body, isAccepted: IsAccepted): Body =>
  Object.fromEntries(Object.entries(body).filter(([field, value]) => !isAccepted(field, value)));

/** The flow of an initiation with this body. */
export const flowOf = ({ payment_method_type: type, payment_method_code: code }: Body, facts: Facts): Flow => {
  const operator = type === 'mobile_money' ? operatorOf(code, facts) : undefined;
  return operator === undefined ? 'hosted page' : `operator ${operator}`;
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
  {
    reading: optionalText(
      body.transaction_reference,
      (text) => isPlainReference(text) || isAccepted('transaction_reference', text),
    ),
    rule: 'txn.reference-type',
    fields: ['transaction_reference'],
  },
  {
    reading: isAccepted('success_url', body.success_url) ? 'good' : addressOf(body, 'success_url'),
    rule: addressRule(body.success_url, 'success-url'),
    fields: ['success_url'],
  },
  {
    reading: isAccepted('failure_url', body.failure_url) ? 'good' : addressOf(body, 'failure_url'),
    rule: addressRule(body.failure_url, 'failure-url'),
    fields: ['failure_url'],
  },
  ...Object.keys(body)
    .filter((name) => !initiationFields.some((known) => known === name))
    .map((): FieldReading => ({ reading: 'open' })),
];

/** Bounds of an amount may differ from currency to currency, and an operator may have no second one. */
const amountOf = (body: Body, facts: Facts, isAccepted: IsAccepted): Reading => {
  const isOther = isOtherCurrency(body.currency, facts, isAccepted);
  if (!isOther && isAccepted('amount', body.amount)) return 'good';
  const reading = requiredAmount(body.amount, facts.amount);
  return isOther && reading === 'good' && body.payment_method_type !== undefined ? 'open' : reading;
};

/** Whether a code is not the first currency of the settings, and was not seen to go with each amount that goes with that. */
export const isOtherCurrency = (code: unknown, { currency }: Facts, isAccepted: IsAccepted): boolean =>
  typeof code === 'string' && code !== '' && code !== currency && !isAccepted('currency', code);

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value);

const requiredRule = (value: unknown, field: 'amount' | 'email' | 'currency'): TestedRuleId =>
  value === undefined || (value === '' && field === 'currency') ? `txn.${field}-required` : `txn.${field}-type`;

const addressRule = (value: unknown, field: 'success-url' | 'failure-url'): TestedRuleId =>
  typeof value === 'string' ? `txn.${field}-format` : `txn.${field}-type`;

/** An operator may serve only one country with one currency. */
const currenciesFor = ({ payment_method_type: type }: Body, { currency, secondCurrency }: Facts) =>
  type === undefined ? [currency, secondCurrency] : [currency];

/**
 * A prompt does not redirect a browser, so a service may ignore its addresses; it may also read MOBILE_MONEY as
 * mobile_money.
 */
const addressOf = (body: Body, field: 'success_url' | 'failure_url'): Reading => {
  const reading = optionalAddress(body[field]);
  return reading === 'bad' && mayPrompt(body.payment_method_type) ? 'open' : reading;
};

const mayPrompt = (type: unknown): boolean =>
  typeof type === 'string' && type.replace(/[^a-z]/gi, '').toLowerCase() === 'mobilemoney';

const methodReadings = (body: Body, facts: Facts): FieldReading[] => {
  const { payment_method_type: type, mobile_money_number: number } = body;
  const ofMobileMoney = [code(body, facts), phoneNumber(body, facts), response(body, facts)];
  if (type === 'mobile_money') return ofMobileMoney;
  // Whether or not a service reads MOBILE_MONEY as mobile_money, one of the rules refuses the number.
  const isBadAnyway = mayPrompt(type) && ofMobileMoney.some(({ reading }) => reading === 'bad');
  return [otherMethod(type, number, isBadAnyway), ...methodFieldsBeside(body)];
};

/** payment_method_code of mobile money: rule 1 of 4.1. */
const code = ({ payment_method_code: given }: Body, facts: Facts): FieldReading => {
  if (given === undefined) return { reading: 'bad', naming: ['payment_method_code'], rule: 'txn.code-missing' };
  const about = { rule: 'txn.method-code-type', fields: ['payment_method_code'] } as const;
  if (given === null) return { reading: 'bad', ...about };
  if (given === '') return { reading: 'bad', ...about, rule: 'txn.code-missing' };
  return { reading: optionalText(given, (text) => operatorOf(text, facts) !== undefined), ...about };
};

/** Whether a number does not start with zero, even for a service that strips signs and spaces first. */
const hasNoZero = (given: unknown): boolean =>
  typeof given === 'string' && /^[\x20-\x7e]*$/.test(given) && !/^[^a-z\d]*0/i.test(given);

/** mobile_money_number of mobile money: rules 2 and 3 of 4.1. */
const phoneNumber = ({ mobile_money_number: given, payment_method_code }: Body, facts: Facts): FieldReading => {
  const naming = ['mobile_money_number'];
  if (given === undefined) return { reading: 'bad', naming, rule: 'txn.number-missing' };
  if (hasNoZero(given)) return { reading: 'bad', naming, rule: 'txn.number-leading-zero' };
  const about = { rule: 'txn.number-type', fields: naming } as const;
  // Whether a service reads them as text or as nothing, no zero comes first.
  if (given === null || typeof given === 'boolean') return { reading: 'bad', ...about };
  if (typeof given === 'number' && hasNoZero(String(given))) return { reading: 'bad', ...about };
  const operator = operatorOf(payment_method_code, facts);
  const numbers = operator === undefined ? Object.values(facts.operatorNumbers) : [facts.operatorNumbers[operator]];
  return { reading: optionalText(given, (text) => numbers.includes(text)), ...about };
};

/** requested_response of mobile money: success or failed, and required for operator A (2.1, 2.4). */
const response = ({ requested_response: given, payment_method_code }: Body, facts: Facts): FieldReading => {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : given;
  const isNothing = word === undefined || word === null || word === '';
  if (isNothing && operatorOf(payment_method_code, facts) === 'A')
    return { reading: 'bad', rule: 'operator-a.requested-response-required', fields: ['requested_response'] };
  if (word === undefined || given === 'success' || given === 'failed') return { reading: 'good' };
  const isAnotherWord = typeof word === 'string' && !['', 'success', 'failed'].includes(word);
  const rule = typeof given === 'string' ? 'txn.requested-response-enum' : 'txn.requested-response-type';
  return {
    reading: isAnotherWord || isPresentScalar(given) ? 'bad' : optionalText(given, () => false),
    rule,
    // A service may find that the operator has no such outcome.
    fields: ['requested_response', 'payment_method_code'],
  };
};

/** A number without a method, or with a method other than mobile money: rule 4 of 4.1, and 2.1. */
const otherMethod = (type: unknown, number: unknown, isBadAnyway: boolean): FieldReading => {
  const isGiven = typeof number === 'string' && number !== '';
  const rule = type === undefined ? 'txn.number-no-method' : 'txn.number-other-method';
  const fields = ['payment_method_type', 'mobile_money_number'];
  const isMethod = typeof type === 'string' && type.trim() !== '' && !mayPrompt(type);
  if ((type === undefined || isMethod) && isGiven) return { reading: 'bad', naming: fields, rule };
  const isNoMethod = type === null || (typeof type === 'string' && type.trim() === '');
  if ((isNoMethod || isBadAnyway) && isGiven)
    return { reading: 'bad', rule, fields: [...fields, 'payment_method_code', 'requested_response'] };
  // A number of another type is given as well, and then the method is missing.
  if (type === undefined) return number === undefined ? { reading: 'good' } : { reading: 'open', fields };
  if (isMethod) return { reading: 'open', fields };
  return { reading: optionalText(type, () => false), rule: 'txn.method-type-type', fields };
};

/** Fields of mobile money without a method, or with another one. The number itself is judged above. */
const methodFieldsBeside = (body: Body): FieldReading[] => [
  {
    reading: optionalText(body.mobile_money_number, (text) => text !== ''),
    rule: 'txn.number-type',
    fields: ['mobile_money_number'],
  },
  // The interface does not show whether these are refused, or in which form.
  { reading: body.payment_method_code === undefined ? 'good' : 'open', fields: ['payment_method_code'] },
  { reading: body.requested_response === undefined ? 'good' : 'open', fields: ['requested_response'] },
];

const operatorOf = (given: unknown, { operators: codes }: Facts): Operator | undefined =>
  operators.find((letter) => codes[letter] !== '' && codes[letter] === given);

/** The allowed answers to a valid body. */
const acceptedAs = (body: Body, facts: Facts): Outcome[] => {
  const operator = body.payment_method_type === undefined ? undefined : operatorOf(body.payment_method_code, facts);
  return shapesOf(operator, body.requested_response).map((answer) => answeredAs(answer, ...keeps(body, operator)));
};

const shapesOf = (operator: Operator | undefined, asked: unknown): readonly Answer[] => {
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
const keeps = (
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
