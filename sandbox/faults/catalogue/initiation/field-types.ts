import { readsAs } from '../../changes.ts';
import type { Place } from '../../named-places.ts';
import { acceptedWhen, typeFaults } from '../../request-faults.ts';
import type { Subject } from '../../exchange.ts';
import { all, initiate, mistyped, mobileMoney, typed } from '../../places.ts';

const initiation: Place = { what: '', where: initiate };
const prompt: Place = { what: '', where: mobileMoney };
const anyType = (field: string, right: 'number' | 'string'): Place => ({
  what: `any type as ${field}`,
  where: all(initiate, mistyped(field, right)),
});

const amount = { amount: 1050 };
const email = { email: 'customer@example.com' };
const currency = { currency: 'XTS' };
const reference = { transaction_reference: undefined };
const successUrl = { success_url: undefined };
const failureUrl = { failure_url: undefined };
const code = { payment_method_code: 'OPERATOR_B' };
const number = { mobile_money_number: '0970000001' };
const response = { requested_response: 'success' };
const noMethod = { payment_method_type: undefined, payment_method_code: undefined, mobile_money_number: undefined };

const methodAsList = all(initiate, typed('payment_method_type', 'array'));
const amountAsWord = all(initiate, mistyped('amount', 'number'), typed('amount', 'string'));
const anyAmount = anyType('amount', 'number');
const anyReference = anyType('transaction_reference', 'string');
const anyNumber = anyType('mobile_money_number', 'string');

/** Types of the fields of an initiation (`2.1`). */
export const fieldTypes: Subject = {
  'txn.amount-type': {
    ...typeFaults('amount', amount, initiation, 'boolean', 'array', 'null', 'any-type'),
    'amount-word-accepted': ['accepts a word as the amount', readsAs(amountAsWord, amount)],
    ...acceptedWhen('amount-any-type', anyAmount, amount, 'hosted', 'second-time'),
  },
  'txn.email-type': typeFaults('email', email, initiation, 'number', 'array', 'null', 'any-type'),
  'txn.currency-type': {
    ...typeFaults('currency', currency, initiation, 'number', 'array', 'null', 'any-type'),
    'currency-of-prompt-number': [
      'accepts a number as currency for mobile money',
      readsAs(all(mobileMoney, typed('currency', 'number')), currency),
    ],
  },
  'txn.reference-type': {
    ...typeFaults('reference', reference, initiation, 'array', 'any-type'),
    ...acceptedWhen('reference-any-type', anyReference, reference, 'mobile'),
  },
  'txn.success-url-type': typeFaults('success-url', successUrl, initiation, 'array', 'any-type'),
  'txn.failure-url-type': typeFaults('failure-url', failureUrl, initiation, 'array', 'any-type'),
  'txn.method-type-type': {
    'method-type-list-accepted': ['accepts a list as payment_method_type', readsAs(methodAsList, noMethod)],
    ...typeFaults('method-type', noMethod, initiation, 'any-type'),
  },
  'txn.method-code-type': typeFaults('method-code', code, initiation, 'array', 'any-type'),
  'txn.number-type': {
    ...typeFaults('number', number, initiation, 'array', 'any-type'),
    ...acceptedWhen('number-any-type', anyNumber, number, 'operator-a', 'operator-b', 'operator-c'),
  },
  'txn.requested-response-type': typeFaults('requested-response', response, prompt, 'array', 'any-type'),
};
