import assert from 'node:assert/strict';
import { publishableKey, sandboxFor, secretKey } from './support/sandbox.ts';
import { test } from 'node:test';

const endpoints: ['GET' | 'POST' | 'PUT' | 'DELETE', string][] = [
  ['POST', '/v1/transactions'],
  ['GET', '/v1/wallets/list'],
  ['GET', '/v1/wallets/balance'],
  ['GET', '/v1/wallet/balance'],
  ['POST', '/v1/callback/create'],
  ['GET', '/v1/callback/fetch/cb_1'],
  ['PUT', '/v1/callback/update/cb_1'],
  ['DELETE', '/v1/callback/delete/cb_1'],
];
const wrong = [
  '',
  'Bearer ',
  secretKey,
  `Basic ${secretKey}`,
  'Bearer sk_test_other',
  `Bearer ${publishableKey}`,
  `Bearer ${secretKey.slice(0, -1)}`,
  `Bearer ${secretKey}0`,
  `Bearer ${secretKey} ${secretKey}`,
];

for (const [method, path] of endpoints) {
  test(`${method} ${path} accepts only the secret key (5 7)`, async (t) => {
    const { ask } = sandboxFor(t);
    for (const headers of [{}, ...wrong.map((authorization) => ({ authorization }))]) {
      const { status, body } = await ask(method, path, undefined, headers);
      assert.deepEqual([status, Object.keys(body), body.result], [401, ['result', 'message'], 'error']);
    }
    assert.notEqual((await ask(method, path, method === 'GET' ? undefined : {})).status, 401);
  });
}
