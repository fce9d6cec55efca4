import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimedIds, unknownIdLike } from '../callback.ts';
import { replyOf } from '../exchange.ts';

const createdId = (body: unknown, responseHeaders: Record<string, string> = {}) => {
  const exchange = { method: 'POST', url: 'http://127.0.0.1/', requestHeaders: {}, requestBody: undefined };
  const answer = { startedAt: 0, durationMs: 0, status: 200, responseHeaders, responseBody: JSON.stringify(body) };
  return claimedIds(replyOf({ ...exchange, ...answer }), 'https://merchant.example/new')[0]?.id;
};

test('the id of a new callback is found wherever a creation may answer it, and none is invented', () => {
  for (const body of [
    { id: 'cb1' },
    { result: 'success', callback: { id: 'cb1' } },
    { data: { callback: { callback_id: 'cb1' } } },
    { id: 'request-7', webhooks: [{ uuid: 'cb1' }] },
    [{ id: 'cb1' }],
    { id: 7, data: { request: { id: 8 }, entry: { id: 'cb1', url: 'https://merchant.example/new' } } },
  ]) {
    assert.equal(createdId(body), 'cb1', JSON.stringify(body));
  }
  assert.equal(createdId({}, { location: '/v1/callback/fetch/cb1?x=y' }), 'cb1');
  for (const body of [{}, [], null, { id: '' }, { id: {} }]) assert.equal(createdId(body), undefined);
});

test('an unknown id ends otherwise where it is a number that a double cannot hold', () =>
  assert.equal(unknownIdLike('12345678901234567'), '12345678901234568'));
