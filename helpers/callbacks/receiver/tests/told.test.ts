import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { replyOf } from '../../../../interface/messages/exchange.ts';
import { greetingsAtMost, isRefusalCounted, isToldInTheEnd, isToldOfPayments, notificationsInTheEnd } from '../told.ts';
import { Receiver } from '../webhook-receiver.ts';

const started = async (t: TestContext): Promise<Receiver> => {
  const receiver = new Receiver(300);
  await receiver.start();
  t.after(() => receiver.stop());
  return receiver;
};

/** Whether the receiver accepted it; a stopped one accepts nothing. */
const post = (address: string, body: string): Promise<boolean> =>
  fetch(address, { method: 'POST', body }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A service that notifies some addresses of each payment, twice each. */
const paying = (receiver: Receiver, names: () => readonly string[]) => {
  let payments = 0;
  return async (): Promise<string> => {
    const id = `payment-${(payments += 1)}`;
    for (const name of names()) {
      for (const event of ['created', 'completed']) void post(receiver.address(name), `${event} ${id}`);
    }
    return id;
  };
};

test('greetings do not count as payments, however late they arrive', async (t) => {
  const receiver = await started(t);
  void post(receiver.address('new'), 'ping');
  void pause(250).then(() => post(receiver.address('new'), 'ping'));
  assert.equal(
    await isToldOfPayments(
      paying(receiver, () => []),
      'new',
      receiver,
    ),
    false,
  );
  assert.equal(
    await isToldOfPayments(
      paying(receiver, () => ['new']),
      'new',
      receiver,
    ),
    true,
  );
});

test('a change may take effect with a delay', async (t) => {
  const receiver = await started(t);
  const begun = Date.now();
  const pay = paying(receiver, () => [Date.now() - begun < 600 ? 'old' : 'new']);
  assert.equal(await isToldInTheEnd(pay, 'new', receiver), true);
  assert.equal(
    await isToldInTheEnd(
      paying(receiver, () => ['old']),
      'new',
      receiver,
    ),
    false,
  );
});

test('a service may send its notifications in batches every few seconds', async (t) => {
  const receiver = await started(t);
  let payments = 0;
  const queue: string[] = [];
  const pay = async (): Promise<string> => {
    queue.push(`payment-${(payments += 1)}`);
    return `payment-${payments}`;
  };
  const everyMs = 3 * receiver.patienceMs;
  const timer = setInterval(() => queue.splice(0).forEach((id) => void post(receiver.address('new'), id)), everyMs);
  t.after(() => clearInterval(timer));
  assert.equal(await isToldInTheEnd(pay, 'new', receiver), true);
});

test('late notifications to a disabled address are distinguished from lasting ones', async (t) => {
  const receiver = await started(t);
  const begun = Date.now();
  const addresses = { told: 'told', silent: 'silent' };
  const late = paying(receiver, () => (Date.now() - begun < 600 ? ['told', 'silent'] : ['told']));
  assert.ok((await notificationsInTheEnd(late, receiver, addresses)) <= greetingsAtMost);
  const never = paying(receiver, () => ['told', 'silent']);
  assert.ok((await notificationsInTheEnd(never, receiver, addresses)) > greetingsAtMost);
  // The last notifications may still be on their way to the first receiver.
  const another = await started(t);
  assert.equal(
    await notificationsInTheEnd(
      paying(another, () => []),
      another,
      addresses,
    ),
    0,
  );
});

/** Judges a service that repeats a refused notification after some delays, and counts it or not. */
const isCounted = async (
  t: TestContext,
  repeatedAfter: readonly number[],
  counts: boolean,
  sentAfterMs = 0,
): Promise<boolean> => {
  const receiver = await started(t);
  receiver.answer = 500;
  let failures = 0;
  const deliver = async (id: string): Promise<void> => {
    const address = receiver.address('active');
    let isDelivered = await post(address, id);
    for (const ms of repeatedAfter) {
      await pause(ms, undefined, { ref: false });
      isDelivered ||= await post(address, id).catch(() => true);
    }
    if (!isDelivered && counts) failures += 1;
  };
  const api = {
    fetchCallback: async () =>
      replyOf({
        method: 'GET',
        url: 'http://127.0.0.1/v1/callback/fetch/1',
        requestHeaders: {},
        requestBody: undefined,
        startedAt: 0,
        durationMs: 0,
        status: 200,
        responseHeaders: {},
        responseBody: JSON.stringify({ result: 'success', callback: { failure_count: failures } }),
      }),
  };
  const pay = async (): Promise<string> => {
    void pause(sentAfterMs, undefined, { ref: false }).then(() => deliver('payment-1'));
    return 'payment-1';
  };
  return isRefusalCounted(api, pay, receiver, { id: '1', name: 'active' });
};

test('a refused delivery is counted when the service gives it up, and not before', async (t) => {
  const cases: [repeatedAfter: readonly number[], counts: boolean, expected: boolean][] = [
    [[], true, true],
    [[200, 400], true, true],
    // May still be repeated.
    [[3_000, 60_000], true, true],
    [[], false, false],
    [[200, 400], false, false],
  ];
  const found = await Promise.all(cases.map(([repeatedAfter, counts]) => isCounted(t, repeatedAfter, counts)));
  assert.deepEqual(
    found,
    cases.map(([, , expected]) => expected),
  );
});

test('a delivery that has to wait for its turn is counted, too', async (t) => {
  const twiceAsLate = 600;
  assert.deepEqual(await Promise.all([true, false].map((counts) => isCounted(t, [], counts, twiceAsLate))), [
    true,
    false,
  ]);
});
