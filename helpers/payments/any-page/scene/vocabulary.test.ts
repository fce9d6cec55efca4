import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from './vocabulary.ts';

test('the end of a payment is told from what it says of it', () => {
  const ends = {
    succeed: ['Payment goes through', 'Authenticated (Y)', 'PAID', 'Customer enters the right PIN'],
    fail: ['Payment does not go through', 'Not authenticated (N)', 'NOT PAID', 'Customer enters a wrong PIN'],
    cancel: ['Cancelled by the user', 'I changed my mind'],
  };
  for (const [end, answers] of Object.entries(ends)) {
    for (const answer of answers) assert.equal(outcomeOf(answer), end, answer);
  }
});
