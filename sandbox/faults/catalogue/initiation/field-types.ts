import { mended, refusal, secondTime, crash } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, given, initiate, mistyped, typed, mobileMoney, hosted, operator } from '../../places.ts';

const badAmount = mistyped('amount', 'number');
const simple = { payment_method_type: undefined, payment_method_code: undefined, mobile_money_number: undefined };

/** Types of the fields of an initiation (`2.1`). */
export const fieldTypes = {
  'txn.amount-type': {
    'amount-boolean-accepted': [
      'accepts a boolean as amount',
      mended(all(initiate, typed('amount', 'boolean')), { amount: 1050 }),
    ],
    'amount-array-accepted': [
      'accepts a list as amount',
      mended(all(initiate, typed('amount', 'array')), { amount: 1050 }),
    ],
    'amount-word-accepted': [
      'accepts an amount that is a word',
      mended(all(initiate, badAmount, typed('amount', 'string')), { amount: 1050 }),
    ],
    'amount-null-accepted': [
      'accepts null as amount',
      mended(
        all(
          initiate,
          given('amount', (value) => value === null),
        ),
        { amount: 1050 },
      ),
    ],
    'amount-any-type-accepted': ['accepts an amount of any type', mended(all(initiate, badAmount), { amount: 1050 })],
    'amount-any-type-hosted': [
      'checks the type of amount for mobile money only',
      mended(all(hosted, badAmount), { amount: 1050 }),
    ],
    'amount-any-type-second-time': [
      'checks the type of amount only once',
      secondTime(mended(all(initiate, badAmount), { amount: 1050 })),
    ],
    'amount-mistyped-is-500': ['breaks on an ill-typed amount', refusal(all(initiate, badAmount), crash)],
  },
  'txn.email-type': {
    'email-number-accepted': [
      'accepts a number as email',
      mended(all(initiate, typed('email', 'number')), { email: 'customer@example.com' }),
    ],
    'email-array-accepted': [
      'accepts a list as email',
      mended(all(initiate, typed('email', 'array')), { email: 'customer@example.com' }),
    ],
    'email-null-accepted': [
      'accepts null as email',
      mended(
        all(
          initiate,
          given('email', (value) => value === null),
        ),
        { email: 'customer@example.com' },
      ),
    ],
    'email-any-type-accepted': [
      'accepts an email of any type',
      mended(all(initiate, mistyped('email', 'string')), { email: 'customer@example.com' }),
    ],
    'email-mistyped-is-500': [
      'breaks on an ill-typed email',
      refusal(all(initiate, mistyped('email', 'string')), crash),
    ],
  },
  'txn.currency-type': {
    'currency-number-accepted': [
      'accepts a number as currency',
      mended(all(initiate, typed('currency', 'number')), { currency: 'XTS' }),
    ],
    'currency-array-accepted': [
      'accepts a list as currency',
      mended(all(initiate, typed('currency', 'array')), { currency: 'XTS' }),
    ],
    'currency-null-accepted': [
      'accepts null as currency',
      mended(
        all(
          initiate,
          given('currency', (value) => value === null),
        ),
        { currency: 'XTS' },
      ),
    ],
    'currency-any-type-accepted': [
      'accepts a currency of any type',
      mended(all(initiate, mistyped('currency', 'string')), { currency: 'XTS' }),
    ],
    'currency-mistyped-is-500': [
      'breaks on an ill-typed currency',
      refusal(all(initiate, mistyped('currency', 'string')), crash),
    ],
  },
  'txn.reference-type': {
    'reference-array-accepted': [
      'accepts a list as transaction_reference',
      mended(all(initiate, typed('transaction_reference', 'array')), { transaction_reference: undefined }),
    ],
    'reference-any-type-accepted': [
      'accepts a transaction_reference of any type',
      mended(all(initiate, mistyped('transaction_reference', 'string')), { transaction_reference: undefined }),
    ],
    'reference-mistyped-is-500': [
      'breaks on an ill-typed transaction_reference',
      refusal(all(initiate, mistyped('transaction_reference', 'string')), crash),
    ],
    'reference-any-type-mobile': [
      'checks the type of transaction_reference for the hosted page only',
      mended(all(mobileMoney, mistyped('transaction_reference', 'string')), { transaction_reference: undefined }),
    ],
  },
  'txn.success-url-type': {
    'success-url-array-accepted': [
      'accepts a list as success_url',
      mended(all(initiate, typed('success_url', 'array')), { success_url: undefined }),
    ],
    'success-url-any-type-accepted': [
      'accepts a success_url of any type',
      mended(all(initiate, mistyped('success_url', 'string')), { success_url: undefined }),
    ],
    'success-url-mistyped-is-500': [
      'breaks on an ill-typed success_url',
      refusal(all(initiate, mistyped('success_url', 'string')), crash),
    ],
  },
  'txn.failure-url-type': {
    'failure-url-array-accepted': [
      'accepts a list as failure_url',
      mended(all(initiate, typed('failure_url', 'array')), { failure_url: undefined }),
    ],
    'failure-url-any-type-accepted': [
      'accepts a failure_url of any type',
      mended(all(initiate, mistyped('failure_url', 'string')), { failure_url: undefined }),
    ],
    'failure-url-mistyped-is-500': [
      'breaks on an ill-typed failure_url',
      refusal(all(initiate, mistyped('failure_url', 'string')), crash),
    ],
  },
  'txn.method-type-type': {
    'method-type-list-accepted': [
      'accepts a list with mobile_money in it as payment_method_type',
      mended(all(initiate, typed('payment_method_type', 'array')), simple),
    ],
    'method-type-any-type-accepted': [
      'accepts a payment_method_type of any type',
      mended(all(initiate, mistyped('payment_method_type', 'string')), simple),
    ],
    'method-type-mistyped-is-500': [
      'breaks on an ill-typed payment_method_type',
      refusal(all(initiate, mistyped('payment_method_type', 'string')), crash),
    ],
  },
  'txn.method-code-type': {
    'method-code-array-accepted': [
      'accepts a list as payment_method_code',
      mended(all(initiate, typed('payment_method_code', 'array')), { payment_method_code: 'OPERATOR_B' }),
    ],
    'method-code-any-type-accepted': [
      'accepts a payment_method_code of any type',
      mended(all(initiate, mistyped('payment_method_code', 'string')), { payment_method_code: 'OPERATOR_B' }),
    ],
    'method-code-mistyped-is-500': [
      'breaks on an ill-typed payment_method_code',
      refusal(all(initiate, mistyped('payment_method_code', 'string')), crash),
    ],
  },
  'txn.number-type': {
    'number-array-accepted': [
      'accepts a list as mobile_money_number',
      mended(all(initiate, typed('mobile_money_number', 'array')), { mobile_money_number: '0970000001' }),
    ],
    'number-any-type-accepted': [
      'accepts a mobile_money_number of any type',
      mended(all(initiate, mistyped('mobile_money_number', 'string')), { mobile_money_number: '0970000001' }),
    ],
    'number-mistyped-is-500': [
      'breaks on an ill-typed mobile_money_number',
      refusal(all(initiate, mistyped('mobile_money_number', 'string')), crash),
    ],
    'number-any-type-operator-a': [
      'does not check the type of mobile_money_number for operator A',
      mended(all(operator('a'), mistyped('mobile_money_number', 'string')), { mobile_money_number: '0970000001' }),
    ],
    'number-any-type-operator-b': [
      'does not check the type of mobile_money_number for operator B',
      mended(all(operator('b'), mistyped('mobile_money_number', 'string')), { mobile_money_number: '0970000001' }),
    ],
    'number-any-type-operator-c': [
      'does not check the type of mobile_money_number for operator C',
      mended(all(operator('c'), mistyped('mobile_money_number', 'string')), { mobile_money_number: '0970000001' }),
    ],
  },
  'txn.requested-response-type': {
    'requested-response-array-accepted': [
      'accepts a list as requested_response',
      mended(all(mobileMoney, typed('requested_response', 'array')), { requested_response: 'success' }),
    ],
    'requested-response-any-type-accepted': [
      'accepts a requested_response of any type',
      mended(all(mobileMoney, mistyped('requested_response', 'string')), { requested_response: 'success' }),
    ],
    'requested-response-mistyped-is-500': [
      'breaks on an ill-typed requested_response',
      refusal(all(mobileMoney, mistyped('requested_response', 'string')), crash),
    ],
  },
} satisfies Subject;
