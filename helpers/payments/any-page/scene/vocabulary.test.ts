import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from './vocabulary.ts';

test('the words of an answer show the outcome of a payment', () => {
  const ends = {
    succeed: [
      'Payment goes through',
      'Authenticated (Y)',
      'PAID',
      'Customer enters the right PIN',
      'PIN is correct',
      'Réussite',
    ],
    fail: [
      'Payment does not go through',
      'Not authenticated (N)',
      'NOT PAID',
      'Customer enters a wrong PIN',
      'Not enough money',
      'KO',
    ],
    cancel: ['Cancelled by the user', 'I changed my mind', 'Customer hangs up', 'Desistir'],
  };
  for (const [end, answers] of Object.entries(ends)) {
    for (const answer of answers) assert.equal(outcomeOf(answer), end, answer);
  }
});
