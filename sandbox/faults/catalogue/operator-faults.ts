import {
  answer,
  as,
  body,
  converted,
  copied,
  fromSecondRequest,
  numbered,
  ofFirst,
  overrideRequest,
  refusedAs,
  renamed,
  status,
  without,
} from '../changes.ts';
import { all, failureRequested, given, is, lacks, not, operator } from '../conditions.ts';
import type { Alteration, Entries, Subject } from '../exchange.ts';
import { acceptedAs, answersTo, fieldFaults, invalid, missingOrError, notText, refusesQuery } from '../fault-tables.ts';

const missing = { missing: undefined };
const noText = { missing: undefined, empty: '', placeholder: 'null' };
const successOf = (letter: 'a' | 'b' | 'c') => all(operator(letter), not(failureRequested));
const failureOf = (letter: 'a' | 'b' | 'c') => all(operator(letter), failureRequested);

const notAsked = lacks('requested_response');
const success = answersTo(successOf('a'));
const failure = answersTo(failureOf('a'));
const unasked = all(operator('a'), lacks('requested_response'));
const succeed = { requested_response: 'success' };
const message = (turn: (text: string) => string): Alteration => success(converted('message', turn));
const plain = (turn: (text: string) => string): Alteration => success(converted('text_message', turn));

/** Operator A and its dummy answers (`2.4`, `4.1`). */
export const operatorA: Subject = {
  'operator-a-success.accepted': {
    ...acceptedAs('a-success', success, 201, 400, 500),
    'a-success-refused-with-query': refusesQuery(successOf('a')),
  },
  'operator-a-success.result': fieldFaults('a-success-result', 'result', success, missingOrError),
  'operator-a-success.status': fieldFaults('a-success-status', 'status', success, {
    missing: undefined,
    pending: 'pending',
    failed: 'failed',
    completed: 'completed',
    capitals: 'SUCCESS',
  }),
  'operator-a-success.transaction-id': fieldFaults('a-success-id', 'transaction_id', success, noText),
  'operator-a-success.transaction-reference': {
    ...fieldFaults('a-success-reference', 'transaction_reference', success, noText),
  },
  'operator-a-success.message-html': {
    'a-success-message-plain': success(copied('text_message', 'message')),
    'a-success-message-without-bold': message((text) => text.replace(/<\/?b>/g, '')),
    'a-success-message-without-breaks': message((text) => text.replaceAll('<br>', ' ')),
    'a-success-message-escaped': message((text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
    'a-success-message-markdown': message((text) => text.replace(/<\/?b>/g, '**').replaceAll('<br>', '\n')),
    ...fieldFaults('a-success-message', 'message', success, noText),
  },
  'operator-a-success.text-message': fieldFaults('a-success-text', 'text_message', success, notText),
  'operator-a-success.text-plain': {
    'a-success-text-markup': success(copied('message', 'text_message')),
    'a-success-text-breaks': success(
      body((json) => ({ ...json, text_message: String(json['message']).replace(/<\/?b>/g, '') })),
    ),
    'a-success-text-bold': plain((text) => `<b>${text}</b>`),
    'a-success-text-other': success(as('text_message', 'Thank you for shopping.')),
    'a-success-text-truncated': plain((text) => text.slice(0, 12)),
    'a-success-text-of-another-reference': plain((text) => text.replace(/Reference: .{6}/, 'Reference: ABCDEF')),
    'a-success-text-without-reference': plain((text) => text.replace(/Reference: \S+/, '')),
    'a-success-text-one-word-lost': plain((text) => text.replace(' no ', ' ')),
    'a-success-message-other-reference': message((text) => text.replace(/Reference: <b>.{6}/, 'Reference: <b>ABCDEF')),
    'a-success-text-entities': plain((text) => text.replaceAll(' ', '&nbsp;')),
  },
  'operator-a-failure.accepted': {
    ...acceptedAs('a-failure', failure, 201, 400, 500),
    'a-failure-is-402': failure(status(402)),
    'a-failure-refused-with-query': refusesQuery(failureOf('a')),
  },
  'operator-a-failure.result': fieldFaults('a-failure-result', 'result', failure, { ...missing, success: 'success' }),
  'operator-a-failure.transaction-id': fieldFaults('a-failure-id', 'transaction_id', failure, noText),
  'operator-a-failure.transaction-reference': {
    ...fieldFaults('a-failure-reference', 'transaction_reference', failure, noText),
  },
  'operator-a-failure.message': {
    ...fieldFaults('a-failure-message', 'message', failure, noText),
    'a-failure-message-success': failure(as('message', 'The transaction was successful.')),
  },
  'operator-a-failure.checkout-id': fieldFaults('a-failure-checkout-id', 'checkout_id', failure, notText),
  'operator-a-failure.own-checkout-id': {
    'a-failure-checkout-id-constant': failure(as('checkout_id', 'chk_1')),
    'a-failure-checkout-id-of-first': failure(ofFirst('checkout_id')),
    'a-failure-checkout-id-starts-over': failure(numbered('checkout_id', 'chk_', 0, 3)),
  },
  'operator-a-failure.status': {
    ...fieldFaults('a-failure-status', 'status', failure, { success: 'success', refunded: 'refunded' }),
    'a-failure-ignored': overrideRequest(failureOf('a'), succeed),
  },
  'operator-a.requested-response-required': {
    ...invalid(
      'a-response-absent',
      unasked,
      succeed,
      'accepted',
      'with-reference',
      'without-reference',
      'is-200',
      'is-422',
      'is-500',
    ),
    'a-response-empty-accepted': overrideRequest(all(operator('a'), is('requested_response', '')), succeed),
    'a-response-absent-fails': overrideRequest(unasked, { requested_response: 'failed' }),
  },
};

/** Requests that operator B or C refuses or answers with another status. */
function accepted(letter: 'b' | 'c'): Entries {
  const where = successOf(letter);
  const needed = refusedAs(400, 'Parameter: requested_response');
  return {
    ...acceptedAs(`${letter}-answer`, answersTo(where), 201, 500),
    [`${letter}-answer-refused-with-query`]: refusesQuery(where),
    [`${letter}-refused-with-response`]: answer(all(where, given('requested_response')), refusedAs(400)),
    [`${letter}-refused-without-response`]: answer(all(where, lacks('requested_response')), needed),
    [`${letter}-refused-second-time`]: fromSecondRequest(answer(where, refusedAs(400))),
  };
}

/** The fields that the answers of both operators have. */
function commonFields(letter: 'b' | 'c'): Subject {
  const answers = answersTo(successOf(letter));
  const reference = fieldFaults(`${letter}-answer-reference`, 'transaction_reference', answers, noText);
  return {
    [`operator-${letter}.accepted`]: accepted(letter),
    [`operator-${letter}.result`]: {
      ...fieldFaults(`${letter}-answer-result`, 'result', answers, { ...missingOrError, pending: 'pending' }),
    },
    [`operator-${letter}.transaction-id`]: fieldFaults(`${letter}-answer-id`, 'transaction_id', answers, noText),
    [`operator-${letter}.transaction-reference`]: reference,
    [`operator-${letter}.message`]: fieldFaults(`${letter}-message`, 'message', answers, noText),
  };
}

const byB = answersTo(successOf('b'));
const failureOfB = answersTo(failureOf('b'));

const ofPhone = converted('checkout_id', (_id, { input }) => `chk_${String(input['mobile_money_number'])}`);

/** Operator B, whose customer approves on the phone (`2.4`, `4.1`). */
export const operatorB: Subject = {
  ...commonFields('b'),
  'operator-b.checkout-id': {
    ...fieldFaults('b-checkout-id', 'checkout_id', byB, notText),
    'b-checkout-id-with-response-only': answer(all(successOf('b'), notAsked), without('checkout_id')),
  },
  'operator-b.status': {
    ...fieldFaults('b-status', 'status', byB, { failed: 'failed', cancelled: 'cancelled', refunded: 'refunded' }),
    'b-status-reversed-with-response': answer(
      all(successOf('b'), given('requested_response')),
      as('status', 'reversed'),
    ),
  },
  'operator-b.own-checkout-id': {
    'b-checkout-id-constant': byB(as('checkout_id', 'chk_1')),
    'b-checkout-id-of-first': byB(ofFirst('checkout_id')),
    'b-checkout-id-starts-over': byB(numbered('checkout_id', 'chk_', 0, 5)),
    'b-checkout-id-of-phone': byB(ofPhone),
  },
  'operator-b.simulated-failure': {
    ...fieldFaults('b-failure-status', 'status', failureOfB, {
      success: 'success',
      declined: 'declined',
      refunded: 'refunded',
    }),
    'b-failure-message-success': failureOfB(as('result', 'error'), as('message', 'The payment was successful.')),
    ...fieldFaults('b-failure-result', 'result', failureOfB, missing),
    ...fieldFaults('b-failure-id', 'transaction_id', failureOfB, missing),
    ...fieldFaults('b-failure-reference', 'transaction_reference', failureOfB, missing),
    ...fieldFaults('b-failure-message', 'message', failureOfB, noText),
    ...acceptedAs('b-failure', failureOfB, 500),
    'b-failure-told-later-without-checkout-id': failureOfB(as('result', 'success'), without('checkout_id')),
  },
};

const byC = answersTo(successOf('c'));
const failureOfC = answersTo(failureOf('c'));

/** Operator C, whose customer pays with a code (`2.4`, `4.1`). */
export const operatorC: Subject = {
  ...commonFields('c'),
  'operator-c.status': {
    ...fieldFaults('c-status', 'status', byC, { 'left-out': undefined, success: 'success', failed: 'failed' }),
    ...fieldFaults('c-status', 'status', byC, { waiting: 'waiting', capitals: 'PENDING', number: 1 }),
    'c-status-missing-without-response': answer(all(successOf('c'), lacks('requested_response')), without('status')),
  },
  'operator-c.text-message': {
    ...fieldFaults('c-text', 'text_message', byC, notText),
    'c-text-truncated': byC(converted('text_message', (text) => text.slice(0, 12))),
    'c-text-entities': byC(converted('text_message', (text) => `${text} Thanks &amp; goodbye.`)),
    'c-text-other-code': byC(converted('text_message', (text) => text.replace(/\d+/, '00000000'))),
    'c-text-code-cut': byC(converted('text_message', (text) => text.replace(/\d\d(?=\D*$)/, ''))),
    'c-text-without-code': byC(converted('text_message', (text) => text.replace(/\d+/, 'below'))),
    'c-message-other-code': byC(converted('message', (text) => text.replace(/\d+/, '00000000'))),
    'c-text-markup': byC(converted('text_message', (text) => `<b>${text}</b><br>`)),
  },
  'operator-c.qr-code': fieldFaults('c-qr-code', 'qr_code', byC, notText),
  'operator-c.generated-code': {
    ...fieldFaults('c-code', 'code', byC, notText),
    'c-code-as-qr-only': byC(renamed('code', 'payment_code')),
  },
  'operator-c.simulated-failure': {
    ...fieldFaults('c-failure-status', 'status', failureOfC, {
      success: 'success',
      missing: undefined,
      reversed: 'reversed',
    }),
    'c-failure-message-success': failureOfC(as('result', 'error'), as('message', 'The payment was successful.')),
    ...fieldFaults('c-failure-message', 'message', failureOfC, missing),
    ...fieldFaults('c-failure-result', 'result', failureOfC, missing),
    ...fieldFaults('c-failure-text', 'text_message', failureOfC, missing),
    ...fieldFaults('c-failure-qr-code', 'qr_code', failureOfC, missing),
    ...fieldFaults('c-failure-code', 'code', failureOfC, missing),
    ...acceptedAs('c-failure', failureOfC, 500),
    'c-failure-refused': failureOfC(refusedAs(400)),
  },
};
