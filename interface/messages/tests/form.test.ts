import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsBeyond, describeShape } from '../form.ts';

test('the form of a value contains types and names, but no data', () => {
  assert.equal(describeShape({ b: 1, a: [{ id: 'x1' }] }), '{a: list of {id: string}, b: number}');
  assert.equal(describeShape(null), 'null');
  assert.equal(describeShape([]), 'empty list');
});

test('the form does not depend on order and number of the elements of a list', () => {
  const one = { id: 'w1', details: {} };
  const other = { id: 'w2', details: { bank: 'x' }, note: null };
  const form = 'list of {details: {bank?: string}, id: string, note?: null}';
  assert.equal(describeShape([one, other]), form);
  assert.equal(describeShape([other, one, one]), form);
  assert.equal(describeShape([1, 'a', null, 2]), 'list of null or number or string');
});

test('names that are data are not shown', () => {
  assert.equal(describeShape({ USD: '1.00', XTS: '2.00' }), '{<currency>: string}');
  assert.equal(
    describeShape({ 'w-90817': { balance: '1' }, 'w-90818': { balance: '2' } }),
    '{<key>: {balance: string}}',
  );
});

test('further fields of one object or several are sorted', () => {
  assert.equal(fieldsBeyond({ z: 1, id: 2, a: 3 }, ['id']), 'a, z');
  assert.equal(fieldsBeyond([{ id: 1 }, { id: 2, b: 1 }, { a: 1, b: 2 }], ['id']), 'a, b');
  assert.equal(fieldsBeyond([], ['id']), 'none');
  assert.equal(fieldsBeyond('text', ['id']), 'none');
});

test('an object with very many fields is described in linear time', () => {
  const letters = (index: number): string =>
    index.toString(36).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '');
  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [letters(index), index]));
  const startedAt = performance.now();
  assert.match(describeShape(many), /^\{/);
  assert.ok(performance.now() - startedAt < 10_000);
});
