import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalize } from './placeholders.ts';

test('parts that differ from run to run are replaced', () => {
  for (const [text, left] of [
    ['see http://127.0.0.1:5103/docs?a=1, please', 'see <address> please'],
    ['no callback 3f0c7d6e-1b2c-4d5e-8f90-aabbccddeeff here', 'no callback # here'],
    ['reference Ref-12ab34-X was used at 2026-11-21T10:00:00.123Z', 'reference # was used at #'],
    ['on 2026-11-21 10:00:00', 'on #'],
    ['amount 1000 exceeds 99999', 'amount # exceeds #'],
    ['customer a.b@shop.example is unknown', 'customer <email> is unknown'],
  ] as const) {
    assert.equal(normalize(text), left);
  }
});

test('meaningful parts are kept', () => {
  for (const text of [
    'HTTP 404, result error, naming field_2',
    'GET by HTTP 303, further parameters: none',
    'date_created 0000-00-00T00:00:00.000Z',
    'POST application/json; charset=utf-8 {a: list of {b: string}}',
    'several wallets, with limit 1: 1',
  ]) {
    assert.equal(normalize(text), text);
  }
  assert.equal(normalize('x'.repeat(5000)).length, 1000);
});
