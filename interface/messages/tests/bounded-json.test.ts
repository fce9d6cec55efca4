import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBounded } from '../bounded-json.ts';

const nested = (depth: number): string => '{"a":['.repeat(depth / 2) + '1' + ']}'.repeat(depth / 2);

test('ordinary JSON is parsed, whatever its strings contain', () => {
  for (const value of [null, 0, '', '\\"[', { a: [1, { b: '}]"\\' }] }, '['.repeat(100_000)]) {
    assert.deepEqual(parseBounded(JSON.stringify(value)), { value });
  }
  assert.deepEqual(parseBounded('[[['), { unreadable: 'not JSON' });
});

test('JSON that is nested too deeply, or has too many values, is rejected', () => {
  assert.ok('value' in parseBounded(nested(100)));
  assert.deepEqual(parseBounded(nested(200_000)), { unreadable: 'nested more than 100 deep' });
  assert.deepEqual(parseBounded(`[${'0,'.repeat(500_001)}0]`), { unreadable: 'of more than 500000 values' });
});
