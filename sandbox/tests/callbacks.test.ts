import assert from 'node:assert/strict';
import { sandboxFor } from './support/sandbox.ts';
import { test } from 'node:test';

const wanted = { url: 'http://127.0.0.1:9/hook', description: 'shop', events: 'payment.created, payment.failed' };

test('a created callback is fetched with every listed field (2.7 4.5)', async (t) => {
  const { ask } = sandboxFor(t);
  const { id } = (await ask('POST', '/v1/callback/create', wanted)).body;
  const { result, callback } = (await ask('GET', `/v1/callback/fetch/${id}`)).body;
  const { date_created: begun, date_updated: updated, ...rest } = callback;
  const events = ['payment.created', 'payment.failed'];
  assert.deepEqual(rest, { ...wanted, id, events, is_active: true, failure_count: 0, last_triggered: null });
  assert.deepEqual([result, new Date(begun).toISOString(), updated], ['success', begun, begun]);
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
    const { body } = await ask('PUT', `/v1/callback/update/${id}`, { [field]: value });
    assert.deepEqual([body.result, body.id, typeof body.message], ['success', id, 'string']);
    const after = (await ask('GET', `/v1/callback/fetch/${id}`)).body.callback;
    assert.ok(after.date_updated > callback.date_updated);
    assert.deepEqual(after, { ...callback, [field]: expected, date_updated: after.date_updated });
  });
}

test('an ill-typed update is refused, naming the field, and changes nothing; an empty one is accepted', async (t) => {
  const { ask } = sandboxFor(t);
  const { id, callback } = (await ask('POST', '/v1/callback/create', wanted)).body;
  const refused: Record<string, unknown[]> = {
    url: [5, 'shop.example', 'ftp://shop.example/'],
    description: [null],
    events: [['payment.created'], '', 'payment.created,', 'created'],
    is_active: ['false', 0],
  };
  for (const [field, values] of Object.entries(refused)) {
    for (const value of values) {
      const { status, body } = await ask('PUT', `/v1/callback/update/${id}`, { description: 'other', [field]: value });
      assert.equal(status, 400, `${field} ${JSON.stringify(value)}`);
      assert.match(body.error.message, new RegExp(`Parameter: ${field}$`));
    }
  }
  assert.deepEqual((await ask('GET', `/v1/callback/fetch/${id}`)).body.callback, callback);
  assert.equal((await ask('PUT', `/v1/callback/update/${id}`, {})).status, 200);
});

test('a deletion removes the named callback and no other (4.7)', async (t) => {
  const { ask } = sandboxFor(t);
  const [id, other] = [
    (await ask('POST', '/v1/callback/create', wanted)).body.id,
    (await ask('POST', '/v1/callback/create', wanted)).body.id,
  ];
  const { status, body } = await ask('DELETE', `/v1/callback/delete/${id}`);
  assert.deepEqual([status, body.result, body.id], [200, 'success', id]);
  assert.equal((await ask('DELETE', `/v1/callback/delete/${id}`)).status, 404);
  const live = (await ask('GET', '/sandbox/callbacks', undefined, {})).body.callbacks as { id: string }[];
  assert.deepEqual(
    live.map((callback) => callback.id),
    [other],
  );
});
