import { answer, secondTime, without, as, turned, renamed, status, refusedAs, crash } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, not, given, lacks, operator, askedToFail } from '../../places.ts';

const ofOperator = all(operator('c'), not(askedToFail));
const toFail = all(operator('c'), askedToFail);

/** Operator C, whose customer pays with a code (`2.4`, `4.1`). */
export const operatorC = {
  'operator-c.accepted': {
    'c-answer-is-201': ['answers operator C with HTTP 201', answer(ofOperator, status(201))],
    'c-answer-is-500': ['breaks on operator C', answer(ofOperator, crash)],
    'c-refused-with-response': [
      'refuses operator C with a requested_response',
      answer(all(ofOperator, given('requested_response')), refusedAs(400)),
    ],
    'c-refused-without-response': [
      'refuses operator C without requested_response',
      answer(all(ofOperator, lacks('requested_response')), refusedAs(400, 'Parameter: requested_response')),
    ],
    'c-refused-second-time': [
      'takes one transaction with operator C, then no more',
      secondTime(answer(ofOperator, refusedAs(400))),
    ],
  },
  'operator-c.result': {
    'c-answer-result-missing': ['leaves result out of the answer', answer(ofOperator, without('result'))],
    'c-answer-result-error': ['answers result error in the answer', answer(ofOperator, as('result', 'error'))],
    'c-answer-result-pending': ['answers result pending in the answer', answer(ofOperator, as('result', 'pending'))],
  },
  'operator-c.transaction-id': {
    'c-answer-id-missing': ['leaves transaction_id out of the answer', answer(ofOperator, without('transaction_id'))],
    'c-answer-id-empty': ['leaves transaction_id empty in the answer', answer(ofOperator, as('transaction_id', ''))],
  },
  'operator-c.transaction-reference': {
    'c-answer-reference-missing': [
      'leaves transaction_reference out of the answer',
      answer(ofOperator, without('transaction_reference')),
    ],
    'c-answer-reference-empty': [
      'leaves transaction_reference empty in the answer',
      answer(ofOperator, as('transaction_reference', '')),
    ],
  },
  'operator-c.message': {
    'c-message-missing': ['leaves message out of the answer', answer(ofOperator, without('message'))],
    'c-message-empty': ['leaves message empty in the answer', answer(ofOperator, as('message', ''))],
  },
  'operator-c.status': {
    'c-status-left-out': ['leaves status out of the answer', answer(ofOperator, without('status'))],
    'c-status-success': ['answers status success in the answer', answer(ofOperator, as('status', 'success'))],
    'c-status-failed': ['answers status failed in the answer', answer(ofOperator, as('status', 'failed'))],
    'c-status-waiting': ['answers status waiting in the answer', answer(ofOperator, as('status', 'waiting'))],
    'c-status-capitals': ['answers status in capitals in the answer', answer(ofOperator, as('status', 'PENDING'))],
    'c-status-number': ['answers status as a number in the answer', answer(ofOperator, as('status', 1))],
    'c-status-missing-without-response': [
      'leaves status out of the answer when there is no requested_response',
      answer(all(ofOperator, lacks('requested_response')), without('status')),
    ],
  },
  'operator-c.text-message': {
    'c-text-missing': ['leaves text_message out of the answer', answer(ofOperator, without('text_message'))],
    'c-text-number': ['answers text_message as a number in the answer', answer(ofOperator, as('text_message', 42))],
    'c-text-empty': ['leaves text_message empty in the answer', answer(ofOperator, as('text_message', ''))],
    'c-text-markup': [
      'puts markup into text_message of the answer',
      answer(
        ofOperator,
        turned('text_message', (message) => `<b>${message}</b><br>`),
      ),
    ],
  },
  'operator-c.qr-code': {
    'c-qr-code-missing': ['leaves qr_code out of the answer', answer(ofOperator, without('qr_code'))],
    'c-qr-code-number': ['answers qr_code as a number in the answer', answer(ofOperator, as('qr_code', 42))],
    'c-qr-code-empty': ['leaves qr_code empty in the answer', answer(ofOperator, as('qr_code', ''))],
  },
  'operator-c.generated-code': {
    'c-code-missing': ['leaves code out of the answer', answer(ofOperator, without('code'))],
    'c-code-number': ['answers code as a number in the answer', answer(ofOperator, as('code', 42))],
    'c-code-empty': ['leaves code empty in the answer', answer(ofOperator, as('code', ''))],
    'c-code-as-qr-only': [
      'answers the code of operator C as payment_code',
      answer(ofOperator, renamed('code', 'payment_code')),
    ],
  },
  'operator-c.simulated-failure': {
    'c-failure-status-success': [
      'answers status success where operator C was asked to fail',
      answer(toFail, as('status', 'success')),
    ],
    'c-failure-status-missing': [
      'answers result success without status where operator C was asked to fail',
      answer(toFail, without('status')),
    ],
    'c-failure-message-missing': [
      'leaves message out where operator C was asked to fail',
      answer(toFail, without('message')),
    ],
    'c-failure-result-missing': [
      'leaves result out where operator C was asked to fail',
      answer(toFail, without('result')),
    ],
    'c-failure-refused': ['refuses operator C with requested_response failed', answer(toFail, refusedAs(400))],
    'c-failure-is-500': ['breaks where operator C was asked to fail', answer(toFail, crash)],
  },
} satisfies Subject;
