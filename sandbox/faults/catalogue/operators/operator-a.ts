import { body, readsAs, converted, ofFirst } from '../../changes.ts';
import {
  acceptedAs,
  answersTo,
  faultyRequest,
  fieldFaults,
  notText,
  refusedWith,
  refusesQuery,
} from '../../answer-faults.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Alteration, Subject } from '../../exchange.ts';
import { all, failureRequested, is, lacks, not, operator } from '../../places.ts';

const success = answersTo('the success of operator A', all(operator('a'), not(failureRequested)));
const failure = answersTo('the failure of operator A', all(operator('a'), failureRequested));
const noResponse = faultyRequest(
  'operator A without requested_response',
  all(operator('a'), lacks('requested_response')),
);
const missingOrEmpty = { missing: undefined, empty: '', placeholder: 'null' };
const succeed = { requested_response: 'success' };

const message = (turn: (text: string) => string): Alteration => success.changed(converted('message', turn));
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const markdown = (text: string): string => text.replace(/<\/?b>/g, '**').replaceAll('<br>', '\n');

/** Operator A and its dummy answers (`2.4`, `4.1`). */
export const operatorA: Subject = {
  'operator-a-success.accepted': {
    ...acceptedAs('a-success', success, 201, 400, 500),
    'a-success-refused-with-query': refusesQuery('the simulated success of operator A', success.where),
  },
  'operator-a-success.result': fieldFaults('a-success-result', 'result', success, {
    missing: undefined,
    error: 'error',
  }),
  'operator-a-success.status': fieldFaults('a-success-status', 'status', success, {
    missing: undefined,
    pending: 'pending',
    failed: 'failed',
    completed: 'completed',
    capitals: 'SUCCESS',
  }),
  'operator-a-success.transaction-id': fieldFaults('a-success-id', 'transaction_id', success, missingOrEmpty),
  'operator-a-success.transaction-reference': fieldFaults(
    'a-success-reference',
    'transaction_reference',
    success,
    missingOrEmpty,
  ),
  'operator-a-success.message-html': {
    'a-success-message-plain': [
      'returns a message without markup in the success of operator A',
      success.changed(body((json) => ({ ...json, message: json['text_message'] }))),
    ],
    'a-success-message-without-bold': [
      'returns a message without bold tags in the success of operator A',
      message((text) => text.replace(/<\/?b>/g, '')),
    ],
    'a-success-message-without-breaks': [
      'returns a message without line breaks in the success of operator A',
      message((text) => text.replaceAll('<br>', ' ')),
    ],
    'a-success-message-escaped': ['escapes the markup of the message in the success of operator A', message(escaped)],
    'a-success-message-markdown': ['returns a message in Markdown in the success of operator A', message(markdown)],
    ...fieldFaults('a-success-message', 'message', success, missingOrEmpty),
  },
  'operator-a-success.text-message': fieldFaults('a-success-text', 'text_message', success, notText),
  'operator-a-success.text-plain': {
    'a-success-text-markup': [
      'keeps the markup in text_message of the success of operator A',
      success.changed(body((json) => ({ ...json, text_message: json['message'] }))),
    ],
    'a-success-text-breaks': [
      'keeps the line breaks in text_message of the success of operator A',
      success.changed(body((json) => ({ ...json, text_message: String(json['message']).replace(/<\/?b>/g, '') }))),
    ],
    'a-success-text-bold': [
      'keeps the bold tags in text_message of the success of operator A',
      success.changed(converted('text_message', (text) => `<b>${text}</b>`)),
    ],
    ...fieldFaults('a-success-text', 'text_message', success, { other: 'Thank you for shopping.' }),
    'a-success-text-truncated': [
      'keeps only twelve characters in text_message of the success of operator A',
      success.changed(converted('text_message', (text) => text.slice(0, 12))),
    ],
    'a-success-text-entities': [
      'leaves character references in text_message of the success of operator A',
      success.changed(converted('text_message', (text) => text.replaceAll(' ', '&nbsp;'))),
    ],
  },
  'operator-a-failure.accepted': {
    ...acceptedAs('a-failure', failure, 201, 400, 500),
    ...refusedWith('a-failure', failure, 402),
    'a-failure-refused-with-query': refusesQuery('the simulated failure of operator A', failure.where),
  },
  'operator-a-failure.result': fieldFaults('a-failure-result', 'result', failure, {
    missing: undefined,
    success: 'success',
  }),
  'operator-a-failure.transaction-id': fieldFaults('a-failure-id', 'transaction_id', failure, missingOrEmpty),
  'operator-a-failure.transaction-reference': fieldFaults(
    'a-failure-reference',
    'transaction_reference',
    failure,
    missingOrEmpty,
  ),
  'operator-a-failure.message': fieldFaults('a-failure-message', 'message', failure, {
    ...missingOrEmpty,
    success: 'The transaction was successful.',
  }),
  'operator-a-failure.checkout-id': fieldFaults('a-failure-checkout-id', 'checkout_id', failure, notText),
  'operator-a-failure.own-checkout-id': {
    ...fieldFaults('a-failure-checkout-id', 'checkout_id', answersTo('every failure of operator A', failure.where), {
      constant: 'chk_1',
    }),
    'a-failure-checkout-id-of-first': [
      'returns the first checkout_id for every simulated failure of operator A',
      failure.changed(ofFirst('checkout_id')),
    ],
  },
  'operator-a-failure.status': {
    ...fieldFaults('a-failure-status', 'status', failure, { success: 'success' }),
    'a-failure-ignored': [
      'returns a success of operator A when a failure is requested',
      readsAs(failure.where, succeed),
    ],
  },
  'operator-a.requested-response-required': {
    ...acceptedWhen('a-response-absent', noResponse, succeed, 'accepted', 'with-reference', 'without-reference'),
    'a-response-empty-accepted': [
      'treats an empty requested_response of operator A as success',
      readsAs(all(operator('a'), is('requested_response', '')), succeed),
    ],
    'a-response-absent-fails': [
      'treats an absent requested_response of operator A as failed',
      readsAs(noResponse.where, { requested_response: 'failed' }),
    ],
    ...refusedWith('a-response-absent', noResponse, 200, 422, 500),
  },
};
