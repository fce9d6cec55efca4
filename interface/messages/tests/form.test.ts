import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsBeyond, describeShape } from '../form.ts';

test('the form of a value has its types and names, not its data', () => {
  assert.equal(describeShape({ b: 1, a: [{ id: 'x1' }] }), '{a: list of {id: string}, b: number}');
  assert.equal(describeShape(null), 'null');
  assert.equal(describeShape([]), 'empty list');
});

test('neither order nor number of the elements of a list can be seen', () => {
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

test('fields beyond the known ones are sorted, of one object or of several', () => {
  assert.equal(fieldsBeyond({ z: 1, id: 2, a: 3 }, ['id']), 'a, z');
  assert.equal(fieldsBeyond([{ id: 1 }, { id: 2, b: 1 }, { a: 1, b: 2 }], ['id']), 'a, b');
  assert.equal(fieldsBeyond([], ['id']), 'none');
  assert.equal(fieldsBeyond('text', ['id']), 'none');
});

test('an object of very many fields is looked at as quickly as its size allows', () => {
  const letters = (index: number): string =>
    index.toString(36).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '');
  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [letters(index), index]));
  const startedAt = performance.now();
  assert.match(describeShape(many), /^\{/);
  assert.ok(performance.now() - startedAt < 10_000);
});
