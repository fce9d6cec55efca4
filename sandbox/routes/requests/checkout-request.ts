import { missingOrInvalidKey } from '../../http/refusals.ts';
import { sameKey } from '../../service/credentials.ts';
import type { Service } from '../../service/service.ts';
import type { Start } from '../../service/transaction.ts';
import type { NewTransaction } from '../../service/transactions.ts';
import { asFields, currencyCode, type Fields, required, sent, text, webAddress, wholeAmount } from './fields.ts';

/**
 * Reads the body of `POST /v1/checkout` (`2.5`). The publishable key is checked first, so that a request without it
 * gets no other error. The secret key is not accepted in its place.
 */
export function readCheckoutRequest(body: unknown, service: Service, start: Start): NewTransaction {
  const fields = asFields(body);
  const key = sent(fields, 'publishable_key');
  if (typeof key !== 'string' || !sameKey(key, service.settings.publishableKey)) throw missingOrInvalidKey();
  return {
    amount: wholeAmount(fields, 'amount'),
    transactionReference: text(fields, 'transaction_reference'),
    currency: required('currency', currencyCode(fields, 'currency')),
    successUrl: webAddress(fields, 'success_url'),
    failureUrl: webAddress(fields, 'failure_url'),
    hosted: true,
    start,
  };
}

/** The fields of a posted form with JSON types. Browsers send empty inputs too; these count as absent. */
export function formAsJson(body: unknown): Fields {
  const entries = Object.entries(asFields(body)).filter(([, value]) => value !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, name === 'amount' ? asNumber(value) : value]));
}

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
