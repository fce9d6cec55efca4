import assert from 'node:assert/strict';
import { sandboxFor } from './support/sandbox.ts';
import { test } from './support/test.ts';

const wanted = { url: 'http://127.0.0.1:9/hook', description: 'shop', events: 'payment.created, payment.failed' };
const unknown = 'cb_0000';

test('a created callback is fetched with every listed field (2.7 4.5)', async (t) => {
  const { ask } = sandboxFor(t);
  const created = await ask('POST', '/v1/callback/create', wanted);
  assert.equal(created.status, 200);
  assert.deepEqual(Object.keys(created.body), ['result', 'id', 'message', 'callback']);

  const fetched = await ask('GET', `/v1/callback/fetch/${created.body.id}`);
  assert.equal(fetched.body.result, 'success');
  const { date_created: begun, date_updated: updated, ...rest } = fetched.body.callback;
  assert.deepEqual(rest, {
    id: created.body.id,
    url: wanted.url,
    description: 'shop',
    events: ['payment.created', 'payment.failed'],
    is_active: true,
    failure_count: 0,
    last_triggered: null,
  });
  assert.equal(new Date(begun).toISOString(), begun);
  assert.equal(updated, begun);
});

test('a creation accepts a list of events, and subscribes to all known events without one', async (t) => {
  const { ask } = sandboxFor(t);
  const list = await ask('POST', '/v1/callback/create', {
    url: wanted.url,
    events: ['payout.created'],
    is_active: false,
  });
  assert.deepEqual([list.body.callback.events, list.body.callback.is_active], [['payout.created'], false]);
  const all = await ask('POST', '/v1/callback/create', { url: wanted.url });
  assert.equal(all.body.callback.events.length, 6);
});

const changes: [string, unknown, unknown][] = [
  ['url', 'https://shop.example/new', 'https://shop.example/new'],
  ['description', '', ''],
  ['events', 'payout.created,payout.updated', ['payout.created', 'payout.updated']],
  ['is_active', false, false],
];
for (const [field, value, expected] of changes) {
  test(`an update of ${field} changes it, date_updated and nothing else (4.6)`, async (t) => {
    const { ask } = sandboxFor(t);
    const { id, callback } = (await ask('POST', '/v1/callback/create', wanted)).body;
    const updated = await ask('PUT', `/v1/callback/update/${id}`, { [field]: value });
    assert.equal(updated.status, 200);
    assert.deepEqual([updated.body.result, updated.body.id, typeof updated.body.message], ['success', id, 'string']);
    const after = (await ask('GET', `/v1/callback/fetch/${id}`)).body.callback;
    assert.ok(after.date_updated > callback.date_updated);
    assert.deepEqual(after, { ...callback, [field]: expected, date_updated: after.date_updated });
  });
}

test('an update without any field is accepted (4.6)', async (t) => {
  const { ask } = sandboxFor(t);
  const { id } = (await ask('POST', '/v1/callback/create', wanted)).body;
  assert.equal((await ask('PUT', `/v1/callback/update/${id}`, {})).status, 200);
});

const refused: [string, unknown][] = [
  ['url', 5],
  ['url', 'shop.example'],
  ['url', 'ftp://shop.example/'],
  ['description', null],
  ['events', ['payment.created']],
  ['events', ''],
  ['events', 'payment.created,'],
  ['events', 'created'],
  ['is_active', 'false'],
  ['is_active', 0],
];
for (const [field, value] of refused) {
  test(`an update of ${field} to ${JSON.stringify(value)} is refused and changes nothing`, async (t) => {
    const { ask } = sandboxFor(t);
    const { id, callback } = (await ask('POST', '/v1/callback/create', wanted)).body;
    const answer = await ask('PUT', `/v1/callback/update/${id}`, { description: 'other', [field]: value });
    assert.equal(answer.status, 400);
    assert.match(answer.body.error.message, new RegExp(`Parameter: ${field}$`));
    assert.deepEqual((await ask('GET', `/v1/callback/fetch/${id}`)).body.callback, callback);
  });
}

test('a creation requires a url', async (t) => {
  const { ask } = sandboxFor(t);
  assert.match((await ask('POST', '/v1/callback/create', {})).body.error.message, /Parameter: url$/);
  assert.equal((await ask('POST', '/v1/callback/create', { ...wanted, events: [1] })).status, 400);
});

test('a deletion removes the named callback and no other (4.7)', async (t) => {
  const { ask } = sandboxFor(t);
  const { id } = (await ask('POST', '/v1/callback/create', wanted)).body;
  const { id: other } = (await ask('POST', '/v1/callback/create', wanted)).body;
  // Section 5 requires the content type on every request, even without a body.
  const headers = { authorization: 'Bearer sk_test_sandbox_4f1c9a7d2e', 'content-type': 'application/json' };
  const deleted = await ask('DELETE', `/v1/callback/delete/${id}`, undefined, headers);
  assert.deepEqual([deleted.status, deleted.body.result, deleted.body.id], [200, 'success', id]);
  assert.equal((await ask('GET', `/v1/callback/fetch/${id}`)).status, 404);
  assert.equal((await ask('DELETE', `/v1/callback/delete/${id}`)).status, 404);
  assert.equal((await ask('GET', `/v1/callback/fetch/${other}`)).status, 200);
  const live = (await ask('GET', '/sandbox/callbacks', undefined, {})).body.callbacks;
  assert.deepEqual(
    live.map((callback: { id: string }) => callback.id),
    [other],
  );
});

test('every endpoint answers 404 to an unknown callback, whatever its id', async (t) => {
  const { ask } = sandboxFor(t);
  for (const id of [unknown, '__proto__', 'constructor', '%00', '..%2f..', 'x'.repeat(500)]) {
    const answers = [
      await ask('GET', `/v1/callback/fetch/${id}`),
      await ask('PUT', `/v1/callback/update/${id}`, { is_active: 'no boolean' }),
      await ask('DELETE', `/v1/callback/delete/${id}`),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 404);
      assert.deepEqual(Object.keys(body), ['result', 'message']);
    }
  }
});
