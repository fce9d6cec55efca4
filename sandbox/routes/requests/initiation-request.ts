import { FieldRefusal } from '../../http/refusals.ts';
import type { Service } from '../../service/service.ts';
import type { RequestedResponse } from '../../service/transaction.ts';
import { operatorCodes, type Operators } from '../../service/settings.ts';
import { anyText, asFields, currencyCode, type Fields, required, text, webAddress, wholeAmount } from './fields.ts';

/** A transaction initiation request that keeps every rule of `2.1`. */
export type InitiationRequest = {
  /** In subunits. */
  amount: number;
  email: string;
  currency: string;
  mobileMoneyNumber: string | undefined;
  transactionReference: string | undefined;
  successUrl: string | undefined;
  failureUrl: string | undefined;
  paymentMethodType: string | undefined;
  paymentMethodCode: string | undefined;
  requestedResponse: RequestedResponse | undefined;
};

/** The value of `payment_method_type` that sends a prompt to the customer's phone. */
export const mobileMoney = 'mobile_money';

/**
 * Reads the body of `POST /v1/transactions`. Required fields and types are checked in the order of `2.1`, then the
 * rules between fields; the refusal names the first broken one.
 */
export function readInitiationRequest(body: unknown, service: Service): InitiationRequest {
  const fields = asFields(body);
  const request: InitiationRequest = {
    amount: required('amount', wholeAmount(fields, 'amount')),
    email: required('email', emailAddress(fields, 'email')),
    currency: required('currency', currencyCode(fields, 'currency')),
    mobileMoneyNumber: anyText(fields, 'mobile_money_number'),
    transactionReference: text(fields, 'transaction_reference'),
    successUrl: webAddress(fields, 'success_url'),
    failureUrl: webAddress(fields, 'failure_url'),
    paymentMethodType: anyText(fields, 'payment_method_type'),
    paymentMethodCode: text(fields, 'payment_method_code'),
    requestedResponse: requestedResponse(fields, 'requested_response'),
  };
  checkMethod(request);
  checkNumber(request);
  checkOperator(request, service.settings.operators);
  return request;
}

/** The rules of `4.1` about what a payment method needs and allows. */
function checkMethod(request: InitiationRequest): void {
  const { paymentMethodType: type, paymentMethodCode: code, mobileMoneyNumber: number } = request;
  if (type === mobileMoney && code === undefined) {
    throw new FieldRefusal('payment_method_code', 'The payment method code is required.');
  }
  if (type === mobileMoney && number === undefined) {
    throw new FieldRefusal('mobile_money_number', 'The mobile money number is required.');
  }
  if (type === undefined && number !== undefined) {
    throw new FieldRefusal('payment_method_type', 'A mobile money number needs the payment method type mobile_money.');
  }
  if (type !== mobileMoney && number !== undefined) {
    throw new FieldRefusal('mobile_money_number', 'The number is only allowed for the mobile money payment method.');
  }
}

function checkNumber({ mobileMoneyNumber: number }: InitiationRequest): void {
  if (number === undefined) return;
  if (!number.startsWith('0')) {
    throw new FieldRefusal('mobile_money_number', 'The mobile money number must start with a zero.');
  }
  if (!hasPhoneDigits(number)) {
    throw new FieldRefusal('mobile_money_number', 'The mobile money number must consist of digits.');
  }
}

function checkOperator(request: InitiationRequest, operators: Operators): void {
  const { paymentMethodCode: code, requestedResponse: outcome } = request;
  const known = code === undefined || operatorCodes(operators).includes(code);
  if (request.paymentMethodType === mobileMoney && !known) {
    throw new FieldRefusal('payment_method_code', 'There is no mobile money operator with this code.');
  }
  if (code === operators.a && outcome === undefined) {
    throw new FieldRefusal('requested_response', 'The requested response is required for this operator.');
  }
}

/** Whether a phone number consists of 3 to 20 digits. */
export function hasPhoneDigits(number: string): boolean {
  return /^\d{3,20}$/.test(number);
}

function emailAddress(fields: Fields, name: string): string | undefined {
  const value = text(fields, name);
  if (value !== undefined && !/^[^\s@]+@[^\s@]+$/.test(value)) {
    throw new FieldRefusal(name, 'The value must be an e-mail address.');
  }
  return value;
}

function requestedResponse(fields: Fields, name: string): RequestedResponse | undefined {
  const value = anyText(fields, name);
  if (value === undefined || value === 'success' || value === 'failed') return value;
  throw new FieldRefusal(name, 'The requested response must be success or failed.');
}
