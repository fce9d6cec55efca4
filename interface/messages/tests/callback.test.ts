import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimedIds } from '../callback.ts';
import { replyOf, type Reply } from '../exchange.ts';

const createdId = (reply: Reply, url?: string) => claimedIds(reply, url)[0]?.id;

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
    { id: 'request-7', callback_id: 'cb1' },
    { id: 'request-7', webhooks: [{ uuid: 'cb1' }] },
    { request: { id: 7 }, result: { callbackId: 'cb1' } },
    [{ id: 'cb1' }],
    { data: [{ id: 'cb1' }] },
    { id: 7, data: { subscription: { id: 'cb1' } } },
    { id: 7, data: { request: { id: 8 }, entry: { id: 'cb1', url: 'https://merchant.example/new' } } },
    {
      callbacks: [
        { id: 'cb0', url: 'https://merchant.example/old' },
        { id: 'cb1', url: 'https://merchant.example/new' },
      ],
    },
  ];
  for (const body of bodies)
    assert.equal(createdId(answered(body), 'https://merchant.example/new'), 'cb1', JSON.stringify(body));
  assert.equal(createdId(answered({ id: 17 })), '17');
  assert.equal(createdId(answered({}, { location: '/v1/callback/fetch/cb1?x=y' })), 'cb1');
  assert.equal(createdId(answered('', { location: 'https://service.example/callbacks/a%3Ab/' })), 'a:b');
});

test('no id is invented', () => {
  for (const body of [{}, [], null, { id: '' }, { id: {} }]) assert.equal(createdId(answered(body)), undefined);
});
