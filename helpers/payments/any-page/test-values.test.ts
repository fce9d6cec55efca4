import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valuesShown } from './test-values.ts';

test('a sentence with two numbers is read in its two parts', () => {
  const text = 'Test mode: enter 123456 for a successful payment or 000000 for a failed payment.';
  assert.deepEqual(valuesShown(text, 'succeed'), ['123456']);
  assert.deepEqual(valuesShown(text, 'fail'), ['000000']);
});

test('numbers that the words do not tell apart lead to no end', () => {
  assert.deepEqual(valuesShown('Test numbers: 123456 and 000000 make a payment fail', 'succeed'), []);
  assert.deepEqual(valuesShown('Test mode: 123456 or 000000', 'fail'), []);
});
