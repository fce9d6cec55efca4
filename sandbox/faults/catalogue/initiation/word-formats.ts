import { readsAs } from '../../changes.ts';
import { faultyRequest, refusedWith } from '../../answer-faults.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Subject } from '../../exchange.ts';
import { all, given, initiate, matching, mobileMoney, noAddress } from '../../places.ts';

const successUrl = faultyRequest('a success_url that is not an address', all(initiate, noAddress('success_url')));
const failureUrl = faultyRequest('a failure_url that is not an address', all(initiate, noAddress('failure_url')));
const otherWord = all(mobileMoney, matching('requested_response', /^(?!(success|failed)$)/));
const response = faultyRequest('any other word as requested_response', otherWord);
const success = { requested_response: 'success' };

/** Forms of addresses and words of an initiation (`2.1`). */
export const wordFormats: Subject = {
  'txn.success-url-format': {
    ...acceptedWhen(
      'success-url-word',
      successUrl,
      { success_url: undefined },
      'accepted',
      'with-failure-url',
      'without-failure-url',
      'second-time',
    ),
    ...refusedWith('success-url-word', successUrl, 500),
  },
  'txn.failure-url-format': {
    ...acceptedWhen(
      'failure-url-word',
      failureUrl,
      { failure_url: undefined },
      'accepted',
      'hosted',
      'with-success-url',
      'without-success-url',
    ),
    ...refusedWith('failure-url-word', failureUrl, 500),
  },
  'txn.requested-response-enum': {
    ...acceptedWhen(
      'response-word',
      response,
      success,
      'accepted',
      'operator-a',
      'operator-b',
      'operator-c',
      'with-success-url',
    ),
    'response-word-means-failed': [
      'treats any other requested_response as failed',
      readsAs(otherWord, { requested_response: 'failed' }),
    ],
    ...acceptedWhen('response-word', response, success, 'second-time'),
    'response-succeeded-accepted': [
      'treats succeeded as requested_response success',
      readsAs(all(mobileMoney, matching('requested_response', /^succeeded$/)), success),
    ],
    'response-failure-accepted': [
      'treats failure as requested_response failed',
      readsAs(all(mobileMoney, matching('requested_response', /^failure$/)), { requested_response: 'failed' }),
    ],
    'response-pending-accepted': [
      'treats pending as requested_response success',
      readsAs(all(mobileMoney, matching('requested_response', /^pending$/)), success),
    ],
    'response-late-state-accepted': [
      'treats states that follow a payment as requested_response success',
      readsAs(all(mobileMoney, matching('requested_response', /^(reversed|refunded|cancelled)$/)), success),
    ],
    'response-true-accepted': [
      'treats true as requested_response success',
      readsAs(
        all(
          mobileMoney,
          given('requested_response', (value) => value === true),
        ),
        success,
      ),
    ],
    ...refusedWith('response-word', response, 200, 500),
  },
};
