import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf, outcomeOf, type Meaning } from './vocabulary.ts';
import type { Control } from './scene.ts';

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

test('the purpose of a button is derived from its label', () => {
  const buttons: Partial<Record<Meaning, string[]>> = {
    forward: ['Choose how to pay', 'See payment options', 'Show payment methods'],
    tools: ['Developer tools', 'Open test panel', 'Simulate response…', 'Simulate the customer answer', 'Test mode'],
    fail: ['Simulate a failed response'],
    pay: ['Simulate payment'],
    neutral: ['How to pay', 'See other payment methods', 'View supported payment methods'],
    unknown: ['Test', 'Simulator'],
  };
  for (const [meaning, names] of Object.entries(buttons)) {
    for (const name of names) {
      assert.equal(meaningOf({ kind: 'button', name, row: '' } as Control, []), meaning, name);
    }
  }
  assert.equal(meaningOf({ kind: 'link', name: 'Developer tools', row: '' } as Control, []), 'neutral');
});
