import { answer, as, ofFirst, refusedAs, renamed, secondTime, converted, without } from '../../changes.ts';
import { acceptedAs, answersTo, fieldFaults, notText, refusesQuery } from '../../answer-faults.ts';
import type { Entries, Subject } from '../../exchange.ts';
import { all, failureRequested, given, lacks, not, operator } from '../../places.ts';

const missingOrEmpty = { missing: undefined, empty: '', placeholder: 'null' };
const results = { missing: undefined, error: 'error', pending: 'pending' };
const ofOperator = (letter: 'b' | 'c') =>
  answersTo(`the answer of operator ${letter.toUpperCase()}`, all(operator(letter), not(failureRequested)));
const failureOf = (letter: 'b' | 'c') =>
  answersTo(`the failure of operator ${letter.toUpperCase()}`, all(operator(letter), failureRequested));

/** Requests that operator B or C refuses or answers with another status. */
function accepted(letter: 'b' | 'c'): Entries {
  const { where } = ofOperator(letter);
  const name = `operator ${letter.toUpperCase()}`;
  const needed = refusedAs(400, 'Parameter: requested_response');
  return {
    ...acceptedAs(`${letter}-answer`, ofOperator(letter), 201, 500),
    [`${letter}-answer-refused-with-query`]: refusesQuery(name, where),
    [`${letter}-refused-with-response`]: [
      `refuses ${name} with a requested_response`,
      answer(all(where, given('requested_response')), refusedAs(400)),
    ],
    [`${letter}-refused-without-response`]: [
      `refuses ${name} without requested_response`,
      answer(all(where, lacks('requested_response')), needed),
    ],
    [`${letter}-refused-second-time`]: [
      `accepts only the first transaction with ${name}`,
      secondTime(answer(where, refusedAs(400))),
    ],
  };
}

/** The fields that the answers of both operators have. */
const commonFields = (letter: 'b' | 'c'): Subject => ({
  [`operator-${letter}.accepted`]: accepted(letter),
  [`operator-${letter}.result`]: fieldFaults(`${letter}-answer-result`, 'result', ofOperator(letter), results),
  [`operator-${letter}.transaction-id`]: fieldFaults(
    `${letter}-answer-id`,
    'transaction_id',
    ofOperator(letter),
    missingOrEmpty,
  ),
  [`operator-${letter}.transaction-reference`]: fieldFaults(
    `${letter}-answer-reference`,
    'transaction_reference',
    ofOperator(letter),
    missingOrEmpty,
  ),
  [`operator-${letter}.message`]: fieldFaults(`${letter}-message`, 'message', ofOperator(letter), missingOrEmpty),
});

const byB = ofOperator('b');
const failureOfB = failureOf('b');

/** Operator B, whose customer approves on the phone (`2.4`, `4.1`). */
export const operatorB: Subject = {
  ...commonFields('b'),
  'operator-b.checkout-id': {
    ...fieldFaults('b-checkout-id', 'checkout_id', byB, notText),
    'b-checkout-id-with-response-only': [
      'returns a checkout_id of operator B only when there is a requested_response',
      answer(all(byB.where, lacks('requested_response')), without('checkout_id')),
    ],
  },
  'operator-b.own-checkout-id': {
    ...fieldFaults('b-checkout-id', 'checkout_id', answersTo('every answer of operator B', byB.where), {
      constant: 'chk_1',
    }),
    'b-checkout-id-of-first': [
      'returns the first checkout_id for every transaction with operator B',
      byB.changed(ofFirst('checkout_id')),
    ],
    'b-checkout-id-of-phone': [
      'derives the checkout_id of operator B from the phone number',
      byB.changed(converted('checkout_id', (_id, { input }) => `chk_${String(input['mobile_money_number'])}`)),
    ],
  },
  'operator-b.simulated-failure': {
    ...fieldFaults('b-failure-status', 'status', failureOfB, { success: 'success', declined: 'declined' }),
    ...fieldFaults('b-failure-result', 'result', failureOfB, { missing: undefined }),
    ...fieldFaults('b-failure-id', 'transaction_id', failureOfB, { missing: undefined }),
    ...fieldFaults('b-failure-reference', 'transaction_reference', failureOfB, { missing: undefined }),
    ...fieldFaults('b-failure-message', 'message', failureOfB, missingOrEmpty),
    ...acceptedAs('b-failure', failureOfB, 500),
    'b-failure-told-later-without-checkout-id': [
      'returns no checkout_id where a payment of operator B fails later',
      failureOfB.changed(as('result', 'success'), without('checkout_id')),
    ],
  },
};

const byC = ofOperator('c');
const failureOfC = failureOf('c');

/** Operator C, whose customer pays with a code (`2.4`, `4.1`). */
export const operatorC: Subject = {
  ...commonFields('c'),
  'operator-c.status': {
    ...fieldFaults('c-status', 'status', byC, {
      'left-out': undefined,
      success: 'success',
      failed: 'failed',
      waiting: 'waiting',
      capitals: 'PENDING',
      number: 1,
    }),
    'c-status-missing-without-response': [
      'omits status from the answer of operator C without requested_response',
      answer(all(byC.where, lacks('requested_response')), without('status')),
    ],
  },
  'operator-c.text-message': {
    ...fieldFaults('c-text', 'text_message', byC, notText),
    'c-text-truncated': [
      'keeps only twelve characters in text_message of operator C',
      byC.changed(converted('text_message', (text) => text.slice(0, 12))),
    ],
    'c-text-entities': [
      'leaves character references in text_message of operator C',
      byC.changed(converted('text_message', (message) => `${message} Thanks &amp; goodbye.`)),
    ],
    'c-text-markup': [
      'puts markup into text_message of operator C',
      byC.changed(converted('text_message', (message) => `<b>${message}</b><br>`)),
    ],
  },
  'operator-c.qr-code': fieldFaults('c-qr-code', 'qr_code', byC, notText),
  'operator-c.generated-code': {
    ...fieldFaults('c-code', 'code', byC, notText),
    'c-code-as-qr-only': [
      'returns the code of operator C as payment_code',
      byC.changed(renamed('code', 'payment_code')),
    ],
  },
  'operator-c.simulated-failure': {
    ...fieldFaults('c-failure-status', 'status', failureOfC, { success: 'success', missing: undefined }),
    ...fieldFaults('c-failure-message', 'message', failureOfC, { missing: undefined }),
    ...fieldFaults('c-failure-result', 'result', failureOfC, { missing: undefined }),
    'c-failure-refused': ['refuses operator C with requested_response failed', failureOfC.changed(refusedAs(400))],
    ...acceptedAs('c-failure', failureOfC, 500),
    ...fieldFaults('c-failure-text', 'text_message', failureOfC, { missing: undefined }),
    ...fieldFaults('c-failure-qr-code', 'qr_code', failureOfC, { missing: undefined }),
    ...fieldFaults('c-failure-code', 'code', failureOfC, { missing: undefined }),
  },
};
