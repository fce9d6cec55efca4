import { mended, refusal, secondTime, status, crash } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, initiate, given, lacks, noAddress, mobileMoney, hosted, operator } from '../../places.ts';

const badResponse = all(
  mobileMoney,
  given('requested_response', (word) => typeof word === 'string' && word !== 'success' && word !== 'failed'),
);

/** Forms of addresses and words of an initiation (`2.1`). */
export const wordFormats = {
  'txn.success-url-format': {
    'success-url-word-accepted': [
      'accepts a success_url that is no address',
      mended(all(initiate, noAddress('success_url')), { success_url: undefined }),
    ],
    'success-url-word-with-failure-url': [
      'accepts a success_url that is no address beside a failure_url',
      mended(all(initiate, noAddress('success_url'), given('failure_url')), { success_url: undefined }),
    ],
    'success-url-word-without-failure-url': [
      'accepts a success_url that is no address without a failure_url',
      mended(all(initiate, noAddress('success_url'), lacks('failure_url')), { success_url: undefined }),
    ],
    'success-url-word-second-time': [
      'checks the form of success_url only once',
      secondTime(mended(all(initiate, noAddress('success_url')), { success_url: undefined })),
    ],
    'success-url-word-is-500': [
      'breaks on a success_url that is no address',
      refusal(all(initiate, noAddress('success_url')), crash),
    ],
  },
  'txn.failure-url-format': {
    'failure-url-word-accepted': [
      'accepts a failure_url that is no address',
      mended(all(initiate, noAddress('failure_url')), { failure_url: undefined }),
    ],
    'failure-url-word-hosted': [
      'accepts a failure_url that is no address for the hosted page',
      mended(all(hosted, noAddress('failure_url')), { failure_url: undefined }),
    ],
    'failure-url-word-mobile': [
      'accepts a failure_url that is no address for mobile money',
      mended(all(mobileMoney, noAddress('failure_url')), { failure_url: undefined }),
    ],
    'failure-url-word-with-success-url': [
      'accepts a failure_url that is no address beside a success_url',
      mended(all(initiate, noAddress('failure_url'), given('success_url')), { failure_url: undefined }),
    ],
    'failure-url-word-without-success-url': [
      'accepts a failure_url that is no address without a success_url',
      mended(all(initiate, noAddress('failure_url'), lacks('success_url')), { failure_url: undefined }),
    ],
    'failure-url-word-is-500': [
      'breaks on a failure_url that is no address',
      refusal(all(initiate, noAddress('failure_url')), crash),
    ],
  },
  'txn.requested-response-enum': {
    'response-word-accepted': [
      'accepts any word as requested_response',
      mended(badResponse, { requested_response: 'success' }),
    ],
    'response-word-operator-a': [
      'accepts any word as requested_response from operator A',
      mended(all(badResponse, operator('a')), { requested_response: 'success' }),
    ],
    'response-word-operator-b': [
      'accepts any word as requested_response from operator B',
      mended(all(badResponse, operator('b')), { requested_response: 'success' }),
    ],
    'response-word-operator-c': [
      'accepts any word as requested_response from operator C',
      mended(all(badResponse, operator('c')), { requested_response: 'success' }),
    ],
    'response-word-means-failed': [
      'takes any other word as requested_response for failed',
      mended(badResponse, { requested_response: 'failed' }),
    ],
    'response-word-second-time': [
      'checks the word in requested_response only once',
      secondTime(mended(badResponse, { requested_response: 'success' })),
    ],
    'response-word-is-200': ['refuses another requested_response with HTTP 200', refusal(badResponse, status(200))],
    'response-word-is-500': ['breaks on another requested_response', refusal(badResponse, crash)],
  },
} satisfies Subject;
