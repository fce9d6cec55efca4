import { hasPhoneDigits } from '../../routes/requests/initiation-request.ts';
import { isWholeAmount } from '../../routes/requests/fields.ts';
import type { Service } from '../../service/service.ts';
import type { RequestedResponse, Transaction } from '../../service/transaction.ts';
import { operatorCodes } from '../../service/settings.ts';

/** The inputs of the hosted page by name, as text, so that the page can show again what the customer typed. */
export type EntryValues = Record<EntryField, string>;
export type EntryField = 'amount' | 'operator' | 'mobile_money_number' | 'outcome';
export type EntryProblems = Partial<Record<EntryField, string>>;

/** What the customer decided. `amount` is in subunits. */
type PaymentEntry = { amount: number; operator: string; outcome: RequestedResponse };

/** The values the page starts with. */
export function initialEntry(service: Service, transaction: Transaction): EntryValues {
  const codes = operatorCodes(service.settings.operators);
  return {
    amount: '',
    operator: codes.find((code) => code === transaction.operatorCode) ?? codes[0] ?? '',
    mobile_money_number: '',
    outcome: transaction.requestedResponse ?? 'success',
  };
}

/** Reads a posted form. An amount the merchant has set cannot be changed by the customer. */
export function readPaymentEntry(
  service: Service,
  transaction: Transaction,
  body: Readonly<Record<string, unknown>>,
): { values: EntryValues; problems: EntryProblems; entry: PaymentEntry | undefined } {
  const values: EntryValues = {
    amount: posted(body, 'amount'),
    operator: posted(body, 'operator'),
    // People write phone numbers in groups.
    mobile_money_number: posted(body, 'mobile_money_number').replace(/[\s-]/g, ''),
    outcome: posted(body, 'outcome'),
  };
  const amount = transaction.amount ?? enteredAmount(values.amount);
  const outcome = values.outcome === 'success' || values.outcome === 'failed' ? values.outcome : undefined;

  const problems: EntryProblems = {};
  if (amount === undefined) problems.amount = 'Enter the amount as a whole number above zero.';
  if (!operatorCodes(service.settings.operators).includes(values.operator)) problems.operator = 'Choose an operator.';
  const numberProblem = problemOfNumber(values.mobile_money_number);
  if (numberProblem) problems.mobile_money_number = numberProblem;
  if (outcome === undefined) problems.outcome = 'Choose how the payment ends.';

  const complete = Object.keys(problems).length === 0 && amount !== undefined && outcome !== undefined;
  return { values, problems, entry: complete ? { amount, operator: values.operator, outcome } : undefined };
}

function enteredAmount(text: string): number | undefined {
  const amount = Number(text);
  return /^\d{1,16}$/.test(text) && isWholeAmount(amount) ? amount : undefined;
}

function problemOfNumber(number: string): string | undefined {
  if (number === '') return 'Enter your mobile money number.';
  if (!number.startsWith('0')) return 'The number must start with a zero.';
  if (!hasPhoneDigits(number)) return 'The number must have 3 to 20 digits and nothing else.';
  return undefined;
}

function posted(body: Readonly<Record<string, unknown>>, name: EntryField): string {
  const value = body[name];
  return typeof value === 'string' ? value.trim().slice(0, 100) : '';
}
