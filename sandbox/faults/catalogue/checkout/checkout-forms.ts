import { answer, converted, crash, readsAs, refusedAs } from '../../changes.ts';
import { acceptedAs, answersTo } from '../../answer-faults.ts';
import type { Subject } from '../../exchange.ts';
import { perPlace } from '../../named-places.ts';
import {
  all,
  given,
  matching,
  mistyped,
  namesCharset,
  noAddress,
  otherCurrency,
  startCheckout,
  rawBodyMatching,
} from '../../places.ts';

const withPoint = all(startCheckout, rawBodyMatching(/"amount":\s*\d+\.0/));
const withExponent = all(startCheckout, rawBodyMatching(/"amount":\s*[\d.]+e/i));
const charset = answersTo('a checkout whose content type names a charset', all(startCheckout, namesCharset));
const larger = answersTo(
  'a checkout of a larger amount',
  all(
    startCheckout,
    given('amount', (amount) => typeof amount === 'number' && amount > 32_767),
  ),
);
const long = all(startCheckout, matching('transaction_reference', /^.{101}/));
const nonLatin = all(startCheckout, matching('transaction_reference', /[^\0-\xff]/));
const inOtherCurrency = all(startCheckout, otherCurrency);
const unusual = {
  digits: { what: 'of only digits', where: all(startCheckout, matching('transaction_reference', /^\d+$/)) },
  capitals: {
    what: 'of capital letters',
    where: all(startCheckout, matching('transaction_reference', /^[A-F\d-]{36}$/)),
  },
  plus: { what: 'with a plus', where: all(startCheckout, matching('transaction_reference', /\+/)) },
};
const inSecondCurrency = answersTo('a checkout in a second currency', inOtherCurrency);
/** The same value for all requests within twenty milliseconds. */
const clock = (): number => Math.floor(Date.now() / 20);

/** Other notations of a checkout, and less common valid values (`2.5`). */
export const checkoutForms: Subject = {
  'checkout.at-once': {
    'checkout-transaction-id-of-the-clock': [
      'derives the transaction_id of a checkout from the time',
      answer(
        startCheckout,
        converted('transaction_id', () => `txn_${clock()}`),
      ),
    ],
    'checkout-url-of-the-clock': [
      'derives the checkout_url from the time',
      answer(
        startCheckout,
        converted('checkout_url', (url) => new URL(`/checkout/chk_${clock()}`, url).href),
      ),
    ],
  },
  'checkout.amount-notation': {
    'checkout-amount-with-point-refused': [
      'refuses an amount of a checkout with a decimal point',
      answer(withPoint, refusedAs(400)),
    ],
    'checkout-amount-with-power-refused': [
      'refuses an amount of a checkout in exponent notation',
      answer(withExponent, refusedAs(400)),
    ],
  },
  'checkout.content-type-charset': acceptedAs('checkout-charset', charset, 400, 415, 500),
  'checkout.amount-larger': acceptedAs('checkout-larger-amount', larger, 413, 500),
  'checkout.reference-unusual': {
    'checkout-long-reference-breaks': ['breaks on a long reference of a checkout', answer(long, crash)],
    'checkout-reference-with-spaces-breaks': [
      'breaks on a reference of a checkout whose only special characters are spaces',
      answer(all(startCheckout, matching('transaction_reference', /^[\w-]+( [\w-]+)+$/)), crash),
    ],
    ...perPlace('checkout-reference-breaks', unusual, ({ what, where }) => [
      `breaks on a reference of a checkout ${what}`,
      answer(where, crash),
    ]),
    'checkout-reference-with-ampersand-breaks': [
      'breaks on a reference of a checkout with an ampersand',
      answer(all(startCheckout, matching('transaction_reference', /&/)), crash),
    ],
    'checkout-reference-with-percent-breaks': [
      'breaks on a reference of a checkout with a percent sign',
      answer(all(startCheckout, matching('transaction_reference', /%/)), crash),
    ],
    'checkout-reference-with-backslash-breaks': [
      'breaks on a reference of a checkout with a backslash',
      answer(all(startCheckout, matching('transaction_reference', /\\/)), crash),
    ],
    'checkout-reference-beyond-latin-is-422': [
      'refuses a reference of a checkout with non-Latin letters with HTTP 422',
      answer(nonLatin, refusedAs(422)),
    ],
  },
  'checkout.second-currency': {
    ...acceptedAs('checkout-second-currency', inSecondCurrency, 201, 400, 500),
    'checkout-second-currency-any-amount': [
      'accepts any type as amount of a checkout in a second currency',
      readsAs(all(inOtherCurrency, mistyped('amount', 'number')), { amount: undefined }),
    ],
    'checkout-second-currency-any-address': [
      'accepts any text as success_url of a checkout in a second currency',
      readsAs(all(inOtherCurrency, noAddress('success_url')), { success_url: undefined }),
    ],
    'checkout-second-currency-any-reference': [
      'accepts any type as transaction_reference of a checkout in a second currency',
      readsAs(all(inOtherCurrency, mistyped('transaction_reference', 'string')), { transaction_reference: undefined }),
    ],
    'checkout-second-currency-any-key': [
      'accepts any key for a checkout in a second currency',
      readsAs(inOtherCurrency, ({ settings }) => ({ publishable_key: settings.publishableKey })),
    ],
  },
};
