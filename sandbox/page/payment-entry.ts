import { hasPhoneDigits } from '../routes/initiation-request.ts';
import { type Fields, isWholeAmount } from '../routes/request-fields.ts';
import type { Service } from '../service/service.ts';
import { operatorCodes } from '../service/settings.ts';
import type { RequestedResponse, Transaction } from '../service/transactions.ts';

/** The inputs of the hosted page by name, as text, so that the page can show again what the customer typed. */
export type EntryField = 'amount' | 'operator' | 'mobile_money_number' | 'outcome';
export type EntryValues = Record<EntryField, string>;
export type EntryProblems = Partial<EntryValues>;

/** What the customer decided. `amount` is in subunits. */
type PaymentEntry = { amount: number; operator: string; outcome: RequestedResponse };

/** The values the page starts with. */
export function initialEntry(service: Service, transaction: Transaction): EntryValues {
  const codes = operatorCodes(service.settings.operators);
  const operator = codes.find((code) => code === transaction.operatorCode) ?? codes[0] ?? '';
  return { amount: '', operator, mobile_money_number: '', outcome: transaction.requestedResponse ?? 'success' };
}

/** Reads a posted form. An amount the merchant has set cannot be changed by the customer. */
export function readPaymentEntry(
  { settings }: Service,
  transaction: Transaction,
  fields: Fields,
): { values: EntryValues; problems: EntryProblems; entry?: PaymentEntry } {
  const posted = (name: EntryField): string => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim().slice(0, 100) : '';
  };
  const operator = posted('operator');
  const outcome = posted('outcome');
  // People write phone numbers in groups.
  const number = posted('mobile_money_number').replace(/[\s-]/g, '');
  const values = { amount: posted('amount'), operator, mobile_money_number: number, outcome };
  const entered = /^\d{1,16}$/.test(values.amount) ? Number(values.amount) : 0;
  const amount = transaction.amount ?? entered;

  const problems: EntryProblems = {};
  if (!isWholeAmount(amount)) problems.amount = 'Enter the amount as a whole number above zero.';
  if (!operatorCodes(settings.operators).includes(operator)) problems.operator = 'Choose an operator.';
  if (number === '') problems.mobile_money_number = 'Enter your mobile money number.';
  else if (!number.startsWith('0')) problems.mobile_money_number = 'The number must start with a zero.';
  else if (!hasPhoneDigits(number)) problems.mobile_money_number = 'The number must have 3 to 20 digits.';
  if (outcome !== 'success' && outcome !== 'failed') problems.outcome = 'Choose how the payment ends.';
  if (Object.keys(problems).length > 0) return { values, problems };
  return { values, problems, entry: { amount, operator, outcome: outcome as RequestedResponse } };
}
