import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { receiverFor } from './support/receiver.ts';
import { eventually, mobileMoney, payment, sandboxFor } from './support/sandbox.ts';
import { test } from './support/test.ts';

const initiate = '/v1/transactions';
const everything = 'payment.created,payment.updated,payment.completed,payment.failed';

async function subscribed(t: TestContext, url: string, changes: object = {}, delivery = 200) {
  const { ask } = sandboxFor(t, { timings: { prompt: 20, delivery, hostedPayment: 20 } });
  const { id } = (await ask('POST', '/v1/callback/create', { url, events: everything, ...changes })).body;
  const fetch = async () => (await ask('GET', `/v1/callback/fetch/${id}`)).body.callback;
  return { ask, id, fetch };
}

const ends: [string, object, string, string][] = [
  [
    'operator A, success',
    { payment_method_code: 'OPERATOR_A', requested_response: 'success' },
    'payment.completed',
    'success',
  ],
  [
    'operator A, failed',
    { payment_method_code: 'OPERATOR_A', requested_response: 'failed' },
    'payment.failed',
    'failed',
  ],
  ['operator B', {}, 'payment.completed', 'success'],
  ['operator C', { payment_method_code: 'OPERATOR_C' }, 'payment.completed', 'success'],
  [
    'operator C, failed',
    { payment_method_code: 'OPERATOR_C', requested_response: 'failed' },
    'payment.failed',
    'failed',
  ],
];

for (const [what, changes, last, status] of ends) {
  test(`${what}: created, updated and ${last} are delivered in this order (6)`, async (t) => {
    const receiver = await receiverFor(t);
    const { ask, fetch } = await subscribed(t, receiver.url);
    const { body } = await ask('POST', initiate, mobileMoney({ ...changes, transaction_reference: 'w1' }));
    await eventually(() => receiver.received.length === 3);
    assert.deepEqual(
      receiver.received.map((one) => one.body.event),
      ['payment.created', 'payment.updated', last],
    );
    const final = receiver.received[2]!;
    assert.deepEqual([final.path, final.contentType], ['/hook', 'application/json']);
    assert.deepEqual(final.body.data, {
      transaction_id: body.transaction_id,
      transaction_reference: 'w1',
      status,
      amount: 1050,
      currency: 'XTS',
    });
    assert.equal(receiver.received[0]!.body.data.status, 'pending');
    assert.equal(new Date(final.body.created).toISOString(), final.body.created);
    const after = await fetch();
    assert.equal(after.failure_count, 0);
    assert.equal(new Date(after.last_triggered).toISOString(), after.last_triggered);
    assert.equal(after.date_updated, after.date_created, 'a delivery must not change date_updated');
  });
}

test('only subscribed events of active callbacks are delivered', async (t) => {
  const receiver = await receiverFor(t);
  const { ask, id } = await subscribed(t, receiver.url, { events: 'payment.completed' });
  await ask('POST', initiate, payment());
  await ask('POST', initiate, mobileMoney());
  await eventually(() => receiver.received.length === 1);
  assert.equal(receiver.received[0]!.body.event, 'payment.completed');

  await ask('PUT', `/v1/callback/update/${id}`, { is_active: false });
  const active = await receiverFor(t);
  await ask('POST', '/v1/callback/create', { url: active.url, events: 'payment.completed' });
  await ask('POST', initiate, mobileMoney());
  await eventually(() => active.received.length === 1);
  assert.equal(receiver.received.length, 1);
});

test('consecutive failures are counted, and a success resets the count (2.7)', async (t) => {
  const receiver = await receiverFor(t, 500);
  const { ask, fetch } = await subscribed(t, receiver.url, { events: 'payment.created' });
  await ask('POST', initiate, payment());
  await ask('POST', initiate, payment());
  await eventually(() => receiver.received.length === 2);
  await until(async () => (await fetch()).failure_count === 2);
  receiver.status = 200;
  await ask('POST', initiate, payment());
  await until(async () => (await fetch()).failure_count === 0);
});

const undeliverable: [string, string][] = [
  ['a closed port', 'http://127.0.0.1:1/'],
  ['an address that is not loopback', 'http://192.0.2.1/'],
  ['a host name that starts like a loopback address', 'http://127.0.0.1.example.com/'],
  ['an https address', 'https://localhost/'],
];
for (const [what, url] of undeliverable) {
  test(`${what} counts as a failed delivery and does not delay the answer`, async (t) => {
    const { ask, fetch } = await subscribed(t, url, { events: 'payment.created' });
    const begin = Date.now();
    assert.equal((await ask('POST', initiate, payment())).status, 200);
    assert.ok(Date.now() - begin < 500);
    await until(async () => (await fetch()).failure_count === 1);
    assert.notEqual((await fetch()).last_triggered, null);
  });
}

test('a receiver that never answers fails after the timeout, and still gets later messages', async (t) => {
  const receiver = await receiverFor(t, 'silent');
  const { ask, fetch } = await subscribed(t, receiver.url, { events: 'payment.created' });
  await ask('POST', initiate, payment());
  await until(async () => (await fetch()).failure_count === 1);
  receiver.status = 204;
  await ask('POST', initiate, payment());
  await until(async () => (await fetch()).failure_count === 0);
});

test('redirects are not followed', async (t) => {
  const receiver = await receiverFor(t, 307);
  const { ask, fetch } = await subscribed(t, receiver.url, { events: 'payment.created' });
  await ask('POST', initiate, payment());
  await until(async () => (await fetch()).failure_count === 1);
  assert.deepEqual(
    receiver.received.map((one) => one.path),
    ['/hook'],
  );
});

test('no notification is lost with many callbacks and payments', async (t) => {
  const receiver = await receiverFor(t);
  // On a busy machine some deliveries are slow, and one that times out is not repeated.
  const { ask } = await subscribed(t, receiver.url, { events: 'payment.created' }, 30_000);
  for (let count = 1; count < 40; count += 1) {
    await ask('POST', '/v1/callback/create', { url: receiver.url, events: 'payment.created' });
  }
  await Promise.all(Array.from({ length: 20 }, () => ask('POST', initiate, payment())));
  await eventually(() => receiver.received.length === 800, 60_000);
});

test('messages beyond the limit of a queue are dropped and counted as failures', async (t) => {
  const receiver = await receiverFor(t, 'silent');
  const { ask, sandbox } = sandboxFor(t, { limits: { deliveriesWaiting: 2 }, timings: { delivery: 400 } });
  await ask('POST', '/v1/callback/create', { url: receiver.url, events: 'payment.created' });
  for (let count = 0; count < 6; count += 1) await ask('POST', initiate, payment());
  const [callback] = (await sandbox.app.inject('/sandbox/callbacks')).json().callbacks;
  assert.ok(callback.failure_count >= 3);
});

async function until(check: () => Promise<boolean>): Promise<void> {
  let held = false;
  await eventually(() => {
    void check().then((result) => (held ||= result));
    return held;
  });
}
