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

test('a page that names a value for either end need not say that it is one of a test environment', () => {
  assert.deepEqual(valuesShown('Enter 111111 to approve or 999999 to reject.', 'fail'), ['999999']);
  assert.deepEqual(valuesShown('Your order 4711 was approved', 'succeed'), []);
  assert.deepEqual(valuesShown('Enter 111111 to approve', 'succeed'), []);
});
