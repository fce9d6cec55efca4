import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runExample } from './run-example.ts';

test('the example runs unchanged, without a test runner', async () => {
  const { lines, loaded } = await runExample('helpers/callbacks/example.ts');
  assert.deepEqual(lines, ['description "orders of the shop", active: true', 'notified with POST, application/json']);
  assert.ok(loaded.some((url) => url.endsWith('helpers/callbacks/callbacks.ts')));
  assert.deepEqual(
    loaded.filter((url) => /playwright/.test(url)),
    [],
  );
});
