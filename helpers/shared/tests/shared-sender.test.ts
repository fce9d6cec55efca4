import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Exchange, replyOf } from '../../../interface/messages/exchange.ts';
import type { Call } from '../../client/http.ts';
import { EnvironmentFault } from '../../errors/errors.ts';
import type { Sent } from '../sent.ts';
import { SharedSender } from '../shared-sender.ts';
import { asking, walletList } from '../stimuli.ts';

const list: Call = { method: 'GET', path: '/v1/wallets/list', headers: {} };

const exchangeOf = (path: string, status: number | undefined): Exchange => ({
  method: 'GET',
  url: `http://127.0.0.1${path}`,
  requestHeaders: {},
  requestBody: undefined,
  startedAt: 1,
  durationMs: 2,
  status,
  responseHeaders: {},
  responseBody: '{"key":"***"}',
});

const answered: Sent = {
  exchanges: [exchangeOf(list.path, 429), exchangeOf(list.path, 200)],
  answer: { text: '{"key":"as it came"}', headers: {} },
};

const senderFor = (sent: Sent, by: string | null) => {
  const recorded: Exchange[] = [];
  const live: string[] = [];
  const fresh = {
    send: ({ path }: Call) => {
      live.push(path);
      return Promise.resolve(replyOf({ ...exchangeOf(path, 204), status: 204 }));
    },
    close: () => Promise.resolve(),
  };
  const answering = {
    ask: () => Promise.resolve({ sent, by }),
    hold: () => Promise.resolve(),
    release: () => Promise.resolve(),
  };
  const sender = new SharedSender({
    answering,
    address: 'http://127.0.0.1',
    test: 'this test',
    record: (one) => recorded.push(one),
    extendTimeout: () => {},
    fresh,
  });
  return { sender, recorded, live };
};

test('a shared answer is unmasked, and its exchanges name the test for which they were sent', async () => {
  const { sender, recorded, live } = senderFor(answered, 'another test');
  const reply = await sender.send(list);
  assert.deepEqual([reply.status, reply.field('key')], [200, 'as it came']);
  assert.deepEqual(
    recorded.map(({ status, sharedBy }) => [status, sharedBy]),
    [
      [429, 'another test'],
      [200, 'another test'],
    ],
  );
  assert.deepEqual(live, []);
});

test('exchanges sent for the test itself are not marked as shared', async () => {
  const { sender, recorded } = senderFor(answered, null);
  await sender.send(list);
  assert.deepEqual(
    recorded.map(({ sharedBy }) => sharedBy),
    [undefined, undefined],
  );
});

test('calls that change state and repeated calls are sent anew', async () => {
  const { sender, live } = senderFor(answered, null);
  const update: Call = { method: 'PUT', path: '/v1/callback/update/1', headers: {} };
  const fetch: Call = { method: 'GET', path: '/v1/callback/fetch/1', headers: {} };
  for (const call of [update, fetch, list, list]) await sender.send(call);
  assert.deepEqual(live, [update.path, fetch.path, list.path]);
});

test('an environment fault is passed on to the test', async () => {
  const exchange = exchangeOf(list.path, undefined);
  const { sender, recorded } = senderFor(
    { exchanges: [exchange], fault: { message: 'no answer', kind: 'reset' } },
    null,
  );
  const fault = await sender.send(list).catch((error: unknown) => error);
  assert.ok(fault instanceof EnvironmentFault);
  assert.deepEqual([fault.message, fault.kind, recorded.length], ['no answer', 'reset', 1]);
});

test('two tests with the same title are refused, since the title identifies the call', () => {
  asking(walletList(), 'wallets.accepted', 'one');
  assert.throws(
    () => asking(walletList({ limit: 1 }), 'wallets.accepted', 'one'),
    /two tests have the title ".* · one"/,
  );
});
