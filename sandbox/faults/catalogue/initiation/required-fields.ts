import { body, readsAs, refusal, refusedAs } from '../../changes.ts';
import { faultyRequest, refusedWith, type Answers } from '../../answer-faults.ts';
import type { Place } from '../../named-places.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Subject, Where } from '../../exchange.ts';
import { all, initiate, lacks, not } from '../../places.ts';

const empty: Where = all(initiate, ({ input }) => Object.keys(input).length === 0);
const initiationWithout = (field: string): Place & Answers =>
  faultyRequest(`an initiation without ${field}`, all(initiate, lacks(field), not(empty)));
const noAmount = initiationWithout('amount');
const noEmail = initiationWithout('email');
const noCurrency = initiationWithout('currency');
const emptyBody = faultyRequest('an empty body', empty);

const amount = { amount: 1050 };
const email = { email: 'customer@example.com' };
const currency = { currency: 'XTS' };
const everyFlow = ['hosted', 'operator-a', 'operator-b', 'operator-c'] as const;

/** Fields an initiation must have (`2.1`). */
export const requiredFields: Subject = {
  'txn.amount-required': {
    ...acceptedWhen('amount-absent', noAmount, amount, 'anywhere', ...everyFlow, 'asked-to-fail', 'second-time'),
    ...refusedWith('amount-absent', noAmount, 422, 500),
  },
  'txn.email-required': {
    ...acceptedWhen('email-absent', noEmail, email, 'anywhere', ...everyFlow, 'asked-to-fail', 'with-reference'),
    ...refusedWith('email-absent', noEmail, 500),
  },
  'txn.currency-required': {
    ...acceptedWhen('currency-absent', noCurrency, currency, 'anywhere', ...everyFlow, 'asked-to-fail'),
    ...refusedWith('currency-absent', noCurrency, 200, 422, 500),
  },
  'txn.body-empty': {
    'body-empty-accepted': ['accepts an empty body', readsAs(empty, { ...amount, ...email, ...currency })],
    'body-empty-is-401': ['answers an empty body with HTTP 401', refusal(empty, refusedAs(401))],
    'body-empty-is-404': ['answers an empty body with HTTP 404', refusal(empty, refusedAs(404))],
    ...refusedWith('body-empty', emptyBody, 422, 500),
    'body-empty-is-success': [
      'refuses an empty body with result success',
      emptyBody.changed(body(() => ({ result: 'success', message: 'Nothing to do.' }))),
    ],
  },
};
