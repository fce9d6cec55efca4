import { answer, secondTime, without, as, turned, ofFirst, status, refusedAs, crash } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, not, given, lacks, operator, askedToFail } from '../../places.ts';

const ofOperator = all(operator('b'), not(askedToFail));
const toFail = all(operator('b'), askedToFail);

/** Operator B, whose customer approves on the phone (`2.4`, `4.1`). */
export const operatorB = {
  'operator-b.accepted': {
    'b-answer-is-201': ['answers operator B with HTTP 201', answer(ofOperator, status(201))],
    'b-answer-is-500': ['breaks on operator B', answer(ofOperator, crash)],
    'b-refused-with-response': [
      'refuses operator B with a requested_response',
      answer(all(ofOperator, given('requested_response')), refusedAs(400)),
    ],
    'b-refused-without-response': [
      'refuses operator B without requested_response',
      answer(all(ofOperator, lacks('requested_response')), refusedAs(400, 'Parameter: requested_response')),
    ],
    'b-refused-second-time': [
      'takes one transaction with operator B, then no more',
      secondTime(answer(ofOperator, refusedAs(400))),
    ],
  },
  'operator-b.result': {
    'b-answer-result-missing': ['leaves result out of the answer', answer(ofOperator, without('result'))],
    'b-answer-result-error': ['answers result error in the answer', answer(ofOperator, as('result', 'error'))],
    'b-answer-result-pending': ['answers result pending in the answer', answer(ofOperator, as('result', 'pending'))],
  },
  'operator-b.transaction-id': {
    'b-answer-id-missing': ['leaves transaction_id out of the answer', answer(ofOperator, without('transaction_id'))],
    'b-answer-id-empty': ['leaves transaction_id empty in the answer', answer(ofOperator, as('transaction_id', ''))],
  },
  'operator-b.transaction-reference': {
    'b-answer-reference-missing': [
      'leaves transaction_reference out of the answer',
      answer(ofOperator, without('transaction_reference')),
    ],
    'b-answer-reference-empty': [
      'leaves transaction_reference empty in the answer',
      answer(ofOperator, as('transaction_reference', '')),
    ],
  },
  'operator-b.message': {
    'b-message-missing': ['leaves message out of the answer', answer(ofOperator, without('message'))],
    'b-message-empty': ['leaves message empty in the answer', answer(ofOperator, as('message', ''))],
  },
  'operator-b.checkout-id': {
    'b-checkout-id-missing': ['leaves checkout_id out of the answer', answer(ofOperator, without('checkout_id'))],
    'b-checkout-id-number': [
      'answers checkout_id as a number in the answer',
      answer(ofOperator, as('checkout_id', 42)),
    ],
    'b-checkout-id-empty': ['leaves checkout_id empty in the answer', answer(ofOperator, as('checkout_id', ''))],
    'b-checkout-id-with-response-only': [
      'answers a checkout_id of operator B only when there is a requested_response',
      answer(all(ofOperator, lacks('requested_response')), without('checkout_id')),
    ],
  },
  'operator-b.own-checkout-id': {
    'b-checkout-id-constant': [
      'gives every transaction with operator B the same checkout_id',
      answer(ofOperator, as('checkout_id', 'chk_1')),
    ],
    'b-checkout-id-of-first': [
      'answers the first checkout_id for every transaction with operator B',
      answer(ofOperator, ofFirst('checkout_id')),
    ],
    'b-checkout-id-of-phone': [
      'makes the checkout_id of operator B of the phone number',
      answer(
        ofOperator,
        turned('checkout_id', (_id, { asked }) => `chk_${String(asked['mobile_money_number'])}`),
      ),
    ],
  },
  'operator-b.simulated-failure': {
    'b-failure-status-success': [
      'answers status success where operator B was asked to fail',
      answer(toFail, as('status', 'success')),
    ],
    'b-failure-result-missing': ['leaves result out of the failure of operator B', answer(toFail, without('result'))],
    'b-failure-id-missing': [
      'leaves transaction_id out of the failure of operator B',
      answer(toFail, without('transaction_id')),
    ],
    'b-failure-reference-missing': [
      'leaves transaction_reference out of the failure of operator B',
      answer(toFail, without('transaction_reference')),
    ],
    'b-failure-message-missing': [
      'leaves message out of the failure of operator B',
      answer(toFail, without('message')),
    ],
    'b-failure-message-empty': ['leaves message empty in the failure of operator B', answer(toFail, as('message', ''))],
    'b-failure-is-500': ['breaks on the failure of operator B', answer(toFail, crash)],
  },
} satisfies Subject;
