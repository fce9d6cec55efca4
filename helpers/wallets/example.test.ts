import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runExample } from '../callbacks/tests/run-example.ts';

test('the example runs unchanged, without a test runner', async () => {
  const { lines, loaded } = await runExample('helpers/wallets/example.ts');
  assert.match(lines[0] ?? '', /^\d+ wallets, 0 added, 0 removed$/);
  assert.match(lines[1] ?? '', /^wal_\w+: from [\d.]+ to [\d.]+$/);
  assert.match(lines[2] ?? '', /^the balance in [A-Z]{3}: HTTP 200, on the singular path 200$/);
  assert.ok(loaded.some((url) => url.endsWith('helpers/wallets/wallets.ts')));
  assert.deepEqual(
    loaded.filter((url) => /playwright/.test(url)),
    [],
  );
});
