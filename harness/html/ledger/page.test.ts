import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostile } from '../../digest/tests/example-run.ts';
import { testPages } from '../tests/test-page.ts';
import { ledgerPage } from './page.ts';
import { reconcile } from './reconcile.ts';
import { answer, intent, word } from './tests/entries.ts';

const text = ledgerPage(
  reconcile([
    intent('a'),
    answer('a', { amount: 100_000, checkoutId: 'x'.repeat(200) }),
    word('page', { about: 'ref-a', shows: 'in main units' }),
    word('redirect', { transactionId: 'txn-a', status: 'success' }),
    word('webhook', { transactionId: 'txn-a', status: hostile }),
    intent('b', { reference: hostile, method: hostile }),
    { kind: 'wallet', at: 1, id: 'w', currency: hostile, balance: '1' },
  ]),
);

testPages({ 'the page of the ledger': text });

test('the page has a lane for each channel, and links contradictions to their payments', () => {
  for (const part of [
    'other amount: asked for 1000, answered 100000; judged by txn.amount-echo',
    '<a href="#p1">p1</a>',
    ...['asked', 'answer', 'page', 'redirect', 'webhook'].map((lane) => `<b>${lane}</b>`),
    '1 of unknown fate',
    'stayed at',
  ]) {
    assert.ok(text.replace(/\s+/g, ' ').replaceAll('&quot;', '"').includes(part), part);
  }
  assert.doesNotMatch(text, /\u202e/);
});

test('payments with contradictions are shown first when there are too many payments', () => {
  const many = Array.from({ length: 1_600 }, (_, index) => intent(`n${index}`));
  const page = ledgerPage(
    reconcile([...many.flatMap((one) => [one, answer(one.id)]), intent('z'), answer('z', { currency: 'USD' })]),
  );
  assert.match(page, /Payments: 1500 of 1601/);
  assert.match(page, /ref-z/);
});
