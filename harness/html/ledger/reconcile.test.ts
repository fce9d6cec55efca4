import assert from 'node:assert/strict';
import { mkdtempSync, appendFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Entry } from '../../../helpers/evidence/ledger/entries.ts';
import { beginLedger, bookOf, leaveLedger, openBook, readLedger } from '../../../helpers/evidence/ledger/book.ts';
import {
  noteFields,
  noteIntent,
  noteNotification,
  noteRedirect,
  noteWallets,
} from '../../../helpers/evidence/ledger/ledger.ts';
import { ledgerFacts } from './facts.ts';
import { isLost, reconcile } from './reconcile.ts';
import { answer, intent, word } from './tests/entries.ts';

const found = (...entries: Entry[]): string[] => reconcile(entries).contradictions.map(({ what }) => what);

test('contradictions that the interface excludes are found in every channel', () => {
  const a = [intent('a'), answer('a')];
  const b = intent('b');
  const rows: [string, Entry[]][] = [
    ['shared id', [...a, b, answer('b', { transactionId: 'txn-a' })]],
    ['shared id', [...a, intent('c', { reference: null }), answer('c', { transactionId: 'txn-a', reference: 'made' })]],
    ['other reference', [b, answer('b', { reference: 'ref-x' })]],
    ['other amount', [b, answer('b', { amount: 100_000 })]],
    ['other currency', [b, answer('b', { currency: 'USD' })]],
    ['other reference', [...a, word('redirect', { transactionId: 'txn-a', reference: 'ref-x' })]],
    ['other reference', [...a, word('webhook', { transactionId: 'txn-a', reference: 'ref-x' })]],
    ['other id', [...a, word('redirect', { transactionId: 'txn-x', reference: 'ref-a' })]],
    ['other id', [...a, word('webhook', { transactionId: 'txn-x', reference: 'ref-a' })]],
    ['other reference', [...a, b, answer('b'), word('redirect', { transactionId: 'txn-a', reference: 'ref-b' })]],
    ['other amount', [...a, word('page', { about: 'ref-a', shows: 'as many times as much' })]],
    ['other currency', [...a, word('page', { about: 'txn-a', shows: 'in another currency' })]],
    ['other reference', [...a, word('page', { about: 'ref-a', reference: 'ref-x' })]],
    ['unknown payment', [...a, word('redirect', { transactionId: 'txn-x', reference: 'ref-x' })]],
    ['unknown payment', [...a, word('redirect', { transactionId: 'txn-x' })]],
  ];
  for (const [what, entries] of rows) assert.deepEqual(found(...entries), [what], JSON.stringify(entries));
});

test('differences that the interface leaves open are not contradictions', () => {
  const a = [intent('a'), answer('a')];
  const rows: Entry[][] = [
    [...a, word('redirect', { transactionId: 'txn-a', reference: 'ref-a', status: 'success' })],
    // Two requests with the same reference may be the same payment.
    [...a, intent('b', { reference: 'ref-a' }), answer('b', { transactionId: 'txn-a', reference: 'ref-a' })],
    [intent('a', { reference: null }), answer('a', { reference: 'made' })],
    // The fields of a refusal are not specified.
    [intent('a'), answer('a', { http: 400, transactionId: null, reference: 'ref-x' })],
    // Notifications may be about payments of others, and the suite does not see the answer to a form.
    [...a, word('webhook', { transactionId: 'txn-x', reference: 'ref-x' })],
    [
      ...a,
      intent('f', { way: 'form', reference: null }),
      word('redirect', { transactionId: 'txn-f', reference: 'made' }),
    ],
    [...a, intent('l'), word('redirect', { transactionId: 'txn-l', reference: 'ref-l' })],
    // A page may show the amount in any unit, or not at all.
    [...a, word('page', { about: 'ref-a', shows: 'in subunits', reference: 'ref-a' })],
    [...a, word('page', { about: 'ref-a', shows: 'as another amount' }), word('page', { about: 'ref-elsewhere' })],
    // A declined payment may be tried again.
    [
      ...a,
      word('redirect', { transactionId: 'txn-a', status: 'failed' }),
      word('redirect', { transactionId: 'txn-a', status: 'success' }),
    ],
  ];
  for (const entries of rows) assert.deepEqual(found(...entries), [], JSON.stringify(entries));
});

test('different states and changed wallets are listed but are not contradictions', () => {
  const { observed, contradictions, wallets, strays } = reconcile([
    intent('a'),
    answer('a'),
    word('redirect', { transactionId: 'txn-a', status: 'success' }),
    word('webhook', { transactionId: 'txn-a', status: 'failed' }),
    ...['10.00', '20.00'].map((balance, at) => ({ kind: 'wallet' as const, at, id: 'w', currency: 'XTS', balance })),
  ]);
  assert.deepEqual(observed, [{ said: 'redirect success, then webhook failed', intents: ['a'] }]);
  assert.deepEqual(wallets, [{ id: 'w', currency: 'XTS', from: '10.00', to: '20.00' }]);
  assert.deepEqual([contradictions, strays], [[], []]);
});

test('each service has its own book, and nothing is written after leaving the ledger', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  t.after(() => {
    openBook('');
    delete process.env.LEDGER_FOLDER;
    rmSync(folder, { recursive: true });
  });
  beginLedger(folder);
  openBook(bookOf('http://127.0.0.1:4711/base'));
  noteFields('form', { amount: '5' });
  leaveLedger();
  noteFields('form', { amount: '5' });
  assert.equal(readLedger(join(folder, 'at-4711')).length, 1);
  assert.equal(readLedger(folder).length, 0);
});

test('a payment without an answer in any channel is lost', () => {
  const { asked } = reconcile([intent('a'), answer('a', { http: null }), intent('b'), answer('b'), intent('c')]);
  assert.deepEqual(
    asked.filter(isLost).map((one) => one.intent.id),
    ['a', 'c'],
  );
});

test('an intent is written before its answer, and truncated lines are ignored', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  t.after(() => rmSync(folder, { recursive: true }));
  beginLedger(folder);
  t.after(() => delete process.env.LEDGER_FOLDER);
  const body = '{"amount":5,"currency":"XTS","transaction_reference":"r"}';
  assert.equal(noteIntent('GET', '/v1/transactions', body), undefined);
  assert.equal(noteIntent('POST', '/v1/callback/create', body), undefined);
  const answered = noteIntent('POST', '/v1/transactions', body);
  assert.deepEqual(
    readLedger(folder).map(({ kind }) => kind),
    ['intent'],
  );
  answered?.(200, { transaction_id: 't', amount: '7' });
  noteFields('form', { amount: '5' });
  noteRedirect([
    ['transaction_id', 't'],
    ['status', 'success'],
  ]);
  noteNotification('{"event":"payment.completed","data":{"transaction_id":"t"}}');
  const wallets = [{ wallet_id: 'w', currency: 'XTS', balance: '1' }, { wallet_id: 7 }, 'x'];
  noteWallets('/v1/wallets/list?limit=1', 200, { wallets });
  noteWallets('/v1/wallets/list', 200, { wallets });
  appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{"kind":"intent","id');
  const facts = ledgerFacts(folder);
  assert.deepEqual(facts, {
    intents: 2,
    lost: 0,
    redirects: 1,
    notifications: 1,
    strays: 0,
    differing: 0,
    moved: 0,
    contradictions: [{ what: 'other amount', said: 'asked for 5, answered 7' }],
  });
});
