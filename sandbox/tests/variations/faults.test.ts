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

test('the catalogue is large, and each fault has a name, a rule and a sentence of its own', () => {
  assert.ok(faults.length >= 330, `${faults.length} faults`);
  assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length);
  for (const { name, rule, what } of faults) {
    assert.match(name, /^[a-z]+(-[a-z0-9]+)+$/);
    assert.match(rule, /^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/, name);
    assert.match(what, /^[a-z].{8,}[^.]$/, name);
  }
});

test('no name begins with another one, so that --grep selects one fault', () => {
  const names = faults.map(({ name }) => name).toSorted();
  // In sorted order a name stands right before the names that begin with it.
  const clashes = names.filter((name, index) => names[index + 1]?.startsWith(name));
  assert.deepEqual(clashes, []);
});

test('no two faults of one rule say the same', () => {
  const sentences = faults.map(({ rule, what }) => `${rule}: ${what}`);
  assert.deepEqual(
    sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index),
    [],
  );
});

test('every fault does something, and a name that is none is refused', () => {
  assert.deepEqual(
    faults.filter(({ effects }) => effects.length === 0),
    [],
  );
  assert.throws(
    () => createSandbox({ fault: 'hosted-url-leftout' }),
    /no fault 'hosted-url-leftout'.*hosted-url-left-out/,
  );
});

test('the service knows neither the faults nor the readings', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const folder of ['service', 'routes', 'http', 'page']) {
    for (const file of readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const code = readFileSync(`${root}/${folder}/${file}`, 'utf8');
      assert.doesNotMatch(code, /from '.*\/(faults|readings)\//, `${folder}/${file}`);
    }
  }
});

test('a fault acts on the request: an amount that is missing is accepted', async (t) => {
  const { ask } = faulty(t, 'amount-absent-anywhere');
  assert.equal((await ask('POST', '/v1/transactions', payment({ amount: undefined }))).status, 200);
  assert.equal((await ask('POST', '/v1/transactions', payment({ email: undefined }))).status, 400);
});

test('a fault acts on the answer, and only where it belongs', async (t) => {
  const { ask } = faulty(t, 'hosted-url-left-out');
  const hosted = await ask('POST', '/v1/transactions', payment());
  assert.deepEqual(Object.keys(hosted.body), ['result', 'transaction_id', 'transaction_reference', 'message']);
  assert.equal((await ask('POST', '/v1/transactions', mobileMoney())).status, 200);
});

test('a fault acts on a refusal: its status, its shape, its content type', async (t) => {
  const refused = async (name: string) =>
    faulty(t, name).ask('POST', '/v1/transactions', mobileMoney({ payment_method_code: undefined }));
  assert.equal((await refused('code-missing-is-500')).status, 500);
  assert.match((await refused('code-missing-names-number')).body.error.message, /mobile_money_number$/);
  assert.deepEqual(Object.keys((await refused('code-missing-in-general-shape')).body), ['result', 'message']);
  assert.match(String((await refused('refusal-page')).headers['content-type']), /^text\/html/);
});

test('a fault lets a key in, at its endpoint only', async (t) => {
  const { ask } = faulty(t, 'key-publishable-wallets');
  const publishable = { authorization: `Bearer ${publishableKey}` };
  assert.equal((await ask('GET', '/v1/wallets/list', undefined, publishable)).status, 200);
  assert.equal((await ask('GET', '/v1/wallets/balance', undefined, publishable)).status, 401);
  assert.equal((await ask('GET', '/v1/wallets/list', undefined, {})).status, 401);
});

test('a fault may do what it refuses', async (t) => {
  const { ask } = faulty(t, 'delete-applied-without-key');
  const { body } = await ask('POST', '/v1/callback/create', { url: 'http://127.0.0.1:9/' });
  assert.equal((await ask('DELETE', `/v1/callback/delete/${body.id}`, undefined, {})).status, 401);
  assert.equal((await ask('GET', `/v1/callback/fetch/${body.id}`)).status, 404);
});

test('a fault may start with the second request', async (t) => {
  const { ask } = faulty(t, 'amount-absent-second-time');
  const statuses = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await ask('POST', '/v1/transactions', payment({ amount: undefined }))).status);
  }
  assert.deepEqual(statuses, [400, 200, 200]);
});

test('every fault of a known connection shows there', async (t) => {
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

test('faults of webhooks show in what receivers hear and in what a fetch answers', async (t) => {
  const receiver = await receiverFor(t);
  // With some faults nothing arrives.
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
    const isToldAgain = await arrives(() => receiver.received, /\/turned$/);
    return { paths, count: callback.failure_count, triggered: callback.last_triggered !== null, isToldAgain };
  };
  const faultless = await seen(undefined, 500);
  assert.deepEqual(faultless, { paths: ['/hook/moved'], count: 0, triggered: true, isToldAgain: true });
  // These take several failures, or the time: what kills them shows them.
  const elsewhere = /^(failures-|last-triggered-set-)/;
  for (const { name } of faults.filter((one) => one.rule.startsWith('webhook.') && !elsewhere.test(one.name))) {
    // A failure sets last_triggered as it should, so this one shows when there was none.
    const firstStatus = name === 'last-triggered-after-failures-only' ? 204 : 500;
    assert.notDeepEqual(await seen(name, firstStatus), faultless, name);
  }
});

test('the control server hands out one sandbox for each fault, and one without', async (t) => {
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

test('names that are nearly right find the right ones', () => {
  assert.equal(nearestNames('hosted-url-leftout')[0], 'hosted-url-left-out');
  assert.equal(findFault('toString'), undefined);
});

/** The status that a wrong key gets from each endpoint, on a connection that had the right one. */
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
