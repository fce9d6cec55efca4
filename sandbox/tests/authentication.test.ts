import assert from 'node:assert/strict';
import { payment, publishableKey, sandboxFor, secretKey } from './support/sandbox.ts';
import { test } from './support/test.ts';

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

const wrongHeaders: Record<string, object> = {
  none: {},
  empty: { authorization: '' },
  'scheme alone': { authorization: 'Bearer ' },
  'key alone': { authorization: secretKey },
  'other scheme': { authorization: `Basic ${secretKey}` },
  'other key': { authorization: 'Bearer sk_test_other' },
  publishable: { authorization: `Bearer ${publishableKey}` },
  truncated: { authorization: `Bearer ${secretKey.slice(0, -1)}` },
  extended: { authorization: `Bearer ${secretKey}0` },
  'two words': { authorization: `Bearer ${secretKey} ${secretKey}` },
  'two spaces': { authorization: `Bearer  ${secretKey}` },
};

for (const [method, path] of endpoints) {
  test(`${method} ${path} accepts only the secret key (5 7)`, async (t) => {
    const { ask } = sandboxFor(t);
    for (const [what, headers] of Object.entries(wrongHeaders)) {
      const { status, body } = await ask(method, path, undefined, headers);
      assert.equal(status, 401, what);
      assert.deepEqual(Object.keys(body), ['result', 'message']);
      assert.equal(body.result, 'error');
    }
    const right = await ask(method, path, method === 'GET' ? undefined : {});
    assert.notEqual(right.status, 401);
  });
}

test('the key is checked before the body', async (t) => {
  const { ask } = sandboxFor(t);
  const { status } = await ask('POST', '/v1/transactions', '{"broken', { 'content-type': 'application/json' });
  assert.equal(status, 401);
});

test('a key in the body or in the query is not accepted', async (t) => {
  const { ask } = sandboxFor(t);
  const body = payment({ secret_key: secretKey, authorization: `Bearer ${secretKey}` });
  assert.equal((await ask('POST', `/v1/transactions?secret_key=${secretKey}`, body, {})).status, 401);
});

test('the scheme may be written in any case', async (t) => {
  const { ask } = sandboxFor(t);
  assert.equal((await ask('GET', '/v1/wallets/list', undefined, { authorization: `bearer ${secretKey}` })).status, 200);
});

test('a refused change has no effect', async (t) => {
  const { ask } = sandboxFor(t);
  const { id, callback } = (await ask('POST', '/v1/callback/create', { url: 'http://127.0.0.1:9/' })).body;
  const wrong = { authorization: `Bearer ${publishableKey}` };
  await ask('PUT', `/v1/callback/update/${id}`, { is_active: false }, wrong);
  await ask('DELETE', `/v1/callback/delete/${id}`, undefined, wrong);
  assert.deepEqual((await ask('GET', `/v1/callback/fetch/${id}`)).body.callback, callback);
});
