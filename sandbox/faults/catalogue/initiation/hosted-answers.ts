import { answer, ofFirst, refusedAs, renamed, secondTime, converted, without } from '../../changes.ts';
import { acceptedAs, answersTo, fieldFaults, notText, refusesQuery } from '../../answer-faults.ts';
import type { Change, Subject } from '../../exchange.ts';
import { all, given, hosted, lacks, oneAddress } from '../../places.ts';

const answered = answersTo('the answer for the hosted page', hosted);
const minimal = answersTo(
  'an initiation for the hosted page',
  all(hosted, lacks('transaction_reference'), lacks('success_url'), lacks('failure_url')),
);
const full = answersTo(
  'an initiation with every optional field',
  all(hosted, given('transaction_reference'), given('success_url'), given('failure_url')),
);
const withSuccessUrl = answersTo('the answer to an initiation with a success_url', all(hosted, given('success_url')));
const withoutSuccessUrl = answersTo(
  'the answer to an initiation without a success_url',
  all(hosted, lacks('success_url')),
);
const successUrlAlone = answersTo(
  'an initiation with only success_url',
  all(hosted, given('success_url'), lacks('failure_url')),
);
const failureUrlAlone = answersTo(
  'an initiation with only failure_url',
  all(hosted, given('failure_url'), lacks('success_url')),
);

const redirected: Change = (answer) => {
  answer.status = 302;
  answer.location = String(answer.json['hosted_url']);
};
const urlAs = (turn: (url: URL) => string) => answered.changed(converted('hosted_url', (url) => turn(new URL(url))));

/** The answer of the hosted-page flow (`2.2`, `4.1`). */
export const hostedAnswers: Subject = {
  'hosted.accepted': {
    ...acceptedAs('hosted', minimal, 201, 204, 400, 500),
    'hosted-is-redirect': ['answers an initiation with a redirect to the hosted page', minimal.changed(redirected)],
    ...acceptedAs('hosted-in-full', full, 201),
    'hosted-refused-second-time': ['accepts only the first initiation', secondTime(minimal.changed(refusedAs(400)))],
  },
  'hosted.result': fieldFaults('hosted-result', 'result', answered, { missing: undefined, error: 'error' }),
  'hosted.transaction-id': fieldFaults('hosted-id', 'transaction_id', answered, notText),
  'hosted.transaction-reference': fieldFaults('hosted-reference', 'transaction_reference', answered, notText),
  'hosted.message': fieldFaults('hosted-message', 'message', answered, notText),
  'hosted.url': {
    ...fieldFaults('hosted-url', 'hosted_url', answered, { 'left-out': undefined, number: 42, empty: '', null: null }),
    'hosted-url-relative': ['returns a path as hosted_url', urlAs((url) => url.pathname)],
    'hosted-url-without-scheme': ['returns hosted_url without its scheme', urlAs((url) => url.host + url.pathname)],
    'hosted-url-of-checkout': [
      'returns hosted_url under the name checkout_url',
      answered.changed(renamed('hosted_url', 'checkout_url')),
    ],
    'hosted-url-missing-with-urls': [
      'omits hosted_url when there is a success_url',
      withSuccessUrl.changed(without('hosted_url')),
    ],
    'hosted-url-missing-second-time': [
      'omits hosted_url from every answer but the first',
      secondTime(answered.changed(without('hosted_url'))),
    ],
  },
  'hosted.status': fieldFaults('hosted-status', 'status', answered, { success: 'success' }),
  'hosted.own-page': {
    'hosted-url-of-first': [
      'returns the address of the first payment for every payment',
      answered.changed(ofFirst('hosted_url')),
    ],
    'hosted-url-shared-with-urls': [
      'returns the address of the first payment for every payment with a success_url',
      withSuccessUrl.changed(ofFirst('hosted_url')),
    ],
    'hosted-url-shared-bare': [
      'returns the address of the first payment for every payment without a success_url',
      withoutSuccessUrl.changed(ofFirst('hosted_url')),
    ],
    'hosted-url-without-id': ['returns one address for all payments', urlAs((url) => new URL('/checkout', url).href)],
  },
  'hosted.every-optional-field': {
    ...acceptedAs('hosted-full', full, 201, 400, 500),
    'hosted-refuses-one-address': [
      'refuses an initiation with one address for both outcomes',
      answer(all(hosted, oneAddress), refusedAs(400)),
    ],
    'hosted-refuses-query': refusesQuery('an initiation', hosted),
    ...fieldFaults('hosted-full-result', 'result', full, { error: 'error' }),
  },
  'hosted.success-url-alone': {
    ...acceptedAs('success-url-alone', successUrlAlone, 400, 500),
    ...fieldFaults('success-url-alone-result', 'result', successUrlAlone, { error: 'error' }),
    ...fieldFaults('success-url-alone-hosted-url', 'hosted_url', successUrlAlone, { missing: undefined }),
  },
  'hosted.failure-url-alone': {
    ...acceptedAs('failure-url-alone', failureUrlAlone, 400, 500),
    ...fieldFaults('failure-url-alone-result', 'result', failureUrlAlone, { error: 'error' }),
    ...fieldFaults('failure-url-alone-hosted-url', 'hosted_url', failureUrlAlone, { missing: undefined }),
  },
};
