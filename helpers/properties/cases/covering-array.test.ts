import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveringArray } from './covering-array.ts';

const combinations = (rows: readonly number[][], columns: readonly number[]): number =>
  new Set(rows.map((row) => columns.map((column) => row[column]).join())).size;

test('every pair of values of different columns occurs in a row', () => {
  const sizes = [9, 23, 6, 2, 3];
  const rows = coveringArray(sizes, 2);
  for (const [one, ofOne] of sizes.entries()) {
    for (const [other, ofOther] of sizes.entries()) {
      if (one < other) assert.equal(combinations(rows, [one, other]), ofOne * ofOther, `columns ${one} and ${other}`);
    }
  }
  assert.ok(rows.length < 1.1 * 9 * 23, `${rows.length} rows`);
});

test('every triple of values occurs with strength three, and the rows are deterministic', () => {
  const sizes = [4, 2, 2, 3];
  const rows = coveringArray(sizes, 3);
  for (const columns of [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 3],
    [1, 2, 3],
  ]) {
    const wanted = columns.reduce((product, column) => product * (sizes[column] ?? 0), 1);
    assert.equal(combinations(rows, columns), wanted, columns.join());
  }
  assert.deepEqual(coveringArray(sizes, 3), rows);
});

test('the array has every combination if its strength is the number of columns', () => {
  assert.equal(coveringArray([2, 3], 2).length, 6);
});
