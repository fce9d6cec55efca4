import { answer, anyAnswer, body } from '../../../faults/changes.ts';
import {
  all,
  any,
  failureRequested,
  fetchCallback,
  guarded,
  not,
  operator,
  startCheckout,
} from '../../../faults/places.ts';
import { question } from '../../reading.ts';

/** How operators B and C answer `requested_response: failed` (`2.4`). */
export const operators = {
  'a code in other answers': question('answers initiations operators refusals', '', {
    'codes-of-status-everywhere': [
      'adds the HTTP status as code to all answers, except for operator C and callback fetches',
      anyAnswer(all(any(guarded, startCheckout), not(operator('c')), not(fetchCallback)), ({ json, status }) => {
        json['code'] ??= status;
      }),
    ],
  }),
  'failure of operator B': question('operators', 'operator-b.failure-answer', {
    'operator-b-fails-later': ['sends the prompt of operator B first, and fails the payment later'],
  }),
  'failure of operator C': question('operators', 'operator-c.failure-answer', {
    'operator-c-fails-at-once': [
      'answers a simulated failure of operator C like one of operator A',
      answer(
        all(operator('c'), failureRequested),
        body(({ transaction_id, transaction_reference }) => ({
          result: 'error',
          transaction_id,
          transaction_reference,
          message: 'The payment failed, as requested.',
          checkout_id: 'chk-0-1',
        })),
      ),
    ],
    'operator-c-answers-failed': [
      'answers a simulated failure of operator C with status failed',
      answer(
        all(operator('c'), failureRequested),
        body((fields) => ({ ...fields, status: 'failed' })),
      ),
    ],
  }),
};
