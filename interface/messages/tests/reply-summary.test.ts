import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeShape, fieldsBeyond } from '../form.ts';
import { headersOf } from '../reply-summary.ts';

test('a form has types and names, but no data, and does not depend on the order of a list', () => {
  const one = { id: 'w1', details: {} };
  const other = { id: 'w2', details: { bank: 'x' }, note: null };
  const form = 'list of {details: {bank?: string}, id: string, note?: null}';
  assert.equal(describeShape([one, other]), form);
  assert.equal(describeShape([other, one, one]), form);
  assert.equal(describeShape({ USD: '1.00', XTS: '2.00' }), '{<currency>: string}');
  assert.equal(fieldsBeyond([{ id: 1 }, { id: 2, b: 1 }, { a: 1 }], ['id']), 'a, b');
});

test('headers are listed by name, without those of a single transfer', () => {
  const headers = { 'content-type': 'application/json; Charset=UTF-8', 'cache-control': 'max-age=37', date: 'now' };
  assert.equal(
    headersOf({ ...headers, 'x-request-id': '5d0c' }),
    'content-type application/json; charset=utf-8, cache-control max-age=#, further: x-request-id',
  );
});
