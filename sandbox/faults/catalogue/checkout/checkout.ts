import { answer, crash, ofFirst, refusedAs, renamed, secondTime, converted, without } from '../../changes.ts';
import { acceptedAs, answersTo, faultyRequest, fieldFaults, refusedWith, refusesQuery } from '../../answer-faults.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Change, Entry, Subject } from '../../exchange.ts';
import { all, given, lacks, noKey, oneAddress, startCheckout } from '../../places.ts';

const checkout = answersTo('a checkout', startCheckout);
const answered = answersTo('the answer to a checkout', startCheckout);
const optional = ['amount', 'transaction_reference', 'success_url', 'failure_url'];
const full = answersTo(
  'a checkout with every optional field',
  all(startCheckout, ...optional.map((name) => given(name))),
);
const alone = (name: string) =>
  answersTo(
    `a checkout with only ${name}`,
    all(startCheckout, given(name), ...optional.filter((other) => other !== name).map(lacks)),
  );
const noCurrency = faultyRequest('a checkout without currency', all(startCheckout, lacks('currency')));

const redirected: Change = (answer) => {
  answer.status = 303;
  answer.location = String(answer.json['checkout_url']);
};
const urlAs = (turn: (url: URL) => string) => checkout.changed(converted('checkout_url', (url) => turn(new URL(url))));
const refusesAlone = (name: string): Entry => [
  `refuses a checkout with only ${name}`,
  alone(name).changed(refusedAs(400)),
];

/** Hosted checkout in JSON (`2.5`, `4.2`): what is accepted, and the answer. */
export const checkouts: Subject = {
  'checkout.accepted': {
    ...acceptedAs('checkout', checkout, 201, 500),
    'checkout-demands-secret-key': [
      'refuses a checkout without the secret key',
      answer(all(startCheckout, noKey), refusedAs(401)),
    ],
    'checkout-demands-email': [
      'refuses a checkout without email',
      answer(all(startCheckout, lacks('email')), refusedAs(400, 'Parameter: email')),
    ],
    'checkout-is-redirect': ['answers a checkout with a redirect', checkout.changed(redirected)],
    'checkout-refused-second-time': ['accepts only the first checkout', secondTime(checkout.changed(refusedAs(400)))],
  },
  'checkout.result': fieldFaults('checkout-result', 'result', answered, { missing: undefined, error: 'error' }),
  'checkout.transaction-id': fieldFaults('checkout-transaction-id', 'transaction_id', answered, {
    missing: undefined,
    empty: '',
    placeholder: '[object Object]',
  }),
  'checkout.url': {
    ...fieldFaults('checkout-url', 'checkout_url', answered, {
      'left-out': undefined,
      number: 42,
      empty: '',
      null: null,
    }),
    'checkout-url-relative': ['returns a path as checkout_url', urlAs((url) => url.pathname)],
    'checkout-url-without-scheme': ['returns checkout_url without its scheme', urlAs((url) => url.host + url.pathname)],
    'checkout-url-as-hosted-url': [
      'returns checkout_url under the name hosted_url',
      checkout.changed(renamed('checkout_url', 'hosted_url')),
    ],
    'checkout-url-as-markup': [
      'returns an iframe element as checkout_url',
      urlAs((url) => `<iframe src="${url.href}"></iframe>`),
    ],
    'checkout-url-missing-second-time': [
      'leaves checkout_url out of every answer but the first',
      secondTime(checkout.changed(without('checkout_url'))),
    ],
  },
  'checkout.id-unique': {
    ...fieldFaults('checkout-id', 'transaction_id', answersTo('every answer to a checkout', startCheckout), {
      constant: 'txn_1',
    }),
    'checkout-id-of-first': [
      'returns the first transaction_id for every checkout',
      checkout.changed(ofFirst('transaction_id')),
    ],
    'checkout-id-of-currency': [
      'derives the transaction_id of a checkout from its currency',
      checkout.changed(converted('transaction_id', (_id, { input }) => `txn_${String(input['currency'])}`)),
    ],
  },
  'checkout.own-url': {
    'checkout-url-of-first': [
      'returns the first checkout_url for every checkout',
      checkout.changed(ofFirst('checkout_url')),
    ],
    'checkout-url-without-id': ['returns one checkout_url for all', urlAs((url) => new URL('/checkout', url).href)],
    'checkout-url-of-key': [
      'derives the checkout_url from the publishable key',
      checkout.changed(
        converted('checkout_url', (url, { settings }) => new URL(`/checkout/${settings.publishableKey}`, url).href),
      ),
    ],
  },
  'checkout.every-optional-field': {
    ...acceptedAs('checkout-full', full, 201, 400, 500),
    'checkout-refuses-one-address': [
      'refuses a checkout with one address for both outcomes',
      answer(all(startCheckout, oneAddress), refusedAs(400)),
    ],
    'checkout-refuses-query': refusesQuery('a checkout', startCheckout),
  },
  'checkout.each-optional-field': {
    'checkout-refuses-amount-alone': refusesAlone('amount'),
    'checkout-refuses-reference-alone': refusesAlone('transaction_reference'),
    'checkout-refuses-success-url-alone': refusesAlone('success_url'),
    'checkout-refuses-failure-url-alone': refusesAlone('failure_url'),
    'checkout-breaks-on-amount-alone': ['breaks on a checkout with only amount', alone('amount').changed(crash)],
  },
  'checkout.currency-required': {
    ...acceptedWhen(
      'checkout-currency-absent',
      noCurrency,
      { currency: 'XTS' },
      'accepted',
      'with-amount',
      'without-amount',
    ),
    ...refusedWith('checkout-currency-absent', noCurrency, 200, 422, 500),
  },
};
