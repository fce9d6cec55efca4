import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createControlServer } from '../../program/control-server.ts';
import { createSandbox } from '../../create-sandbox.ts';
import { faults, findFault, nearestNames } from '../../faults/catalogue.ts';
import { onOneConnection } from '../support/faults/transcript.ts';
import { receiverFor } from '../support/receiver.ts';
import { bearer, eventually, mobileMoney, payment, publishableKey, sandboxFor, secretKey } from '../support/sandbox.ts';
import { test } from '../support/test.ts';

test('the catalogue is large, and each fault has a unique name, a rule and a sentence', () => {
  assert.ok(faults.length >= 330, `${faults.length} faults`);
  assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length);
  for (const { name, rule, what } of faults) {
    assert.match(name, /^[a-z]+(-[a-z0-9]+)+$/);
    assert.match(rule, /^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/, name);
    assert.match(what, /^[a-z].{8,}[^.]$/, name);
  }
});

test('no name is a prefix of another one, so that --grep selects one fault', () => {
  const names = faults.map(({ name }) => name).toSorted();
  // In sorted order a name is directly followed by the names that start with it.
  const clashes = names.filter((name, index) => names[index + 1]?.startsWith(name));
  assert.deepEqual(clashes, []);
});

test('the sentences of the faults of one rule differ', () => {
  const sentences = faults.map(({ rule, what }) => `${rule}: ${what}`);
  assert.deepEqual(
    sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index),
    [],
  );
});

test('every fault has an effect, and an unknown name is refused', () => {
  assert.deepEqual(
    faults.filter(({ effects }) => effects.length === 0),
    [],
  );
  assert.throws(
    () => createSandbox({ fault: 'hosted-url-leftout' }),
    /no fault 'hosted-url-leftout'.*hosted-url-left-out/,
  );
});

test('the service imports neither faults nor readings', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const folder of ['service', 'routes', 'http', 'page']) {
    for (const file of readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const code = readFileSync(`${root}/${folder}/${file}`, 'utf8');
      assert.doesNotMatch(code, /from '.*\/(faults|readings)\//, `${folder}/${file}`);
    }
  }
});

test('a fault can change the request: a missing amount is accepted', async (t) => {
  const { ask } = faulty(t, 'amount-absent-anywhere');
  assert.equal((await ask('POST', '/v1/transactions', payment({ amount: undefined }))).status, 200);
  assert.equal((await ask('POST', '/v1/transactions', payment({ email: undefined }))).status, 400);
});

test('a fault can change the answer of one flow only', async (t) => {
  const { ask } = faulty(t, 'hosted-url-left-out');
  const hosted = await ask('POST', '/v1/transactions', payment());
  assert.deepEqual(Object.keys(hosted.body), ['result', 'transaction_id', 'transaction_reference', 'message']);
  assert.equal((await ask('POST', '/v1/transactions', mobileMoney())).status, 200);
});

test('a fault can change the status, shape and content type of a refusal', async (t) => {
  const refused = async (name: string) =>
    faulty(t, name).ask('POST', '/v1/transactions', mobileMoney({ payment_method_code: undefined }));
  assert.equal((await refused('code-missing-is-500')).status, 500);
  assert.match((await refused('code-missing-names-number')).body.error.message, /mobile_money_number$/);
  assert.deepEqual(Object.keys((await refused('code-missing-in-general-shape')).body), ['result', 'message']);
  assert.match(String((await refused('refusal-page')).headers['content-type']), /^text\/html/);
});

test('a fault can accept a wrong key at one endpoint only', async (t) => {
  const { ask } = faulty(t, 'key-publishable-wallets');
  const publishable = { authorization: `Bearer ${publishableKey}` };
  assert.equal((await ask('GET', '/v1/wallets/list', undefined, publishable)).status, 200);
  assert.equal((await ask('GET', '/v1/wallets/balance', undefined, publishable)).status, 401);
  assert.equal((await ask('GET', '/v1/wallets/list', undefined, {})).status, 401);
});

test('a fault can execute a request that it refuses', async (t) => {
  const { ask } = faulty(t, 'delete-applied-without-key');
  const { body } = await ask('POST', '/v1/callback/create', { url: 'http://127.0.0.1:9/' });
  assert.equal((await ask('DELETE', `/v1/callback/delete/${body.id}`, undefined, {})).status, 401);
  assert.equal((await ask('GET', `/v1/callback/fetch/${body.id}`)).status, 404);
});

test('a fault can start with the second request', async (t) => {
  const { ask } = faulty(t, 'amount-absent-second-time');
  const statuses = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await ask('POST', '/v1/transactions', payment({ amount: undefined }))).status);
  }
  assert.deepEqual(statuses, [400, 200, 200]);
});

test('every fault of connections with a right key is observable', async (t) => {
  for (const { name } of faults.filter(({ rule }) => rule === 'auth.same-connection')) {
    assert.notDeepEqual(await onKnownConnection(t, name), [401, 401, 401, 401, 401, 401], name);
  }
});

test('a key is remembered for its connection only', async (t) => {
  const { sandbox } = faulty(t, 'key-of-connection-wallets');
  const base = await sandbox.listen(0);
  const right = { method: 'GET', path: '/v1/wallets/list', headers: bearer } as const;
  const wrong = { ...right, headers: { authorization: 'Bearer wrong' } };
  assert.deepEqual(await onOneConnection(base, [wrong, right, wrong]), [401, 200, 200]);
  assert.deepEqual(await onOneConnection(base, [wrong]), [401]);
});

test('a publishable key is remembered for its connection', async (t) => {
  const { sandbox } = faulty(t, 'checkout-key-once-per-connection');
  const base = await sandbox.listen(0);
  const start = (publishable_key: string) => {
    return {
      method: 'POST',
      path: '/v1/checkout',
      headers: {},
      payload: { publishable_key, currency: 'XTS' },
    } as const;
  };
  const requests = [start('wrong'), start(publishableKey), start('wrong'), start(secretKey)];
  assert.deepEqual(await onOneConnection(base, requests), [401, 200, 200, 200]);
});

test('webhook faults change what receivers get or what a fetch returns', async (t) => {
  const receiver = await receiverFor(t);
  // With some faults no notification arrives.
  const arrives = (received: () => typeof receiver.received, at = /\/(active|moved)$/) =>
    eventually(() => received().some(({ path }) => at.test(path)), 1_500).catch(() => false);
  const seen = async (name: string | undefined, firstStatus: number) => {
    const { ask } = sandboxFor(t, { ...(name && { fault: name }) });
    const create = async (path: string, is_active: boolean) =>
      (await ask('POST', '/v1/callback/create', { url: `${receiver.url}/${path}`, is_active })).body.id;
    const ids = [await create('active', true), await create('inactive', false), await create('turned', true)];
    await ask('PUT', `/v1/callback/update/${ids[2]}`, { is_active: false });
    await ask('PUT', `/v1/callback/update/${ids[0]}`, { url: `${receiver.url}/moved` });
    await ask('DELETE', `/v1/callback/delete/${await create('deleted', true)}`);
    receiver.received.length = 0;
    receiver.status = firstStatus;
    await ask('POST', '/v1/transactions', payment());
    await arrives(() => receiver.received);
    const failed = receiver.received.length;
    receiver.status = 204;
    await ask('POST', '/v1/transactions', payment());
    await arrives(() => receiver.received.slice(failed));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { callback } = (await ask('GET', `/v1/callback/fetch/${ids[0]}`)).body;
    const paths = [...new Set(receiver.received.map(({ path }) => path))].toSorted();
    await ask('PUT', `/v1/callback/update/${ids[2]}`, { is_active: true });
    await ask('POST', '/v1/transactions', payment());
    const isNotifiedAgain = await arrives(() => receiver.received, /\/turned$/);
    return { paths, count: callback.failure_count, triggered: callback.last_triggered !== null, isNotifiedAgain };
  };
  const faultless = await seen(undefined, 500);
  assert.deepEqual(faultless, { paths: ['/hook/moved'], count: 0, triggered: true, isNotifiedAgain: true });
  // These need several failures, a comparison of times, a second subscriber, a query or a later update; `npm run faults`
  // proves them.
  const elsewhere =
    /^(failures-|last-triggered-(set|lost|while)-|(newest|oldest)-subscriber-|success-lowers-|address-without-query)/;
  for (const { name } of faults.filter((one) => one.rule.startsWith('webhook.') && !elsewhere.test(one.name))) {
    // This fault shows only when no delivery fails, because a failure sets last_triggered.
    const firstStatus = name === 'last-triggered-after-failures-only' ? 204 : 500;
    assert.notDeepEqual(await seen(name, firstStatus), faultless, name);
  }
});

test('the control server serves one sandbox for each fault, and one without a fault', async (t) => {
  const server = createControlServer();
  t.after(() => server.close());
  const control = await server.listen(0);
  const instance = async (name: string) => {
    const answer = await fetch(`${control}/sandbox/instances/${name}`);
    return { status: answer.status, body: (await answer.json()) as { address: string; message: string } };
  };
  const [one, again, none] = await Promise.all(['wallets-is-404', 'wallets-is-404', 'none'].map(instance));
  assert.equal(one?.body.address, again?.body.address);
  assert.notEqual(one?.body.address, none?.body.address);
  const status = async (address = '') => (await fetch(`${address}/v1/wallets/list`, { headers: bearer })).status;
  assert.deepEqual([await status(one?.body.address), await status(none?.body.address)], [404, 200]);

  const unknown = await instance('wallets-is-403');
  assert.equal(unknown.status, 404);
  assert.match(unknown.body.message, /no fault 'wallets-is-403'.*wallets-is-404/);

  await fetch(`${control}/sandbox/instances/wallets-is-404`, { method: 'DELETE' });
  await assert.rejects(status(one?.body.address));
  assert.notEqual((await instance('wallets-is-404')).body.address, one?.body.address);
});

test('similar names are found for a misspelt one', () => {
  assert.equal(nearestNames('hosted-url-leftout')[0], 'hosted-url-left-out');
  assert.equal(findFault('toString'), undefined);
});

/** The status of each endpoint for a wrong key on a connection that had the right one. */
async function onKnownConnection(test: TestContext, fault: string): Promise<(number | undefined)[]> {
  const { sandbox, ask } = faulty(test, fault);
  const base = await sandbox.listen(0);
  const { id } = (await ask('POST', '/v1/callback/create', { url: 'http://127.0.0.1:9/' })).body;
  const wrong = { authorization: 'Bearer wrong' };
  const statuses = await onOneConnection(base, [
    { method: 'GET', path: '/v1/wallets/list', headers: bearer },
    { method: 'POST', path: '/v1/transactions', headers: wrong, payload: payment() },
    { method: 'GET', path: '/v1/wallets/list', headers: wrong },
    { method: 'GET', path: '/v1/wallets/balance', headers: wrong },
    { method: 'GET', path: `/v1/callback/fetch/${id}`, headers: wrong },
    { method: 'PUT', path: `/v1/callback/update/${id}`, headers: wrong, payload: {} },
    { method: 'DELETE', path: `/v1/callback/delete/${id}`, headers: wrong },
  ]);
  return statuses.slice(1);
}

function faulty(test: TestContext, fault: string) {
  return sandboxFor(test, { fault });
}
