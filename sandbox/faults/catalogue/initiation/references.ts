import {
  answer,
  as,
  body,
  crash,
  inService,
  readsAs,
  ofFirst,
  refusedAs,
  secondTime,
  converted,
  without,
} from '../../changes.ts';
import { answersTo, fieldFaults } from '../../answer-faults.ts';
import { flows, perPlace, type Place } from '../../named-places.ts';
import type { Alteration, Effect, Subject } from '../../exchange.ts';
import { all, failureRequested, given, initiate, lacks, matching, operator } from '../../places.ts';

const withReference = all(initiate, given('transaction_reference'));
const withoutReference = all(initiate, lacks('transaction_reference'));
const ownReference = as('transaction_reference', 'REF-0123456789AB');
const failure = { 'simulated-failure': { what: 'a simulated failure', where: all(initiate, failureRequested) } };

const keptAs = (turn: (reference: string) => string): Alteration =>
  answer(withReference, converted('transaction_reference', turn));
const generatedAs = (make: (currency: string) => string): Effect =>
  inService({ ids: () => ({ newReference: (_id, currency) => make(currency) }) });
const transactionId = (make: (opened: number) => string): Effect =>
  inService({
    ids(plain) {
      let opened = 0;
      return { newId: (prefix) => (prefix === 'txn' ? make((opened += 1)) : plain.newId(prefix)) };
    },
  });
const longReference = all(initiate, matching('transaction_reference', /^.{101}/));
const withoutLeadingZeros = (text: string): string => (/^\d+$/.test(text) ? String(BigInt(text)) : text);
/** The same value for all requests within twenty milliseconds. */
const clock = (): number => Math.floor(Date.now() / 20);
const repeatsFirst = (field: string, { where }: Place): Alteration => answer(where, ofFirst(field));

/** Requests of one kind, in any flow. */
const kinds = {
  addresses: { what: 'with addresses', where: all(initiate, given('success_url'), lacks('transaction_reference')) },
  'tagged-email': { what: 'with a tag in its email', where: all(initiate, matching('email', /\+/)) },
};

/** Ids and references of transactions (`2.1`, `2.2`). */
export const references: Subject = {
  'txn.id-unique': {
    'txn-id-constant': ['gives every transaction the same id', transactionId(() => 'txn_1')],
    'txn-id-of-email': [
      'derives the transaction id from the e-mail address',
      answersTo('', initiate).changed(converted('transaction_id', (_id, { input }) => `txn_${String(input['email'])}`)),
    ],
    'txn-id-starts-over': ['repeats transaction ids after two', transactionId((opened) => `txn_${opened % 2}`)],
    ...perPlace('txn-id-shared-with', kinds, (place) => [
      `gives every transaction ${place.what} the same id`,
      repeatsFirst('transaction_id', place),
    ]),
    ...perPlace('txn-id-shared', { ...flows, ...failure }, (place) => [
      `gives every transaction of ${place.what} the same id`,
      repeatsFirst('transaction_id', place),
    ]),
  },
  'txn.reference-kept': {
    'reference-lower-cased': ['lower-cases a supplied reference', keptAs((text) => text.toLowerCase())],
    'reference-upper-cased': ['upper-cases a supplied reference', keptAs((text) => text.toUpperCase())],
    'reference-truncated': ['keeps only eight characters of a supplied reference', keptAs((text) => text.slice(0, 8))],
    'reference-prefixed': ['adds a prefix to a supplied reference', keptAs((text) => `shop-${text}`)],
    'reference-encoded': ['encodes a supplied reference', keptAs((text) => `${encodeURIComponent(text)}%20`)],
    'reference-reversed': ['reverses a supplied reference', keptAs((text) => [...text].toReversed().join(''))],
    'reference-stripped': [
      'keeps only letters of a supplied reference',
      keptAs((text) => text.replace(/[^a-z]/gi, '')),
    ],
    ...perPlace('reference-dropped', { ...flows, ...failure }, ({ what, where }) => [
      `replaces the reference for ${what}`,
      answer(all(withReference, where), ownReference),
    ]),
    'reference-dropped-always': [
      'ignores the supplied reference',
      readsAs(withReference, { transaction_reference: undefined }),
    ],
    'reference-dropped-second-time': [
      'ignores every supplied reference but the first',
      secondTime(readsAs(withReference, { transaction_reference: undefined })),
    ],
    'reference-is-id': [
      'returns the transaction id as the reference',
      answersTo('', withReference).changed(
        body((json) => ({ ...json, transaction_reference: json['transaction_id'] })),
      ),
    ],
    'reference-of-first': [
      'returns the first reference for every transaction',
      answer(withReference, ofFirst('transaction_reference')),
    ],
  },
  'txn.reference-unusual': {
    'long-reference-cut': ['truncates a long reference', keptAs((text) => text.slice(0, 100))],
    'spaced-reference-joined': [
      'replaces the spaces of a reference by plus signs',
      keptAs((text) => text.replaceAll(' ', '+')),
    ],
    'reference-of-digits-as-number': ['reads a reference of digits as a number', keptAs(withoutLeadingZeros)],
    'reference-of-capitals-lowered': [
      'writes a reference of capital letters and digits in lower case',
      keptAs((text) => (text === text.toUpperCase() ? text.toLowerCase() : text)),
    ],
    'reference-in-ascii': [
      'replaces non-Latin letters of a reference by question marks',
      keptAs((text) => text.replace(/[^\0-\xff]/g, '?')),
    ],
    'reference-without-emoji': [
      'removes emojis from a reference',
      keptAs((text) => text.replace(/\p{Extended_Pictographic}/gu, '')),
    ],
    'reference-escaped': ['escapes the ampersand of a reference', keptAs((text) => text.replaceAll('&', '&amp;'))],
    'reference-unescaped': [
      'decodes the percent escapes of a reference',
      keptAs((text) => text.replace(/%[0-9a-f]{2}/gi, decodeURIComponent)),
    ],
    'reference-backslash-doubled': [
      'doubles the backslash of a reference',
      keptAs((text) => text.replaceAll('\\', '\\\\')),
    ],
    'long-reference-breaks': ['breaks on a reference of more than 100 letters', answer(longReference, crash)],
    'reference-beyond-latin-is-422': [
      'refuses a reference with non-Latin letters with HTTP 422',
      answer(all(initiate, matching('transaction_reference', /[^\0-\xff]/)), refusedAs(422)),
    ],
  },
  'txn.at-once': {
    'txn-id-of-the-clock': [
      'derives transaction ids from the time',
      answersTo('', initiate).changed(converted('transaction_id', () => `txn_${clock()}`)),
    ],
    'generated-reference-of-the-clock': [
      'derives generated references from the time',
      answer(
        withoutReference,
        converted('transaction_reference', () => `REF-${clock()}`),
      ),
    ],
    'checkout-id-of-the-clock': [
      'derives checkout ids of operator B from the time',
      answer(
        operator('b'),
        converted('checkout_id', () => `chk_${clock()}`),
      ),
    ],
  },
  'txn.reference-generated': {
    ...perPlace('reference-not-generated', flows, ({ what, where }) => [
      `generates no reference for ${what}`,
      answer(all(withoutReference, where), without('transaction_reference')),
    ]),
    ...fieldFaults(
      'reference-generated',
      'transaction_reference',
      answersTo('the answer to an initiation without one', withoutReference),
      {
        empty: '',
        null: null,
        number: 42,
      },
    ),
    ...perPlace('reference-generated', failure, ({ what, where }) => [
      `generates no reference for ${what}`,
      answer(all(withoutReference, where), without('transaction_reference')),
    ]),
    'reference-demanded': [
      'refuses an initiation without reference',
      answer(withoutReference, refusedAs(400, 'Parameter: transaction_reference')),
    ],
  },
  'txn.reference-distinct': {
    'generated-reference-constant': ['generates the same reference every time', generatedAs(() => 'REF-000000000000')],
    'generated-reference-of-day': [
      'derives generated references from the date',
      generatedAs(() => `REF-${new Date().toISOString().slice(0, 10)}`),
    ],
    'generated-reference-of-currency': [
      'derives generated references from the currency',
      generatedAs((currency) => `REF-${currency}`),
    ],
    ...perPlace('generated-reference-shared', flows, ({ what, where }) => [
      `generates the same reference every time for ${what}`,
      answer(all(withoutReference, where), ofFirst('transaction_reference')),
    ]),
  },
};
