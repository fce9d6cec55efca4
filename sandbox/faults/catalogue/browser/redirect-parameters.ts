import { parameter, parameterInFragment, parameterOfFirst, parameterEncoded } from '../../changes.ts';
import { fieldFaults, redirectsOf } from '../../answer-faults.ts';
import type { Alteration, Entry, Exchange, Subject } from '../../exchange.ts';
import { addressAlone, all, ended, referenceGenerated, startedBy } from '../../places.ts';

const started = redirectsOf('', startedBy('initiation'));
const unpaid = redirectsOf('after a failure', all(started.where, ended('failed')));
const paidAlone = redirectsOf(
  'after a success without failure_url',
  all(started.where, ended('success'), addressAlone),
);
const unpaidAlone = redirectsOf('after a failure without success_url', all(unpaid.where, addressAlone));
const generated = redirectsOf('of a generated reference', all(started.where, referenceGenerated));

const parameterAs = (name: string, make: (value: string, exchange: Exchange) => string | undefined): Alteration =>
  started.changed(parameter(name, make));
const reference = (write: (value: string) => string): Alteration =>
  started.changed(parameterEncoded('transaction_reference', write));
const inFragment = (name: string): Entry => [
  `puts ${name} into the fragment of the redirect`,
  started.changed(parameterInFragment(name)),
];
const ofFirst = (name: string): Entry => [
  `sends the ${name} of the first payment with every redirect`,
  started.changed(parameterOfFirst(name)),
];
const encoded = encodeURIComponent;

/** The ids and the reference in the redirect to the merchant (`2.3`). */
export const redirectParameters: Subject = {
  'redirect.checkout-id': {
    ...fieldFaults('redirect-checkout-id', 'checkout_id', started, {
      'left-out': undefined,
      empty: '',
      null: 'null',
      undefined: 'undefined',
    }),
    'redirect-checkout-id-in-fragment': inFragment('checkout_id'),
    ...fieldFaults('redirect-success-alone', 'checkout_id', paidAlone, { 'without-checkout-id': undefined }),
    ...fieldFaults('redirect-failure-alone', 'checkout_id', unpaidAlone, { 'without-checkout-id': undefined }),
  },
  'redirect.own-checkout-id': {
    ...fieldFaults('redirect-checkout-id', 'checkout_id', started, { constant: 'chk_1' }),
    'redirect-checkout-id-of-first': ofFirst('checkout_id'),
    'redirect-failure-checkout-id-of-first': [
      'sends the checkout_id of the first failed payment with every redirect after a failure',
      unpaid.changed(parameterOfFirst('checkout_id')),
    ],
  },
  'redirect.transaction-id': {
    ...fieldFaults('redirect-transaction-id', 'transaction_id', started, { 'left-out': undefined, constant: 'txn_1' }),
    ...fieldFaults('redirect-transaction-id', 'transaction_id', unpaid, { 'missing-after-failure': undefined }),
    'redirect-transaction-id-in-fragment': inFragment('transaction_id'),
    ...fieldFaults('redirect-success-alone', 'transaction_id', paidAlone, { 'without-transaction-id': undefined }),
    ...fieldFaults('redirect-failure-alone', 'transaction_id', unpaidAlone, { 'without-transaction-id': undefined }),
    'redirect-transaction-id-of-first': ofFirst('transaction_id'),
    'redirect-transaction-id-is-checkout-id': [
      'sends the checkout id as transaction_id',
      parameterAs('transaction_id', (_id, { transaction }) => transaction?.checkoutId),
    ],
    'redirect-transaction-id-truncated': [
      'truncates the transaction_id of the redirect',
      parameterAs('transaction_id', (id) => id.slice(0, 8)),
    ],
  },
  'redirect.transaction-reference': {
    ...fieldFaults('redirect-transaction-reference', 'transaction_reference', started, { 'left-out': undefined }),
    ...fieldFaults('redirect-transaction-reference', 'transaction_reference', unpaid, {
      'missing-after-failure': undefined,
    }),
    'redirect-transaction-reference-in-fragment': inFragment('transaction_reference'),
    'redirect-reference-of-first': ofFirst('transaction_reference'),
    'redirect-reference-is-id': [
      'sends the transaction id as transaction_reference',
      parameterAs('transaction_reference', (_reference, { transaction }) => transaction?.transactionId),
    ],
    'redirect-reference-truncated': [
      'truncates the transaction_reference of the redirect',
      parameterAs('transaction_reference', (text) => text.slice(0, 4)),
    ],
    ...fieldFaults('redirect-reference', 'transaction_reference', started, { other: 'REF-0123456789AB' }),
  },
  'redirect.reference-generated': fieldFaults('redirect-generated-reference', 'transaction_reference', generated, {
    missing: undefined,
    empty: '',
    another: 'REF-0123456789AB',
  }),
  'redirect.reference-encoded': {
    'redirect-reference-unencoded': ['does not encode the reference', reference((text) => text)],
    'redirect-reference-encoded-twice': ['encodes the reference twice', reference((text) => encoded(encoded(text)))],
    'redirect-reference-plus-unencoded': [
      'does not encode a plus in the reference',
      reference((text) => encoded(text).replaceAll('%2B', '+')),
    ],
    'redirect-reference-ampersand-unencoded': [
      'does not encode an ampersand in the reference',
      reference((text) => encoded(text).replaceAll('%26', '&')),
    ],
    'redirect-reference-ascii-only': [
      'replaces every non-ASCII letter of the reference by a question mark',
      reference((text) => encoded(text.replace(/[^ -~]/g, '?'))),
    ],
    'redirect-reference-special-dropped': [
      'drops every special character of the reference',
      reference((text) => text.replace(/[^\w-]/g, '')),
    ],
  },
};
