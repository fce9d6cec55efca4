import { mended, answer, secondTime, without, as, turned, ofFirst, body, refusedAs } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, initiate, given, lacks, hosted, operator, askedToFail } from '../../places.ts';

const referred = all(initiate, given('transaction_reference'));
const unreferred = all(initiate, lacks('transaction_reference'));
const dropped = as('transaction_reference', 'REF-0123456789AB');

/** Ids and references of transactions (`2.1`, `2.2`). */
export const references = {
  'txn.id-unique': {
    'txn-id-constant': 'gives every transaction the same id',
    'txn-id-of-email': [
      'makes the transaction id of the e-mail address',
      answer(
        initiate,
        turned('transaction_id', (_id, { asked }) => `txn_${String(asked['email'])}`),
      ),
    ],
    'txn-id-starts-over': 'starts counting transaction ids over after two',
    'txn-id-shared-hosted': ['gives every hosted payment the same id', answer(hosted, ofFirst('transaction_id'))],
    'txn-id-shared-operator-a': [
      'gives every transaction of operator A the same id',
      answer(operator('a'), ofFirst('transaction_id')),
    ],
    'txn-id-shared-operator-b': [
      'gives every transaction of operator B the same id',
      answer(operator('b'), ofFirst('transaction_id')),
    ],
    'txn-id-shared-operator-c': [
      'gives every transaction of operator C the same id',
      answer(operator('c'), ofFirst('transaction_id')),
    ],
    'txn-id-shared-simulated-failure': [
      'gives every simulated failure the same id',
      answer(all(initiate, askedToFail), ofFirst('transaction_id')),
    ],
  },
  'txn.reference-kept': {
    'reference-lower-cased': [
      'lower-cases a supplied reference',
      answer(
        referred,
        turned('transaction_reference', (value) => value.toLowerCase()),
      ),
    ],
    'reference-upper-cased': [
      'upper-cases a supplied reference',
      answer(
        referred,
        turned('transaction_reference', (value) => value.toUpperCase()),
      ),
    ],
    'reference-truncated': [
      'keeps only eight characters of a supplied reference',
      answer(
        referred,
        turned('transaction_reference', (value) => value.slice(0, 8)),
      ),
    ],
    'reference-prefixed': [
      'puts the name of the merchant before a supplied reference',
      answer(
        referred,
        turned('transaction_reference', (value) => `shop-${value}`),
      ),
    ],
    'reference-encoded': [
      'encodes a supplied reference',
      answer(
        referred,
        turned('transaction_reference', (value) => `${encodeURIComponent(value)}%20`),
      ),
    ],
    'reference-reversed': [
      'reverses a supplied reference',
      answer(
        referred,
        turned('transaction_reference', (value) => [...value].toReversed().join('')),
      ),
    ],
    'reference-stripped': [
      'keeps only letters of a supplied reference',
      answer(
        referred,
        turned('transaction_reference', (value) => value.replace(/[^a-z]/gi, '')),
      ),
    ],
    'reference-dropped-hosted': ['replaces the reference for the hosted page', answer(all(referred, hosted), dropped)],
    'reference-dropped-operator-a': [
      'replaces the reference for operator A',
      answer(all(referred, operator('a')), dropped),
    ],
    'reference-dropped-operator-b': [
      'replaces the reference for operator B',
      answer(all(referred, operator('b')), dropped),
    ],
    'reference-dropped-operator-c': [
      'replaces the reference for operator C',
      answer(all(referred, operator('c')), dropped),
    ],
    'reference-dropped-simulated-failure': [
      'replaces the reference in a simulated failure',
      answer(all(referred, askedToFail), dropped),
    ],
    'reference-dropped-always': [
      'ignores the supplied reference',
      mended(referred, { transaction_reference: undefined }),
    ],
    'reference-dropped-second-time': [
      'ignores every supplied reference but the first',
      secondTime(mended(referred, { transaction_reference: undefined })),
    ],
    'reference-is-id': [
      'answers the transaction id as the reference',
      answer(
        referred,
        body((json) => ({ ...json, transaction_reference: json['transaction_id'] })),
      ),
    ],
    'reference-of-first': [
      'answers the first reference for every transaction',
      answer(referred, ofFirst('transaction_reference')),
    ],
  },
  'txn.reference-generated': {
    'reference-not-generated-hosted': [
      'makes up no reference for the hosted page',
      answer(all(unreferred, hosted), without('transaction_reference')),
    ],
    'reference-not-generated-operator-a': [
      'makes up no reference for operator A',
      answer(all(unreferred, operator('a')), without('transaction_reference')),
    ],
    'reference-not-generated-operator-b': [
      'makes up no reference for operator B',
      answer(all(unreferred, operator('b')), without('transaction_reference')),
    ],
    'reference-not-generated-operator-c': [
      'makes up no reference for operator C',
      answer(all(unreferred, operator('c')), without('transaction_reference')),
    ],
    'reference-generated-empty': ['makes up an empty reference', answer(unreferred, as('transaction_reference', ''))],
    'reference-generated-null': [
      'answers null for the reference it should make up',
      answer(unreferred, as('transaction_reference', null)),
    ],
    'reference-generated-number': [
      'makes up a reference that is a number',
      answer(unreferred, as('transaction_reference', 42)),
    ],
    'reference-generated-simulated-failure': [
      'makes up no reference for a simulated failure',
      answer(all(unreferred, askedToFail), without('transaction_reference')),
    ],
    'reference-demanded': [
      'refuses an initiation without reference',
      answer(unreferred, refusedAs(400, 'Parameter: transaction_reference')),
    ],
  },
  'txn.reference-distinct': {
    'generated-reference-constant': 'makes up the same reference every time',
    'generated-reference-of-day': 'makes up a reference of the day',
    'generated-reference-of-currency': 'makes up a reference of the currency',
    'generated-reference-shared-hosted': [
      'makes up the same reference every time for the hosted page',
      answer(all(unreferred, hosted), ofFirst('transaction_reference')),
    ],
    'generated-reference-shared-operator-a': [
      'makes up the same reference every time for operator A',
      answer(all(unreferred, operator('a')), ofFirst('transaction_reference')),
    ],
    'generated-reference-shared-operator-b': [
      'makes up the same reference every time for operator B',
      answer(all(unreferred, operator('b')), ofFirst('transaction_reference')),
    ],
    'generated-reference-shared-operator-c': [
      'makes up the same reference every time for operator C',
      answer(all(unreferred, operator('c')), ofFirst('transaction_reference')),
    ],
  },
} satisfies Subject;
