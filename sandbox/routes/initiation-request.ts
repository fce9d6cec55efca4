import type { Service } from '../service/service.ts';
import { operatorCodes } from '../service/settings.ts';
import type { NewTransaction, RequestedResponse } from '../service/transactions.ts';
import { anyText, asFields, check, currencyCode, required, text, webAddress, wholeAmount } from './request-fields.ts';

/** The value of `payment_method_type` that sends a prompt to the customer's phone. */
const mobileMoney = 'mobile_money';

/**
 * Reads the body of `POST /v1/transactions`. Required fields and types are checked in the order of `2.1`, then the
 * rules between fields; the refusal names the first broken one. A transaction that is not hosted has an operator.
 */
export function readInitiationRequest(body: unknown, { settings: { operators } }: Service): NewTransaction {
  const fields = asFields(body);
  const amount = required('amount', wholeAmount(fields, 'amount'));
  const email = required('email', text(fields, 'email'));
  check(/^[^\s@]+@[^\s@]+$/.test(email), 'email', 'The value must be an e-mail address.');
  const currency = required('currency', currencyCode(fields, 'currency'));
  const number = anyText(fields, 'mobile_money_number');
  const transactionReference = text(fields, 'transaction_reference');
  const successUrl = webAddress(fields, 'success_url');
  const failureUrl = webAddress(fields, 'failure_url');
  const type = anyText(fields, 'payment_method_type');
  const code = text(fields, 'payment_method_code');
  const outcome = anyText(fields, 'requested_response');
  const isKnown = outcome === undefined || outcome === 'success' || outcome === 'failed';
  check(isKnown, 'requested_response', 'The requested response must be success or failed.');

  // What a payment method needs and allows (`4.1`).
  const prompts = type === mobileMoney;
  if (prompts) {
    check(code !== undefined, 'payment_method_code', 'The payment method code is required.');
    check(number !== undefined, 'mobile_money_number', 'The mobile money number is required.');
  } else if (number !== undefined) {
    check(
      type !== undefined,
      'payment_method_type',
      'A mobile money number needs the payment method type mobile_money.',
    );
    check(false, 'mobile_money_number', 'The number is only allowed for the mobile money payment method.');
  }
  if (number !== undefined) {
    check(number.startsWith('0'), 'mobile_money_number', 'The mobile money number must start with a zero.');
    check(hasPhoneDigits(number), 'mobile_money_number', 'The mobile money number must consist of digits.');
  }
  const known = !prompts || operatorCodes(operators).includes(code ?? '');
  check(known, 'payment_method_code', 'There is no mobile money operator with this code.');
  const asked = code !== operators.a || outcome !== undefined;
  check(asked, 'requested_response', 'The requested response is required for this operator.');

  const addresses = { successUrl, failureUrl };
  const method = { hosted: !prompts, operatorCode: code, requestedResponse: outcome as RequestedResponse | undefined };
  return { amount, currency, transactionReference, ...addresses, ...method, start: 'initiation' };
}

/** Whether a phone number consists of 3 to 20 digits. */
export const hasPhoneDigits = (number: string): boolean => /^\d{3,20}$/.test(number);
