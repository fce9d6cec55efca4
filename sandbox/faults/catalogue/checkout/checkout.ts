import {
  mended,
  answer,
  refusal,
  secondTime,
  without,
  as,
  turned,
  renamed,
  ofFirst,
  status,
  refusedAs,
  crash,
} from '../../changes.ts';
import type { Change, Subject, Where } from '../../exchange.ts';
import { all, startCheckout, given, lacks, keyOf } from '../../places.ts';

const full = all(
  startCheckout,
  given('amount'),
  given('transaction_reference'),
  given('success_url'),
  given('failure_url'),
);
const optional = ['amount', 'transaction_reference', 'success_url', 'failure_url'];
const only = (name: string): Where =>
  all(startCheckout, given(name), ...optional.filter((other) => other !== name).map(lacks));
const noCurrency = all(startCheckout, lacks('currency'));

const redirected: Change = (answer) => {
  answer.status = 303;
  answer.location = String(answer.json['checkout_url']);
};

/** Hosted checkout in JSON (`2.5`, `4.2`): what is accepted, and the answer. */
export const checkout = {
  'checkout.accepted': {
    'checkout-is-201': ['answers a checkout with HTTP 201', answer(startCheckout, status(201))],
    'checkout-is-500': ['breaks on a checkout', answer(startCheckout, crash)],
    'checkout-demands-secret-key': [
      'refuses a checkout without the secret key',
      answer(
        all(startCheckout, (exchange) => keyOf(exchange) === undefined),
        refusedAs(401),
      ),
    ],
    'checkout-demands-email': [
      'refuses a checkout without email',
      answer(all(startCheckout, lacks('email')), refusedAs(400, 'Parameter: email')),
    ],
    'checkout-is-redirect': ['answers a checkout with a redirect', answer(startCheckout, redirected)],
    'checkout-refused-second-time': [
      'takes one checkout, then no more',
      secondTime(answer(startCheckout, refusedAs(400))),
    ],
  },
  'checkout.result': {
    'checkout-result-missing': ['leaves result out of its answer', answer(startCheckout, without('result'))],
    'checkout-result-error': ['answers result error in its answer', answer(startCheckout, as('result', 'error'))],
  },
  'checkout.transaction-id': {
    'checkout-transaction-id-missing': [
      'leaves transaction_id out of its answer',
      answer(startCheckout, without('transaction_id')),
    ],
    'checkout-transaction-id-empty': [
      'leaves transaction_id empty in its answer',
      answer(startCheckout, as('transaction_id', '')),
    ],
  },
  'checkout.url': {
    'checkout-url-left-out': ['leaves checkout_url out of its answer', answer(startCheckout, without('checkout_url'))],
    'checkout-url-number': [
      'answers checkout_url as a number in its answer',
      answer(startCheckout, as('checkout_url', 42)),
    ],
    'checkout-url-empty': ['leaves checkout_url empty in its answer', answer(startCheckout, as('checkout_url', ''))],
    'checkout-url-null': [
      'answers null for checkout_url in its answer',
      answer(startCheckout, as('checkout_url', null)),
    ],
    'checkout-url-relative': [
      'answers a path as checkout_url',
      answer(
        startCheckout,
        turned('checkout_url', (url) => new URL(url).pathname),
      ),
    ],
    'checkout-url-without-scheme': [
      'answers checkout_url without its scheme',
      answer(
        startCheckout,
        turned('checkout_url', (url) => new URL(url).host + new URL(url).pathname),
      ),
    ],
    'checkout-url-as-hosted-url': [
      'answers the address as hosted_url',
      answer(startCheckout, renamed('checkout_url', 'hosted_url')),
    ],
    'checkout-url-as-markup': [
      'answers an iframe element as checkout_url',
      answer(
        startCheckout,
        turned('checkout_url', (url) => `<iframe src="${url}"></iframe>`),
      ),
    ],
    'checkout-url-missing-second-time': [
      'leaves checkout_url out of every answer but the first',
      secondTime(answer(startCheckout, without('checkout_url'))),
    ],
  },
  'checkout.id-unique': {
    'checkout-id-constant': [
      'gives every checkout the same transaction_id',
      answer(startCheckout, as('transaction_id', 'txn_1')),
    ],
    'checkout-id-of-first': [
      'answers the first transaction_id for every checkout',
      answer(startCheckout, ofFirst('transaction_id')),
    ],
    'checkout-id-of-currency': [
      'makes the transaction_id of a checkout of its currency',
      answer(
        startCheckout,
        turned('transaction_id', (_id, { asked }) => `txn_${String(asked['currency'])}`),
      ),
    ],
  },
  'checkout.own-url': {
    'checkout-url-of-first': [
      'answers the first checkout_url for every checkout',
      answer(startCheckout, ofFirst('checkout_url')),
    ],
    'checkout-url-without-id': [
      'answers one checkout_url for all',
      answer(
        startCheckout,
        turned('checkout_url', (url) => new URL('/checkout', url).href),
      ),
    ],
    'checkout-url-of-key': [
      'makes the checkout_url of the publishable key',
      answer(
        startCheckout,
        turned('checkout_url', (url, { settings }) => new URL(`/checkout/${settings.publishableKey}`, url).href),
      ),
    ],
  },
  'checkout.every-optional-field': {
    'checkout-full-is-201': ['answers a checkout with every optional field with HTTP 201', answer(full, status(201))],
    'checkout-full-is-400': [
      'refuses a checkout with every optional field with HTTP 400',
      answer(full, refusedAs(400)),
    ],
    'checkout-full-is-500': ['breaks on a checkout with every optional field', answer(full, crash)],
  },
  'checkout.each-optional-field': {
    'checkout-refuses-amount-alone': ['refuses a checkout with amount alone', answer(only('amount'), refusedAs(400))],
    'checkout-refuses-reference-alone': [
      'refuses a checkout with transaction_reference alone',
      answer(only('transaction_reference'), refusedAs(400)),
    ],
    'checkout-refuses-success-url-alone': [
      'refuses a checkout with success_url alone',
      answer(only('success_url'), refusedAs(400)),
    ],
    'checkout-refuses-failure-url-alone': [
      'refuses a checkout with failure_url alone',
      answer(only('failure_url'), refusedAs(400)),
    ],
    'checkout-breaks-on-amount-alone': ['breaks on a checkout with amount alone', answer(only('amount'), crash)],
  },
  'checkout.currency-required': {
    'checkout-currency-absent-accepted': [
      'accepts a checkout without currency',
      mended(noCurrency, { currency: 'XTS' }),
    ],
    'checkout-currency-absent-with-amount': [
      'accepts a checkout without currency when there is an amount',
      mended(all(noCurrency, given('amount')), { currency: 'XTS' }),
    ],
    'checkout-currency-absent-without-amount': [
      'accepts a checkout without currency when there is no amount',
      mended(all(noCurrency, lacks('amount')), { currency: 'XTS' }),
    ],
    'checkout-currency-absent-is-200': [
      'refuses a checkout without currency with HTTP 200',
      refusal(noCurrency, status(200)),
    ],
    'checkout-currency-absent-is-422': [
      'refuses a checkout without currency with HTTP 422',
      refusal(noCurrency, status(422)),
    ],
    'checkout-currency-absent-is-500': ['breaks on a checkout without currency', refusal(noCurrency, crash)],
  },
} satisfies Subject;
