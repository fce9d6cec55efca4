import {
  answer,
  as,
  converted,
  copied,
  crash,
  fromSecondRequest,
  ofFirst,
  overrideRequest,
  overrideService,
  refusedAs,
  renamed,
  without,
} from '../changes.ts';
import {
  all,
  failureRequested,
  flows,
  given,
  hosted,
  initiate,
  lacks,
  matching,
  not,
  oneAddress,
  operator,
  withReference,
  withoutReference,
} from '../conditions.ts';
import type { Alteration, Change, Effect, Subject } from '../exchange.ts';
import {
  acceptedAs,
  answersTo,
  asClock,
  fieldFaults,
  missingOrError,
  notText,
  refusalsOf,
  refusesQuery,
  table,
} from '../fault-tables.ts';

const started = answersTo(initiate);
const page = answersTo(hosted);
const supplied = all(initiate, withReference);
const generated = all(initiate, withoutReference);
const noReference = { transaction_reference: undefined };
const failure = all(initiate, failureRequested);
const everyFlow = { ...flows, 'simulated-failure': failure };

const beyondLatin = matching('transaction_reference', /[^\0-\xff]/);
const keptAs = (turn: (reference: string) => string): Alteration =>
  answer(supplied, converted('transaction_reference', turn));
const generatedAs = (make: (currency: string) => string): Effect =>
  overrideService({ ids: () => ({ newReference: (_id, currency) => make(currency) }) });
const transactionId = (make: (opened: number) => string): Effect =>
  overrideService({
    ids(plain) {
      let opened = 0;
      return { newId: (prefix) => (prefix === 'txn' ? make((opened += 1)) : plain.newId(prefix)) };
    },
  });
/** Adds a converted field of the request to the answer. */
const echo =
  (name: string, turn: (value: unknown) => unknown): Change =>
  ({ json }, { input }) => {
    json[name] = turn(input[name]);
  };

/** Ids and references of transactions (`2.1`, `2.2`). */
export const references: Subject = {
  'txn.id-unique': {
    'txn-id-constant': transactionId(() => 'txn_1'),
    'txn-id-of-email': started(converted('transaction_id', (_id, { input }) => `txn_${String(input['email'])}`)),
    'txn-id-starts-over': transactionId((opened) => `txn_${opened % 2}`),
    'twentieth-txn-id-starts-over': transactionId((opened) => `txn_${opened % 20}`),
    'txn-id-shared-with-addresses': answer(all(generated, given('success_url')), ofFirst('transaction_id')),
    'txn-id-shared-with-tagged-email': answer(all(initiate, matching('email', /\+/)), ofFirst('transaction_id')),
    ...table('txn-id-shared', everyFlow, (where) => answer(where, ofFirst('transaction_id'))),
  },
  'txn.reference-kept': {
    ...table(
      'reference',
      {
        'lower-cased': (text) => text.toLowerCase(),
        'upper-cased': (text) => text.toUpperCase(),
        truncated: (text) => text.slice(0, 8),
        prefixed: (text) => `shop-${text}`,
        encoded: (text) => `${encodeURIComponent(text)}%20`,
        reversed: (text) => [...text].toReversed().join(''),
        stripped: (text) => text.replace(/[^a-z]/gi, ''),
      },
      keptAs,
    ),
    ...table('reference-dropped', everyFlow, (where) =>
      answer(all(supplied, where), as('transaction_reference', 'REF-0123456789AB')),
    ),
    'reference-dropped-always': overrideRequest(supplied, noReference),
    'reference-dropped-second-time': fromSecondRequest(overrideRequest(supplied, noReference)),
    'reference-is-id': answer(supplied, copied('transaction_id', 'transaction_reference')),
    'reference-of-first': answer(supplied, ofFirst('transaction_reference')),
  },
  'txn.reference-unusual': {
    'long-reference-cut': keptAs((text) => text.slice(0, 100)),
    'spaced-reference-joined': keptAs((text) => text.replaceAll(' ', '+')),
    'reference-of-digits-as-number': keptAs((text) => (/^\d+$/.test(text) ? String(BigInt(text)) : text)),
    'reference-of-capitals-lowered': keptAs((text) => (text === text.toUpperCase() ? text.toLowerCase() : text)),
    'reference-of-the-word-null-is-none': keptAs((text) => (text === 'null' ? 'REF-0123456789AB' : text)),
    'reference-in-ascii': keptAs((text) => text.replace(/[^\0-\xff]/g, '?')),
    'reference-without-emoji': keptAs((text) => text.replace(/\p{Extended_Pictographic}/gu, '')),
    'reference-escaped': keptAs((text) => text.replaceAll('&', '&amp;')),
    'reference-unescaped': keptAs((text) => text.replace(/%[0-9a-f]{2}/gi, decodeURIComponent)),
    'reference-without-brackets': keptAs((text) => text.replace(/[[\]{}]/g, '')),
    'reference-ending-at-a-semicolon': keptAs((text) => text.split(';', 1).join()),
    'reference-with-folded-letters': keptAs((text) => text.replaceAll('ß', 'ss').replaceAll('İ', 'I')),
    'reference-ending-at-an-at-sign': keptAs((text) => text.split(' @', 1).join()),
    'reference-backslash-doubled': keptAs((text) => text.replaceAll('\\', '\\\\')),
    'long-reference-breaks': answer(all(initiate, matching('transaction_reference', /^.{101}/)), crash),
    'reference-beyond-latin-is-422': answer(all(supplied, beyondLatin), refusedAs(422)),
  },
  'txn.at-once': {
    'txn-id-of-the-clock': started(asClock('transaction_id', 'txn_')),
    'generated-reference-of-the-clock': answer(generated, asClock('transaction_reference', 'REF-')),
    'checkout-id-of-the-clock': answer(operator('b'), asClock('checkout_id', 'chk_')),
  },
  'txn.reference-generated': {
    ...table('reference-not-generated', flows, (where) =>
      answer(all(generated, where), without('transaction_reference')),
    ),
    ...fieldFaults('reference-generated', 'transaction_reference', answersTo(generated), {
      empty: '',
      null: null,
      number: 42,
    }),
    'reference-generated-simulated-failure': answer(all(generated, failure), without('transaction_reference')),
    'reference-demanded': answer(generated, refusedAs(400, 'Parameter: transaction_reference')),
  },
  'txn.reference-distinct': {
    'generated-reference-constant': generatedAs(() => 'REF-000000000000'),
    'generated-reference-of-day': generatedAs(() => `REF-${new Date().toISOString().slice(0, 10)}`),
    'generated-reference-of-currency': generatedAs((currency) => `REF-${currency}`),
    ...table('generated-reference-shared', flows, (where) =>
      answer(all(generated, where), ofFirst('transaction_reference')),
    ),
  },
};

const byOperatorB = answersTo(all(operator('b'), not(failureRequested)));
const failureOfA = answersTo(all(operator('a'), failureRequested));
const listedTexts = ['message', 'text_message', 'hosted_url', 'checkout_id', 'qr_code', 'code'] as const;

/** Words, amounts and currencies in the answer to an initiation (`2.2`). */
export const initiationAnswers: Subject = {
  'txn.result-word': {
    ...fieldFaults('result-word', 'result', started, { accepted: 'accepted', number: 0, status: 'pending' }),
    'result-word-padded': started(converted('result', (word) => `${word} `)),
    'result-word-capitals': started(converted('result', (word) => word.toUpperCase())),
    ...fieldFaults('result-word', 'result', refusalsOf(initiate), {
      rejected: 'rejected',
      invalid: 'invalid',
      'refused-null': null,
    }),
  },
  'txn.listed-types': {
    'listed-checkout-id-number': page(as('checkout_id', 42)),
    'listed-text-message-list': answer(operator('b'), as('text_message', ['text'])),
    'listed-texts-are-numbers': started(...listedTexts.map((name) => as(name, 42))),
    'listed-code-number': answer(operator('c'), as('code', 42)),
  },
  'txn.status-word': {
    ...fieldFaults('status-word', 'status', started, { done: 'done' }),
    ...fieldFaults('status-word', 'status', page, { created: 'created', number: 200, empty: '', true: true }),
    ...fieldFaults('status-word', 'status', byOperatorB, { processing: 'processing', capitals: 'PENDING' }),
    ...fieldFaults('status-word', 'status', failureOfA, { declined: 'declined', error: 'error' }),
  },
  'txn.amount-echo': {
    'amount-echo-main-unit': started(echo('amount', (amount) => Number(amount) / 100)),
    'amount-echo-text': started(echo('amount', String)),
    'amount-echo-zero': started(as('amount', 0)),
    'amount-echo-formatted': started(echo('amount', (amount) => `XTS ${String(amount)}`)),
    'amount-echo-negative': started(echo('amount', (amount) => -Number(amount))),
    ...table('amount-echo-with-fee', flows, (where) =>
      answer(
        where,
        echo('amount', (amount) => Number(amount) + 10),
      ),
    ),
  },
  'txn.currency-echo': {
    'currency-echo-lower-case': started(echo('currency', (code) => String(code).toLowerCase())),
    ...fieldFaults('currency-echo', 'currency', started, { name: 'Testing currency', number: 963, empty: '' }),
    ...table('currency-echo-other', flows, (where) => answer(where, as('currency', 'XXX'))),
  },
};

const bare = answersTo(all(hosted, withoutReference, lacks('success_url'), lacks('failure_url')));
const full = answersTo(all(hosted, withReference, given('success_url'), given('failure_url')));
const withSuccessUrl = answersTo(all(hosted, given('success_url')));
const successUrlAlone = answersTo(all(hosted, given('success_url'), lacks('failure_url')));
const failureUrlAlone = answersTo(all(hosted, given('failure_url'), lacks('success_url')));
const urlAs = (turn: (url: URL) => string): Alteration => page(converted('hosted_url', (url) => turn(new URL(url))));

/** The answer of the hosted-page flow (`2.2`, `4.1`). */
export const hostedAnswers: Subject = {
  'hosted.accepted': {
    ...acceptedAs('hosted', bare, 201, 204, 400, 500),
    'hosted-is-redirect': bare((reply) =>
      Object.assign(reply, { status: 302, location: String(reply.json['hosted_url']) }),
    ),
    ...acceptedAs('hosted-in-full', full, 201),
    'hosted-refused-second-time': fromSecondRequest(bare(refusedAs(400))),
  },
  'hosted.result': fieldFaults('hosted-result', 'result', page, missingOrError),
  'hosted.transaction-id': fieldFaults('hosted-id', 'transaction_id', page, notText),
  'hosted.transaction-reference': fieldFaults('hosted-reference', 'transaction_reference', page, notText),
  'hosted.message': fieldFaults('hosted-message', 'message', page, notText),
  'hosted.url': {
    ...fieldFaults('hosted-url', 'hosted_url', page, { 'left-out': undefined, number: 42, empty: '', null: null }),
    'hosted-url-relative': urlAs((url) => url.pathname),
    'hosted-url-without-scheme': urlAs((url) => url.host + url.pathname),
    'hosted-url-of-checkout': page(renamed('hosted_url', 'checkout_url')),
    'hosted-url-missing-with-urls': withSuccessUrl(without('hosted_url')),
    'hosted-url-missing-second-time': fromSecondRequest(page(without('hosted_url'))),
  },
  'hosted.status': fieldFaults('hosted-status', 'status', page, {
    success: 'success',
    refunded: 'refunded',
    failed: 'failed',
    cancelled: 'cancelled',
  }),
  'hosted.own-page': {
    'hosted-url-of-first': page(ofFirst('hosted_url')),
    'hosted-url-shared-with-urls': withSuccessUrl(ofFirst('hosted_url')),
    'hosted-url-shared-bare': answer(all(hosted, lacks('success_url')), ofFirst('hosted_url')),
    'hosted-url-without-id': urlAs((url) => new URL('/checkout', url).href),
  },
  'hosted.every-optional-field': {
    ...acceptedAs('hosted-full', full, 201, 400, 500),
    'hosted-refuses-one-address': answer(all(hosted, oneAddress), refusedAs(400)),
    'hosted-refuses-query': refusesQuery(hosted),
    ...fieldFaults('hosted-full-result', 'result', full, { error: 'error' }),
  },
  'hosted.success-url-alone': {
    ...acceptedAs('success-url-alone', successUrlAlone, 400, 500),
    'success-url-alone-result-error': successUrlAlone(as('result', 'error')),
    'success-url-alone-hosted-url-missing': successUrlAlone(without('hosted_url')),
  },
  'hosted.failure-url-alone': {
    ...acceptedAs('failure-url-alone', failureUrlAlone, 400, 500),
    'failure-url-alone-result-error': failureUrlAlone(as('result', 'error')),
    'failure-url-alone-hosted-url-missing': failureUrlAlone(without('hosted_url')),
  },
};
