import { mended, refusal, secondTime, status, body, refusedAs, crash } from '../../changes.ts';
import type { Subject, Where } from '../../exchange.ts';
import { all, not, initiate, given, lacks, hosted, operator } from '../../places.ts';

const empty: Where = all(initiate, ({ asked }) => Object.keys(asked).length === 0);
const noAmount = all(initiate, lacks('amount'), not(empty));
const noEmail = all(initiate, lacks('email'), not(empty));
const noCurrency = all(initiate, lacks('currency'), not(empty));

/** Fields an initiation must have (`2.1`). */
export const requiredFields = {
  'txn.amount-required': {
    'amount-absent-anywhere': ['accepts an initiation without amount', mended(noAmount, { amount: 1050 })],
    'amount-absent-hosted': [
      'accepts an initiation without amount for the hosted page',
      mended(all(noAmount, hosted), { amount: 1050 }),
    ],
    'amount-absent-operator-a': [
      'accepts an initiation without amount from operator A',
      mended(all(noAmount, operator('a')), { amount: 1050 }),
    ],
    'amount-absent-operator-b': [
      'accepts an initiation without amount from operator B',
      mended(all(noAmount, operator('b')), { amount: 1050 }),
    ],
    'amount-absent-operator-c': [
      'accepts an initiation without amount from operator C',
      mended(all(noAmount, operator('c')), { amount: 1050 }),
    ],
    'amount-absent-second-time': ['insists on amount only once', secondTime(mended(noAmount, { amount: 1050 }))],
    'amount-absent-is-422': ['refuses an initiation without amount with HTTP 422', refusal(noAmount, status(422))],
    'amount-absent-is-500': ['breaks on an initiation without amount', refusal(noAmount, crash)],
  },
  'txn.email-required': {
    'email-absent-anywhere': [
      'accepts an initiation without email',
      mended(noEmail, { email: 'customer@example.com' }),
    ],
    'email-absent-hosted': [
      'accepts an initiation without email for the hosted page',
      mended(all(noEmail, hosted), { email: 'customer@example.com' }),
    ],
    'email-absent-operator-a': [
      'accepts an initiation without email from operator A',
      mended(all(noEmail, operator('a')), { email: 'customer@example.com' }),
    ],
    'email-absent-operator-b': [
      'accepts an initiation without email from operator B',
      mended(all(noEmail, operator('b')), { email: 'customer@example.com' }),
    ],
    'email-absent-operator-c': [
      'accepts an initiation without email from operator C',
      mended(all(noEmail, operator('c')), { email: 'customer@example.com' }),
    ],
    'email-absent-with-reference': [
      'accepts an initiation without email when it has a reference',
      mended(all(noEmail, given('transaction_reference')), { email: 'customer@example.com' }),
    ],
    'email-absent-is-500': ['breaks on an initiation without email', refusal(noEmail, crash)],
  },
  'txn.currency-required': {
    'currency-absent-anywhere': ['accepts an initiation without currency', mended(noCurrency, { currency: 'XTS' })],
    'currency-absent-hosted': [
      'accepts an initiation without currency for the hosted page',
      mended(all(noCurrency, hosted), { currency: 'XTS' }),
    ],
    'currency-absent-operator-a': [
      'accepts an initiation without currency from operator A',
      mended(all(noCurrency, operator('a')), { currency: 'XTS' }),
    ],
    'currency-absent-operator-b': [
      'accepts an initiation without currency from operator B',
      mended(all(noCurrency, operator('b')), { currency: 'XTS' }),
    ],
    'currency-absent-operator-c': [
      'accepts an initiation without currency from operator C',
      mended(all(noCurrency, operator('c')), { currency: 'XTS' }),
    ],
    'currency-absent-is-200': [
      'refuses an initiation without currency with HTTP 200',
      refusal(noCurrency, status(200)),
    ],
    'currency-absent-is-422': [
      'refuses an initiation without currency with HTTP 422',
      refusal(noCurrency, status(422)),
    ],
    'currency-absent-is-500': ['breaks on an initiation without currency', refusal(noCurrency, crash)],
  },
  'txn.body-empty': {
    'body-empty-accepted': [
      'accepts an empty body',
      mended(empty, { amount: 1050, email: 'customer@example.com', currency: 'XTS' }),
    ],
    'body-empty-is-401': ['takes an empty body for a missing key', refusal(empty, refusedAs(401))],
    'body-empty-is-404': ['answers an empty body with HTTP 404', refusal(empty, refusedAs(404))],
    'body-empty-is-422': ['refuses an empty body with HTTP 422', refusal(empty, status(422))],
    'body-empty-is-500': ['breaks on an empty body', refusal(empty, crash)],
    'body-empty-is-success': [
      'refuses an empty body with result success',
      refusal(
        empty,
        body(() => ({ result: 'success', message: 'Nothing to do.' })),
      ),
    ],
  },
} satisfies Subject;
