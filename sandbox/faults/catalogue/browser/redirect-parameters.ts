import { departure, parameter, parameterOfFirst, parameterInFragment, written } from '../../changes.ts';
import type { Change, Subject } from '../../exchange.ts';
import { all, startedBy, ended, referenceGenerated } from '../../places.ts';

const started = startedBy('initiation');
const unpaid = all(started, ended('failed'));
const generated = all(started, referenceGenerated);
const lost = (name: string): Change => parameter(name, () => undefined);
const sent = (name: string, value: string): Change => parameter(name, () => value);

/** The ids and the reference on the way back to the merchant (`2.3`). */
export const redirectParameters = {
  'redirect.checkout-id': {
    'redirect-checkout-id-left-out': [
      'leaves checkout_id out of the redirect',
      departure(started, lost('checkout_id')),
    ],
    'redirect-checkout-id-empty': [
      'leaves checkout_id of the redirect empty',
      departure(started, sent('checkout_id', '')),
    ],
    'redirect-checkout-id-in-fragment': [
      'puts checkout_id into the fragment of the redirect',
      departure(started, parameterInFragment('checkout_id')),
    ],
  },
  'redirect.own-checkout-id': {
    'redirect-checkout-id-constant': [
      'sends the same checkout_id with every redirect',
      departure(started, sent('checkout_id', 'chk_1')),
    ],
    'redirect-checkout-id-of-first': [
      'sends the checkout_id of the first payment with every redirect',
      departure(started, parameterOfFirst('checkout_id')),
    ],
  },
  'redirect.transaction-id': {
    'redirect-transaction-id-left-out': [
      'leaves transaction_id out of the redirect',
      departure(started, lost('transaction_id')),
    ],
    'redirect-transaction-id-in-fragment': [
      'puts transaction_id into the fragment of the redirect',
      departure(started, parameterInFragment('transaction_id')),
    ],
    'redirect-transaction-id-missing-after-failure': [
      'leaves transaction_id out of the redirect after a failure',
      departure(unpaid, lost('transaction_id')),
    ],
    'redirect-transaction-id-constant': [
      'sends the same transaction_id with every redirect',
      departure(started, sent('transaction_id', 'txn_1')),
    ],
    'redirect-transaction-id-of-first': [
      'sends the transaction_id of the first payment with every redirect',
      departure(started, parameterOfFirst('transaction_id')),
    ],
    'redirect-transaction-id-is-checkout-id': [
      'sends the checkout id as transaction_id',
      departure(
        started,
        parameter('transaction_id', (_id, { transaction }) => transaction?.checkoutId),
      ),
    ],
    'redirect-transaction-id-truncated': [
      'cuts the transaction_id of the redirect short',
      departure(
        started,
        parameter('transaction_id', (id) => id.slice(0, 8)),
      ),
    ],
  },
  'redirect.transaction-reference': {
    'redirect-transaction-reference-left-out': [
      'leaves transaction_reference out of the redirect',
      departure(started, lost('transaction_reference')),
    ],
    'redirect-transaction-reference-in-fragment': [
      'puts transaction_reference into the fragment of the redirect',
      departure(started, parameterInFragment('transaction_reference')),
    ],
    'redirect-transaction-reference-missing-after-failure': [
      'leaves transaction_reference out of the redirect after a failure',
      departure(unpaid, lost('transaction_reference')),
    ],
    'redirect-reference-of-first': [
      'sends the transaction_reference of the first payment with every redirect',
      departure(started, parameterOfFirst('transaction_reference')),
    ],
    'redirect-reference-is-id': [
      'sends the transaction id as transaction_reference',
      departure(
        started,
        parameter('transaction_reference', (_id, { transaction }) => transaction?.transactionId),
      ),
    ],
    'redirect-reference-truncated': [
      'cuts the transaction_reference of the redirect short',
      departure(
        started,
        parameter('transaction_reference', (reference) => reference.slice(0, 4)),
      ),
    ],
    'redirect-reference-other': [
      'sends a reference of its own with the redirect',
      departure(started, sent('transaction_reference', 'REF-0123456789AB')),
    ],
  },
  'redirect.reference-generated': {
    'redirect-generated-reference-missing': [
      'leaves a generated reference out of the redirect',
      departure(generated, lost('transaction_reference')),
    ],
    'redirect-generated-reference-empty': [
      'leaves a generated reference empty in the redirect',
      departure(generated, sent('transaction_reference', '')),
    ],
    'redirect-generated-reference-another': [
      'makes up another reference for the redirect',
      departure(generated, sent('transaction_reference', 'REF-0123456789AB')),
    ],
  },
  'redirect.reference-encoded': {
    'redirect-reference-unencoded': [
      'does not encode the reference',
      departure(
        started,
        written('transaction_reference', (value) => value),
      ),
    ],
    'redirect-reference-encoded-twice': [
      'encodes the reference twice',
      departure(
        started,
        written('transaction_reference', (value) => encodeURIComponent(encodeURIComponent(value))),
      ),
    ],
    'redirect-reference-plus-unencoded': [
      'does not encode a plus in the reference',
      departure(
        started,
        written('transaction_reference', (value) => encodeURIComponent(value).replaceAll('%2B', '+')),
      ),
    ],
    'redirect-reference-ampersand-unencoded': [
      'does not encode an ampersand in the reference',
      departure(
        started,
        written('transaction_reference', (value) => encodeURIComponent(value).replaceAll('%26', '&')),
      ),
    ],
    'redirect-reference-ascii-only': [
      'writes a question mark for every letter beyond ASCII',
      departure(
        started,
        written('transaction_reference', (value) => encodeURIComponent(value.replace(/[^ -~]/g, '?'))),
      ),
    ],
    'redirect-reference-special-dropped': [
      'drops every special character of the reference',
      departure(
        started,
        written('transaction_reference', (value) => value.replace(/[^\w-]/g, '')),
      ),
    ],
  },
} satisfies Subject;
