import { answer, secondTime, without, as, turned, renamed, ofFirst, status, refusedAs, crash } from '../../changes.ts';
import type { Change, Subject } from '../../exchange.ts';
import { all, given, lacks, hosted } from '../../places.ts';

const minimal = all(hosted, lacks('transaction_reference'), lacks('success_url'), lacks('failure_url'));
const full = all(hosted, given('transaction_reference'), given('success_url'), given('failure_url'));
const onlySuccess = all(hosted, given('success_url'), lacks('failure_url'));
const onlyFailure = all(hosted, given('failure_url'), lacks('success_url'));

const redirected: Change = (answer) => {
  answer.status = 302;
  answer.location = String(answer.json['hosted_url']);
};

/** The answer of the hosted-page flow (`2.2`, `4.1`). */
export const hostedAnswers = {
  'hosted.accepted': {
    'hosted-is-201': ['answers an initiation for the hosted page with HTTP 201', answer(minimal, status(201))],
    'hosted-is-204': ['answers an initiation for the hosted page with HTTP 204', answer(minimal, status(204))],
    'hosted-is-400': ['refuses an initiation for the hosted page with HTTP 400', answer(minimal, refusedAs(400))],
    'hosted-is-500': ['breaks on an initiation for the hosted page', answer(minimal, crash)],
    'hosted-is-redirect': ['answers an initiation with a redirect to the hosted page', answer(minimal, redirected)],
    'hosted-in-full-is-201': [
      'answers an initiation with every optional field with HTTP 201',
      answer(full, status(201)),
    ],
    'hosted-refused-second-time': ['takes one initiation, then no more', secondTime(answer(minimal, refusedAs(400)))],
  },
  'hosted.result': {
    'hosted-result-missing': ['leaves result out of its answer', answer(hosted, without('result'))],
    'hosted-result-error': ['answers result error in its answer', answer(hosted, as('result', 'error'))],
  },
  'hosted.transaction-id': {
    'hosted-id-missing': ['leaves transaction_id out of its answer', answer(hosted, without('transaction_id'))],
    'hosted-id-number': ['answers transaction_id as a number in its answer', answer(hosted, as('transaction_id', 42))],
    'hosted-id-empty': ['leaves transaction_id empty in its answer', answer(hosted, as('transaction_id', ''))],
  },
  'hosted.transaction-reference': {
    'hosted-reference-missing': [
      'leaves transaction_reference out of its answer',
      answer(hosted, without('transaction_reference')),
    ],
    'hosted-reference-number': [
      'answers transaction_reference as a number in its answer',
      answer(hosted, as('transaction_reference', 42)),
    ],
    'hosted-reference-empty': [
      'leaves transaction_reference empty in its answer',
      answer(hosted, as('transaction_reference', '')),
    ],
  },
  'hosted.message': {
    'hosted-message-missing': ['leaves message out of its answer', answer(hosted, without('message'))],
    'hosted-message-number': ['answers message as a number in its answer', answer(hosted, as('message', 42))],
    'hosted-message-empty': ['leaves message empty in its answer', answer(hosted, as('message', ''))],
  },
  'hosted.url': {
    'hosted-url-left-out': ['leaves hosted_url out of its answer', answer(hosted, without('hosted_url'))],
    'hosted-url-number': ['answers hosted_url as a number in its answer', answer(hosted, as('hosted_url', 42))],
    'hosted-url-empty': ['leaves hosted_url empty in its answer', answer(hosted, as('hosted_url', ''))],
    'hosted-url-null': ['answers null for hosted_url in its answer', answer(hosted, as('hosted_url', null))],
    'hosted-url-relative': [
      'answers a path as hosted_url',
      answer(
        hosted,
        turned('hosted_url', (url) => new URL(url).pathname),
      ),
    ],
    'hosted-url-without-scheme': [
      'answers hosted_url without its scheme',
      answer(
        hosted,
        turned('hosted_url', (url) => new URL(url).host + new URL(url).pathname),
      ),
    ],
    'hosted-url-of-checkout': [
      'answers the address as checkout_url',
      answer(hosted, renamed('hosted_url', 'checkout_url')),
    ],
    'hosted-url-missing-with-urls': [
      'leaves hosted_url out when there is a success_url',
      answer(all(hosted, given('success_url')), without('hosted_url')),
    ],
    'hosted-url-missing-second-time': [
      'leaves hosted_url out of every answer but the first',
      secondTime(answer(hosted, without('hosted_url'))),
    ],
  },
  'hosted.own-page': {
    'hosted-url-of-first': [
      'answers the address of the first payment for every payment',
      answer(hosted, ofFirst('hosted_url')),
    ],
    'hosted-url-shared-with-urls': [
      'answers the address of the first payment for every payment with a success_url',
      answer(all(hosted, given('success_url')), ofFirst('hosted_url')),
    ],
    'hosted-url-shared-bare': [
      'answers the address of the first payment for every payment without a success_url',
      answer(all(hosted, lacks('success_url')), ofFirst('hosted_url')),
    ],
    'hosted-url-without-id': [
      'answers one address for all payments',
      answer(
        hosted,
        turned('hosted_url', (url) => new URL('/checkout', url).href),
      ),
    ],
  },
  'hosted.every-optional-field': {
    'hosted-full-is-201': ['answers an initiation with every optional field with HTTP 201', answer(full, status(201))],
    'hosted-full-is-400': [
      'refuses an initiation with every optional field with HTTP 400',
      answer(full, refusedAs(400)),
    ],
    'hosted-full-is-500': ['breaks on an initiation with every optional field', answer(full, crash)],
    'hosted-full-result-error': [
      'answers result error to an initiation with every optional field',
      answer(full, as('result', 'error')),
    ],
  },
  'hosted.success-url-alone': {
    'success-url-alone-is-400': [
      'refuses an initiation with success_url alone with HTTP 400',
      answer(onlySuccess, refusedAs(400)),
    ],
    'success-url-alone-is-500': ['breaks on an initiation with success_url alone', answer(onlySuccess, crash)],
    'success-url-alone-result-error': [
      'answers result error to an initiation with success_url alone',
      answer(onlySuccess, as('result', 'error')),
    ],
  },
  'hosted.failure-url-alone': {
    'failure-url-alone-is-400': [
      'refuses an initiation with failure_url alone with HTTP 400',
      answer(onlyFailure, refusedAs(400)),
    ],
    'failure-url-alone-is-500': ['breaks on an initiation with failure_url alone', answer(onlyFailure, crash)],
    'failure-url-alone-result-error': [
      'answers result error to an initiation with failure_url alone',
      answer(onlyFailure, as('result', 'error')),
    ],
  },
} satisfies Subject;
