import {
  answer,
  as,
  converted,
  crash,
  fromSecondRequest,
  ofFirst,
  overrideRequest,
  refusedAs,
  renamed,
  status,
  unauthorised,
  without,
} from '../changes.ts';
import {
  alike,
  all,
  emptyBody,
  given,
  is,
  knownConnection,
  lacks,
  largeAmount,
  matching,
  mistyped,
  namesCharset,
  noAddress,
  noKey,
  not,
  oneAddress,
  otherCurrency,
  startCheckout,
  typed,
} from '../conditions.ts';
import type { Alteration, Condition, Exchange, Json, Subject } from '../exchange.ts';
import {
  acceptedAs,
  answersTo,
  asClock,
  clock,
  fieldFaults,
  invalid,
  keyRefusalsOf,
  missingOrError,
  overrides,
  refusedWith,
  refusesQuery,
  typeFaults,
} from '../fault-tables.ts';

const checkout = answersTo(startCheckout);
const optional = ['amount', 'transaction_reference', 'success_url', 'failure_url'] as const;
const full = answersTo(all(startCheckout, ...optional.map((name) => given(name))));
const alone = (name: (typeof optional)[number]): Condition =>
  all(startCheckout, given(name), ...optional.filter((other) => other !== name).map(lacks));
const urlAs = (turn: (url: URL, exchange: Exchange) => string): Alteration =>
  checkout(converted('checkout_url', (url, exchange) => turn(new URL(url), exchange)));

const amount = { amount: undefined };
const currency = { currency: 'XTS' };
const reference = { transaction_reference: undefined };
const successUrl = { success_url: undefined };
const failureUrl = { failure_url: undefined };
const noCurrency = all(startCheckout, lacks('currency'));
const badSuccessUrl = all(startCheckout, noAddress('success_url'));
const badFailureUrl = all(startCheckout, noAddress('failure_url'));

/** Hosted checkout in JSON (`2.5`, `4.2`): what is accepted, the answer, and the types and forms of the fields. */
export const checkouts: Subject = {
  'checkout.accepted': {
    ...acceptedAs('checkout', checkout, 201, 500),
    'checkout-demands-secret-key': answer(all(startCheckout, noKey), refusedAs(401)),
    'checkout-demands-email': answer(all(startCheckout, lacks('email')), refusedAs(400, 'Parameter: email')),
    'checkout-is-redirect': checkout((reply) =>
      Object.assign(reply, { status: 303, location: String(reply.json['checkout_url']) }),
    ),
    'checkout-refused-second-time': fromSecondRequest(checkout(refusedAs(400))),
  },
  'checkout.result': fieldFaults('checkout-result', 'result', checkout, missingOrError),
  'checkout.transaction-id': {
    ...fieldFaults('checkout-transaction-id', 'transaction_id', checkout, { missing: undefined, empty: '' }),
    'checkout-transaction-id-placeholder': checkout(as('transaction_id', '[object Object]')),
  },
  'checkout.url': {
    ...fieldFaults('checkout-url', 'checkout_url', checkout, { 'left-out': undefined, number: 42, empty: '' }),
    'checkout-url-null': checkout(as('checkout_url', null)),
    'checkout-url-relative': urlAs((url) => url.pathname),
    'checkout-url-without-scheme': urlAs((url) => url.host + url.pathname),
    'checkout-url-as-hosted-url': checkout(renamed('checkout_url', 'hosted_url')),
    'checkout-url-as-markup': urlAs((url) => `<iframe src="${url.href}"></iframe>`),
    'checkout-url-missing-second-time': fromSecondRequest(checkout(without('checkout_url'))),
  },
  'checkout.id-unique': {
    'checkout-id-constant': checkout(as('transaction_id', 'txn_1')),
    'checkout-id-of-first': checkout(ofFirst('transaction_id')),
    'checkout-id-of-currency': checkout(
      converted('transaction_id', (_id, { input }) => `txn_${String(input['currency'])}`),
    ),
  },
  'checkout.own-url': {
    'checkout-url-of-first': checkout(ofFirst('checkout_url')),
    'checkout-url-without-id': urlAs((url) => new URL('/checkout', url).href),
    'checkout-url-of-key': urlAs((url, { settings }) => new URL(`/checkout/${settings.publishableKey}`, url).href),
  },
  'checkout.every-optional-field': {
    ...acceptedAs('checkout-full', full, 201, 400, 500),
    'checkout-refuses-one-address': answer(all(startCheckout, oneAddress), refusedAs(400)),
    'checkout-refuses-query': refusesQuery(startCheckout),
  },
  'checkout.each-optional-field': {
    'checkout-refuses-amount-alone': answer(alone('amount'), refusedAs(400)),
    'checkout-refuses-reference-alone': answer(alone('transaction_reference'), refusedAs(400)),
    'checkout-refuses-success-url-alone': answer(alone('success_url'), refusedAs(400)),
    'checkout-refuses-failure-url-alone': answer(alone('failure_url'), refusedAs(400)),
    'checkout-breaks-on-amount-alone': answer(alone('amount'), crash),
  },
  'checkout.currency-required': {
    ...invalid('checkout-currency-absent', noCurrency, currency, 'accepted', 'with-amount', 'without-amount'),
    ...invalid('checkout-currency-absent', noCurrency, currency, 'is-200', 'is-422', 'is-500'),
    ...invalid(
      'checkout-currency-empty',
      all(startCheckout, is('currency', '')),
      currency,
      'accepted',
      'with-amount',
      'is-500',
    ),
  },
  'checkout.amount-type': {
    ...typeFaults('checkout-amount', amount, startCheckout, 'boolean', 'array', 'any-type'),
    'checkout-amount-word-accepted': overrideRequest(
      all(startCheckout, mistyped('amount', 'number'), typed('amount', 'string')),
      amount,
    ),
  },
  'checkout.currency-type': typeFaults(
    'checkout-currency',
    currency,
    startCheckout,
    'number',
    'array',
    'null',
    'any-type',
  ),
  'checkout.reference-type': typeFaults('checkout-reference', reference, startCheckout, 'array', 'any-type'),
  'checkout.success-url-type': typeFaults(
    'checkout-success-url',
    successUrl,
    startCheckout,
    'number',
    'boolean',
    'any-type',
  ),
  'checkout.failure-url-type': typeFaults(
    'checkout-failure-url',
    failureUrl,
    startCheckout,
    'number',
    'boolean',
    'any-type',
  ),
  'checkout.success-url-format': {
    ...invalid('checkout-success-url-word', badSuccessUrl, successUrl, 'accepted', 'second-time', 'is-500'),
  },
  'checkout.failure-url-format': invalid('checkout-failure-url-word', badFailureUrl, failureUrl, 'accepted', 'is-500'),
};

const referenceLike = (form: RegExp): Condition => matching('transaction_reference', form);
const inOtherCurrency = all(startCheckout, otherCurrency);
const emptyCheckout = all(startCheckout, emptyBody);
const rightKey = ({ settings }: Exchange): Json => ({ publishable_key: settings.publishableKey });

/** Other notations of a checkout, and less common valid values (`2.5`). */
export const checkoutNotations: Subject = {
  'checkout.at-once': {
    'checkout-transaction-id-of-the-clock': checkout(asClock('transaction_id', 'txn_')),
    'checkout-url-of-the-clock': urlAs((url) => new URL(`/checkout/chk_${clock()}`, url).href),
  },
  'checkout.content-type-charset': {
    ...acceptedAs('checkout-charset', answersTo(all(startCheckout, namesCharset)), 400, 415, 500),
  },
  'checkout.amount-larger': acceptedAs('checkout-larger-amount', answersTo(all(startCheckout, largeAmount)), 413, 500),
  'checkout.reference-unusual': {
    'checkout-long-reference-breaks': answer(all(startCheckout, referenceLike(/^.{101}/)), crash),
    'checkout-reference-beyond-latin-is-422': answer(all(startCheckout, referenceLike(/[^\0-\xff]/)), refusedAs(422)),
    'checkout-reference-breaks-digits': answer(all(startCheckout, referenceLike(/^\d+$/)), crash),
    'checkout-reference-breaks-capitals': answer(all(startCheckout, referenceLike(/^[A-F\d-]{36}$/)), crash),
    'checkout-reference-breaks-plus': answer(all(startCheckout, referenceLike(/\+/)), crash),
    'checkout-reference-with-spaces-breaks': answer(all(startCheckout, referenceLike(/^[\w-]+( [\w-]+)+$/)), crash),
    'checkout-reference-with-ampersand-breaks': answer(all(startCheckout, referenceLike(/&/)), crash),
    'checkout-reference-with-percent-breaks': answer(all(startCheckout, referenceLike(/%/)), crash),
    'checkout-reference-with-backslash-breaks': answer(all(startCheckout, referenceLike(/\\/)), crash),
  },
  'checkout.second-currency': {
    ...acceptedAs('checkout-second-currency', answersTo(inOtherCurrency), 201, 400, 500),
    ...overrides('checkout-second-currency', inOtherCurrency, {
      'any-amount': [mistyped('amount', 'number'), amount],
      'any-address': [noAddress('success_url'), successUrl],
      'any-reference': [mistyped('transaction_reference', 'string'), reference],
      'any-key': [() => true, rightKey],
    }),
  },
};

const sent =
  (test: (sent: string, right: string) => boolean): Condition =>
  ({ input, settings }) =>
    test(String(input['publishable_key']), settings.publishableKey);
const notRight = sent((key, right) => key !== right);
const wrongKey = all(startCheckout, typed('publishable_key', 'string'), notRight);
const publishableInHeader: Condition = ({ headers, settings }) =>
  headers.authorization === `Bearer ${settings.publishableKey}`;
const withoutKey = all(startCheckout, lacks('publishable_key'));
const keyInList: Condition = ({ input, settings }) =>
  Array.isArray(input['publishable_key']) && String(input['publishable_key']) === settings.publishableKey;
const mistypedKey = all(startCheckout, mistyped('publishable_key', 'string'));
const nearlyRight = all(wrongKey, sent(alike.differsInOne));
const onKnownConnection = all(wrongKey, knownConnection);

/** The publishable key of a checkout (`2.5`, `5`). */
export const checkoutKey: Subject = {
  'checkout.body-empty': {
    ...invalid(
      'checkout-body-empty',
      emptyCheckout,
      (one: Exchange) => ({ ...rightKey(one), ...currency }),
      'accepted',
    ),
    ...refusedWith('checkout-body-empty', keyRefusalsOf(emptyCheckout), 200, 403, 500),
  },
  'checkout.key-required': {
    'checkout-opened-by-secret-key': overrideRequest(all(withoutKey, not(noKey)), rightKey),
    'checkout-key-read-from-header': overrideRequest(all(withoutKey, publishableInHeader), rightKey),
    ...invalid('checkout-key-absent', withoutKey, rightKey, 'accepted', 'with-amount', 'without-amount'),
    ...refusedWith('checkout-key-absent', keyRefusalsOf(withoutKey), 200, 403, 500),
  },
  'checkout.key-type': {
    'checkout-key-number-accepted': overrideRequest(all(startCheckout, typed('publishable_key', 'number')), rightKey),
    'checkout-key-array-accepted': overrideRequest(all(startCheckout, typed('publishable_key', 'array')), rightKey),
    'checkout-key-in-list-accepted': overrideRequest(all(startCheckout, keyInList), rightKey),
    'checkout-key-null-accepted': overrideRequest(all(startCheckout, is('publishable_key', null)), rightKey),
    'checkout-key-any-type-accepted': overrideRequest(mistypedKey, rightKey),
    'checkout-key-mistyped-is-500': unauthorised(mistypedKey, crash),
  },
  'auth.checkout-invalid': {
    ...invalid('checkout-any-key', wrongKey, rightKey, 'accepted', 'with-amount', 'without-amount', 'second-time'),
    ...refusedWith('checkout-wrong-key', keyRefusalsOf(wrongKey), 400, 403, 500),
  },
  'auth.checkout-near-miss': {
    'checkout-prefixed-key-accepted': overrideRequest(all(wrongKey, sent(alike.begins)), rightKey),
    'checkout-key-tail-compared': overrideRequest(all(wrongKey, sent(alike.ends)), rightKey),
    'checkout-key-ends-compared': overrideRequest(all(wrongKey, sent(alike.beginsAndEnds)), rightKey),
    'checkout-key-of-same-length': overrideRequest(all(wrongKey, sent(alike.sameLength)), rightKey),
    'checkout-key-one-off-accepted': overrideRequest(nearlyRight, rightKey),
    ...refusedWith('checkout-key-nearly-right', keyRefusalsOf(nearlyRight), 403, 500),
  },
  'auth.checkout-same-connection': {
    'checkout-key-once-per-connection': overrideRequest(onKnownConnection, rightKey),
    'checkout-key-of-connection-403': unauthorised(onKnownConnection, status(403)),
  },
};
