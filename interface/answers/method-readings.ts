import type { Body } from '../messages/requests.ts';
import type { FieldReading } from './field-readings.ts';
import { operatorOf, type Facts } from './target-facts.ts';
import { isPresentScalar, optionalText } from './values.ts';

// The fields about the payment method of an initiation (2.1, 2.4), and the four rules of 4.1.

/** Whether a service may read a method as mobile_money, as MOBILE_MONEY. */
export const mayPrompt = (type: unknown): boolean =>
  typeof type === 'string' && type.replace(/[^a-z]/gi, '').toLowerCase() === 'mobilemoney';

/** What the fields about the method of a body mean for its answer. */
export const methodReadings = (body: Body, facts: Facts): FieldReading[] => {
  const { payment_method_type: type, mobile_money_number: number } = body;
  const ofMobileMoney = [operatorCode(body, facts), phoneNumber(body, facts), requestedOutcome(body, facts)];
  if (type === 'mobile_money') return ofMobileMoney;
  // Whether or not a service reads MOBILE_MONEY as mobile_money, one of the rules refuses the number.
  const isBadAnyway = mayPrompt(type) && ofMobileMoney.some(({ reading }) => reading === 'bad');
  return [otherMethod(type, number, isBadAnyway), ...methodFieldsBeside(body)];
};

/** payment_method_code of mobile money: rule 1 of 4.1. */
const operatorCode = ({ payment_method_code: given }: Body, facts: Facts): FieldReading => {
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
const requestedOutcome = ({ requested_response: given, payment_method_code }: Body, facts: Facts): FieldReading => {
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
