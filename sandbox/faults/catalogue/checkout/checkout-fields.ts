import { mended, refusal, secondTime, crash } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, startCheckout, mistyped, typed, noAddress } from '../../places.ts';

/** Types and forms of the fields of a checkout (`2.5`). */
export const checkoutFields = {
  'checkout.amount-type': {
    'checkout-amount-array-accepted': [
      'accepts a list as amount of a checkout',
      mended(all(startCheckout, typed('amount', 'array')), { amount: undefined }),
    ],
    'checkout-amount-any-type-accepted': [
      'accepts amount of any type in a checkout',
      mended(all(startCheckout, mistyped('amount', 'number')), { amount: undefined }),
    ],
    'checkout-amount-mistyped-is-500': [
      'breaks on an ill-typed amount of a checkout',
      refusal(all(startCheckout, mistyped('amount', 'number')), crash),
    ],
    'checkout-amount-word-accepted': [
      'accepts an amount of a checkout that is a word',
      mended(all(startCheckout, mistyped('amount', 'number'), typed('amount', 'string')), { amount: undefined }),
    ],
  },
  'checkout.currency-type': {
    'checkout-currency-number-accepted': [
      'accepts a number as currency of a checkout',
      mended(all(startCheckout, typed('currency', 'number')), { currency: 'XTS' }),
    ],
    'checkout-currency-array-accepted': [
      'accepts a list as currency of a checkout',
      mended(all(startCheckout, typed('currency', 'array')), { currency: 'XTS' }),
    ],
    'checkout-currency-any-type-accepted': [
      'accepts currency of any type in a checkout',
      mended(all(startCheckout, mistyped('currency', 'string')), { currency: 'XTS' }),
    ],
    'checkout-currency-mistyped-is-500': [
      'breaks on an ill-typed currency of a checkout',
      refusal(all(startCheckout, mistyped('currency', 'string')), crash),
    ],
  },
  'checkout.reference-type': {
    'checkout-reference-array-accepted': [
      'accepts a list as transaction_reference of a checkout',
      mended(all(startCheckout, typed('transaction_reference', 'array')), { transaction_reference: undefined }),
    ],
    'checkout-reference-any-type-accepted': [
      'accepts transaction_reference of any type in a checkout',
      mended(all(startCheckout, mistyped('transaction_reference', 'string')), { transaction_reference: undefined }),
    ],
    'checkout-reference-mistyped-is-500': [
      'breaks on an ill-typed transaction_reference of a checkout',
      refusal(all(startCheckout, mistyped('transaction_reference', 'string')), crash),
    ],
  },
  'checkout.success-url-type': {
    'checkout-success-url-any-type-accepted': [
      'accepts success_url of any type in a checkout',
      mended(all(startCheckout, mistyped('success_url', 'string')), { success_url: undefined }),
    ],
    'checkout-success-url-mistyped-is-500': [
      'breaks on an ill-typed success_url of a checkout',
      refusal(all(startCheckout, mistyped('success_url', 'string')), crash),
    ],
  },
  'checkout.failure-url-type': {
    'checkout-failure-url-any-type-accepted': [
      'accepts failure_url of any type in a checkout',
      mended(all(startCheckout, mistyped('failure_url', 'string')), { failure_url: undefined }),
    ],
    'checkout-failure-url-mistyped-is-500': [
      'breaks on an ill-typed failure_url of a checkout',
      refusal(all(startCheckout, mistyped('failure_url', 'string')), crash),
    ],
  },
  'checkout.success-url-format': {
    'checkout-success-url-word-accepted': [
      'accepts a success_url of a checkout that is no address',
      mended(all(startCheckout, noAddress('success_url')), { success_url: undefined }),
    ],
    'checkout-success-url-word-second-time': [
      'checks the form of success_url of a checkout only once',
      secondTime(mended(all(startCheckout, noAddress('success_url')), { success_url: undefined })),
    ],
    'checkout-success-url-word-is-500': [
      'breaks on a success_url of a checkout that is no address',
      refusal(all(startCheckout, noAddress('success_url')), crash),
    ],
  },
  'checkout.failure-url-format': {
    'checkout-failure-url-word-accepted': [
      'accepts a failure_url of a checkout that is no address',
      mended(all(startCheckout, noAddress('failure_url')), { failure_url: undefined }),
    ],
    'checkout-failure-url-word-is-500': [
      'breaks on a failure_url of a checkout that is no address',
      refusal(all(startCheckout, noAddress('failure_url')), crash),
    ],
  },
} satisfies Subject;
