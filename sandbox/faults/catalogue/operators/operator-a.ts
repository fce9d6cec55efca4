import { mended, answer, refusal, without, as, turned, status, body, refusedAs, crash } from '../../changes.ts';
import type { Alteration, Change, Subject } from '../../exchange.ts';
import { all, given, not, lacks, operator, askedToFail } from '../../places.ts';

const successOfA = all(operator('a'), not(askedToFail));
const failureOfA = all(operator('a'), askedToFail);
const unaskedA = all(operator('a'), lacks('requested_response'));
const inSuccess = (change: Change): Alteration => answer(successOfA, change);
const inFailure = (change: Change): Alteration => answer(failureOfA, change);

/** Operator A and its dummy answers (`2.4`, `4.1`). */
export const operatorA = {
  'operator-a-success.accepted': {
    'a-success-is-201': ['answers the success of operator A with HTTP 201', inSuccess(status(201))],
    'a-success-is-400': ['refuses the success of operator A with HTTP 400', inSuccess(refusedAs(400))],
    'a-success-is-500': ['breaks on the success of operator A', inSuccess(crash)],
  },
  'operator-a-success.result': {
    'a-success-result-missing': ['leaves result out of the success of operator A', inSuccess(without('result'))],
    'a-success-result-error': ['answers result error in the success of operator A', inSuccess(as('result', 'error'))],
  },
  'operator-a-success.status': {
    'a-success-status-missing': ['leaves status out of the success of operator A', inSuccess(without('status'))],
    'a-success-status-pending': [
      'answers status pending in the success of operator A',
      inSuccess(as('status', 'pending')),
    ],
    'a-success-status-failed': [
      'answers status failed in the success of operator A',
      inSuccess(as('status', 'failed')),
    ],
    'a-success-status-completed': [
      'answers status completed in the success of operator A',
      inSuccess(as('status', 'completed')),
    ],
    'a-success-status-capitals': [
      'answers status in capitals in the success of operator A',
      inSuccess(as('status', 'SUCCESS')),
    ],
  },
  'operator-a-success.transaction-id': {
    'a-success-id-missing': [
      'leaves transaction_id out of the success of operator A',
      inSuccess(without('transaction_id')),
    ],
    'a-success-id-empty': [
      'leaves transaction_id empty in the success of operator A',
      inSuccess(as('transaction_id', '')),
    ],
  },
  'operator-a-success.transaction-reference': {
    'a-success-reference-missing': [
      'leaves transaction_reference out of the success of operator A',
      inSuccess(without('transaction_reference')),
    ],
    'a-success-reference-empty': [
      'leaves transaction_reference empty in the success of operator A',
      inSuccess(as('transaction_reference', '')),
    ],
  },
  'operator-a-success.message-html': {
    'a-success-message-plain': [
      'answers a message without markup in the success of operator A',
      inSuccess(body((json) => ({ ...json, message: json['text_message'] }))),
    ],
    'a-success-message-without-bold': [
      'answers a message without bold tags in the success of operator A',
      inSuccess(turned('message', (message) => message.replace(/<\/?b>/g, ''))),
    ],
    'a-success-message-without-breaks': [
      'answers a message without line breaks in the success of operator A',
      inSuccess(turned('message', (message) => message.replaceAll('<br>', ' '))),
    ],
    'a-success-message-escaped': [
      'escapes the markup of the message in the success of operator A',
      inSuccess(turned('message', (message) => message.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))),
    ],
    'a-success-message-markdown': [
      'answers a message in Markdown in the success of operator A',
      inSuccess(turned('message', (message) => message.replace(/<\/?b>/g, '**').replaceAll('<br>', '\n'))),
    ],
    'a-success-message-missing': ['leaves message out of the success of operator A', inSuccess(without('message'))],
    'a-success-message-empty': ['leaves message empty in the success of operator A', inSuccess(as('message', ''))],
  },
  'operator-a-success.text-message': {
    'a-success-text-missing': [
      'leaves text_message out of the success of operator A',
      inSuccess(without('text_message')),
    ],
    'a-success-text-number': [
      'answers text_message as a number in the success of operator A',
      inSuccess(as('text_message', 42)),
    ],
    'a-success-text-empty': [
      'leaves text_message empty in the success of operator A',
      inSuccess(as('text_message', '')),
    ],
  },
  'operator-a-success.text-plain': {
    'a-success-text-markup': [
      'keeps the markup in text_message of the success of operator A',
      inSuccess(body((json) => ({ ...json, text_message: json['message'] }))),
    ],
    'a-success-text-breaks': [
      'keeps the line breaks in text_message of the success of operator A',
      inSuccess(body((json) => ({ ...json, text_message: String(json['message']).replace(/<\/?b>/g, '') }))),
    ],
    'a-success-text-bold': [
      'keeps the bold tags in text_message of the success of operator A',
      inSuccess(turned('text_message', (message) => `<b>${message}</b>`)),
    ],
    'a-success-text-other': [
      'says something else in text_message of the success of operator A',
      inSuccess(as('text_message', 'Thank you for shopping.')),
    ],
  },
  'operator-a-failure.accepted': {
    'a-failure-is-201': ['answers the failure of operator A with HTTP 201', inFailure(status(201))],
    'a-failure-is-400': ['refuses the failure of operator A with HTTP 400', inFailure(refusedAs(400))],
    'a-failure-is-500': ['breaks on the failure of operator A', inFailure(crash)],
    'a-failure-is-402': ['answers the failure of operator A with HTTP 402', inFailure(status(402))],
  },
  'operator-a-failure.result': {
    'a-failure-result-missing': ['leaves result out of the failure of operator A', inFailure(without('result'))],
    'a-failure-result-success': [
      'answers result success in the failure of operator A',
      inFailure(as('result', 'success')),
    ],
  },
  'operator-a-failure.transaction-id': {
    'a-failure-id-missing': [
      'leaves transaction_id out of the failure of operator A',
      inFailure(without('transaction_id')),
    ],
    'a-failure-id-empty': [
      'leaves transaction_id empty in the failure of operator A',
      inFailure(as('transaction_id', '')),
    ],
  },
  'operator-a-failure.transaction-reference': {
    'a-failure-reference-missing': [
      'leaves transaction_reference out of the failure of operator A',
      inFailure(without('transaction_reference')),
    ],
    'a-failure-reference-empty': [
      'leaves transaction_reference empty in the failure of operator A',
      inFailure(as('transaction_reference', '')),
    ],
  },
  'operator-a-failure.message': {
    'a-failure-message-missing': ['leaves message out of the failure of operator A', inFailure(without('message'))],
    'a-failure-message-empty': ['leaves message empty in the failure of operator A', inFailure(as('message', ''))],
  },
  'operator-a-failure.checkout-id': {
    'a-failure-checkout-id-missing': [
      'leaves checkout_id out of the failure of operator A',
      inFailure(without('checkout_id')),
    ],
    'a-failure-checkout-id-number': [
      'answers checkout_id as a number in the failure of operator A',
      inFailure(as('checkout_id', 42)),
    ],
    'a-failure-checkout-id-empty': [
      'leaves checkout_id empty in the failure of operator A',
      inFailure(as('checkout_id', '')),
    ],
  },
  'operator-a-failure.status': {
    'a-failure-status-success': [
      'answers status success in the failure of operator A',
      inFailure(as('status', 'success')),
    ],
    'a-failure-ignored': [
      'answers a success where operator A was asked to fail',
      mended(failureOfA, { requested_response: 'success' }),
    ],
  },
  'operator-a.requested-response-required': {
    'a-response-absent-accepted': [
      'takes an absent requested_response of operator A for success',
      mended(unaskedA, { requested_response: 'success' }),
    ],
    'a-response-empty-accepted': [
      'takes an empty requested_response of operator A for success',
      mended(
        all(
          operator('a'),
          given('requested_response', (response) => response === ''),
        ),
        { requested_response: 'success' },
      ),
    ],
    'a-response-absent-fails': [
      'takes an absent requested_response of operator A for failed',
      mended(unaskedA, { requested_response: 'failed' }),
    ],
    'a-response-absent-without-reference': [
      'accepts operator A without requested_response when there is no reference',
      mended(all(unaskedA, lacks('transaction_reference')), { requested_response: 'success' }),
    ],
    'a-response-absent-with-reference': [
      'accepts operator A without requested_response when there is a reference',
      mended(all(unaskedA, given('transaction_reference')), { requested_response: 'success' }),
    ],
    'a-response-absent-is-200': [
      'refuses operator A without requested_response with HTTP 200',
      refusal(unaskedA, status(200)),
    ],
    'a-response-absent-is-422': [
      'refuses operator A without requested_response with HTTP 422',
      refusal(unaskedA, status(422)),
    ],
    'a-response-absent-is-500': ['breaks on operator A without requested_response', refusal(unaskedA, crash)],
  },
} satisfies Subject;
