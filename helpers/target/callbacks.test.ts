import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdId } from './callbacks.ts';
import { replyOf } from './exchange.ts';

const answered = (body: unknown, headers: Record<string, string> = {}) =>
  replyOf({
    method: 'POST',
    url: 'http://127.0.0.1/v1/callback/create',
    requestHeaders: {},
    requestBody: undefined,
    startedAt: 0,
    durationMs: 0,
    status: 200,
    responseHeaders: headers,
    responseBody: JSON.stringify(body),
  });

test('the id of a new callback is found wherever a creation may answer it', () => {
  const bodies = [
    { id: 'cb1' },
    { callback_id: 'cb1' },
    { result: 'success', callback: { id: 'cb1' } },
    { data: { id: 'cb1' } },
    { data: { callback: { callback_id: 'cb1' } } },
    { id: 'request-7', callback: { id: 'cb1' } },
  ];
  for (const body of bodies) assert.equal(createdId(answered(body)), 'cb1', JSON.stringify(body));
  assert.equal(createdId(answered({ id: 17 })), '17');
  assert.equal(createdId(answered({}, { location: '/v1/callback/fetch/cb1?x=y' })), 'cb1');
});

test('no id is made up', () => {
  for (const body of [{}, [], null, { id: '' }, { id: {} }]) assert.equal(createdId(answered(body)), undefined);
});
