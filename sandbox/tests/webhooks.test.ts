import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { receiverFor } from './support/receiver.ts';
import { eventually, mobileMoney, payment, sandboxFor } from './support/sandbox.ts';
import { test } from 'node:test';

const initiate = '/v1/transactions';

async function subscribed(t: TestContext, url: string, events = 'payment.created', delivery = 200) {
  const { ask } = sandboxFor(t, { timings: { prompt: 20, delivery, hostedPayment: 20 } });
  const { id } = (await ask('POST', '/v1/callback/create', { url, events })).body;
  const fetch = async () => (await ask('GET', `/v1/callback/fetch/${id}`)).body.callback;
  const counted = async (count: number): Promise<void> => {
    while ((await fetch()).failure_count !== count) await pause(10);
  };
  return { ask, id, fetch, counted };
}

for (const [letter, requested_response, last, status] of [
  ['A', 'success', 'payment.completed', 'success'],
  ['A', 'failed', 'payment.failed', 'failed'],
  ['B', undefined, 'payment.completed', 'success'],
  ['C', 'failed', 'payment.failed', 'failed'],
] as const) {
  test(`operator ${letter}: created, updated and ${last} are delivered in this order (6)`, async (t) => {
    const receiver = await receiverFor(t);
    const events = 'payment.created,payment.updated,payment.completed,payment.failed';
    const { ask, fetch } = await subscribed(t, receiver.url, events);
    const wanted = { payment_method_code: `OPERATOR_${letter}`, requested_response, transaction_reference: 'w1' };
    const { transaction_id } = (await ask('POST', initiate, mobileMoney(wanted))).body;
    await eventually(() => receiver.received.length === 3);
    assert.deepEqual(
      receiver.received.map((one) => one.body.event),
      ['payment.created', 'payment.updated', last],
    );
    const { path, contentType, body } = receiver.received[2]!;
    assert.deepEqual([path, contentType], ['/hook', 'application/json']);
    assert.deepEqual(body.data, { transaction_id, transaction_reference: 'w1', status, amount: 1050, currency: 'XTS' });
    assert.equal(new Date(body.created).toISOString(), body.created);
    const after = await fetch();
    assert.equal(after.failure_count, 0);
    assert.equal(new Date(after.last_triggered).toISOString(), after.last_triggered);
    assert.equal(after.date_updated, after.date_created, 'a delivery must not change date_updated');
  });
}

for (const status of [500, 307, 'silent'] as const) {
  test(`consecutive failures are counted, and a success resets the count: ${status} (2.7)`, async (t) => {
    const receiver = await receiverFor(t, status);
    const { ask, counted } = await subscribed(t, receiver.url);
    await ask('POST', initiate, payment());
    await ask('POST', initiate, payment());
    await counted(2);
    // Redirects are not followed.
    assert.deepEqual(
      receiver.received.map((one) => one.path),
      ['/hook', '/hook'],
    );
    receiver.status = 200;
    await ask('POST', initiate, payment());
    await counted(0);
  });
}

test('a delivery delays no answer', async (t) => {
  const receiver = await receiverFor(t, 'silent');
  const { ask, fetch } = await subscribed(t, receiver.url, 'payment.created', 30_000);
  assert.equal((await ask('POST', initiate, payment())).status, 200);
  // The delivery would have failed if the answer had waited for it.
  assert.equal((await fetch()).failure_count, 0);
});

test('addresses that are not on this machine, and closed ports, are failures', async (t) => {
  for (const url of [
    'http://127.0.0.1:1/',
    'http://192.0.2.1/',
    'http://127.0.0.1.example.com/',
    'https://localhost/',
  ]) {
    const { ask, fetch, counted } = await subscribed(t, url);
    assert.equal((await ask('POST', initiate, payment())).status, 200);
    await counted(1);
    assert.notEqual((await fetch()).last_triggered, null);
  }
});
