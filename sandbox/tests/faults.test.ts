import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createControlServer } from '../control-server.ts';
import { bearer, payment, publishableKey, sandboxFor } from './support/sandbox.ts';

const faulty = (t: TestContext, fault: string) => sandboxFor(t, { fault });

test('a fault changes the request, from the second one on if its name says so', async (t) => {
  for (const [fault, expected] of [
    ['amount-absent-anywhere', [200, 200]],
    ['amount-absent-second-time', [400, 200]],
  ] as const) {
    const { ask } = faulty(t, fault);
    const once = async () => (await ask('POST', '/v1/transactions', payment({ amount: undefined }))).status;
    assert.deepEqual([await once(), await once()], expected);
  }
});

test('a fault accepts a wrong key at one endpoint, or executes a request that it refuses', async (t) => {
  const keys = faulty(t, 'key-publishable-wallets');
  const publishable = { authorization: `Bearer ${publishableKey}` };
  assert.equal((await keys.ask('GET', '/v1/wallets/list', undefined, publishable)).status, 200);
  assert.equal((await keys.ask('GET', '/v1/wallets/balance', undefined, publishable)).status, 401);
  const { ask } = faulty(t, 'delete-applied-without-key');
  const { body } = await ask('POST', '/v1/callback/create', { url: 'http://127.0.0.1:9/' });
  assert.equal((await ask('DELETE', `/v1/callback/delete/${body.id}`, undefined, {})).status, 401);
  assert.equal((await ask('GET', `/v1/callback/fetch/${body.id}`)).status, 404);
});

test('the control server serves one sandbox for each fault or combination of variants', async (t) => {
  const server = createControlServer();
  t.after(() => server.close());
  const control = await server.listen(0);
  const instance = async (name: string) => (await fetch(`${control}/sandbox/instances/${name}`)).json() as Promise<any>;
  const names = ['wallets-is-404', 'wallets-is-404', 'none', 'one-wallet,ids-count-up'];
  const [one, again, none, both] = await Promise.all(names.map(instance));
  assert.equal(one.address, again.address);
  const list = (address: string) => fetch(`${address}/v1/wallets/list`, { headers: bearer });
  assert.deepEqual([(await list(one.address)).status, (await list(none.address)).status], [404, 200]);
  const { wallets } = (await (await list(both.address)).json()) as any;
  assert.equal(wallets.length, 1);
  assert.match((await instance('wallets-is-403')).message, /no fault 'wallets-is-403'/);
  await fetch(`${control}/sandbox/instances/wallets-is-404`, { method: 'DELETE' });
  await assert.rejects(list(one.address));
});
