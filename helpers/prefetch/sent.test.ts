import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Exchange, replyOf } from '../../interface/messages/exchange.ts';
import type { Call } from '../client/http.ts';
import { nameRunFolder, runMark } from '../client/network/run-folder.ts';
import { newReference, referTo, repeatable, withReferences } from '../client/references.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import { fixturesOf } from './bodies-alone.ts';
import { AlreadySent, type SentCall } from './sent.ts';

const call = (path: string): Call => ({ method: 'GET', path, headers: {} });

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

const sentCall = (path: string): SentCall => ({
  call: call(path),
  exchanges: [exchangeOf(path, 429), exchangeOf(path, 200)],
  answer: { text: '{"key":"as it came"}', headers: {} },
});

const playBack = (calls: SentCall[]) => {
  const recorded: Exchange[] = [];
  const live: string[] = [];
  const send = async ({ path }: Call) => {
    live.push(path);
    return replyOf({ ...exchangeOf(path, 204), status: 204 });
  };
  const sender = new AlreadySent(JSON.parse(JSON.stringify(calls)) as SentCall[], (one) => recorded.push(one), {
    send,
    close: () => Promise.resolve(),
  });
  return { sender, recorded, live };
};

test('a call that was sent ahead is answered as it was, with every attempt as evidence', async () => {
  const { sender, recorded, live } = playBack([sentCall('/a')]);
  const reply = await sender.send(call('/a'));
  assert.deepEqual([reply.status, reply.field('key')], [200, 'as it came']);
  assert.deepEqual(
    recorded.map(({ status }) => status),
    [429, 200],
  );
  assert.deepEqual(live, []);
});

test('from the first other call, a test sends its own', async () => {
  const { sender, live } = playBack([sentCall('/a'), sentCall('/b'), sentCall('/c')]);
  await sender.send(call('/a'));
  await sender.send(call('/other'));
  await sender.send(call('/c'));
  assert.deepEqual(live, ['/other', '/c']);
});

test('what kept an answer from coming keeps it from the test as well', async () => {
  const exchange = exchangeOf('/a', undefined);
  const { sender, recorded } = playBack([
    { call: call('/a'), exchanges: [exchange], fault: { message: 'no answer', kind: 'reset' } },
  ]);
  const fault = await sender.send(call('/a')).catch((error: unknown) => error);
  assert.ok(fault instanceof EnvironmentFault);
  assert.deepEqual([fault.message, fault.kind, recorded.length], ['no answer', 'reset', 1]);
});

test('references can be made again from their seed, and are like all others', async () => {
  const ahead = await withReferences(repeatable('seed'), async () => {
    const first = newReference();
    await Promise.resolve();
    return [first, newReference()];
  });
  referTo(repeatable('seed'));
  assert.deepEqual([newReference(), newReference()], ahead);
  referTo(undefined);
  const [random, other] = [newReference(), repeatable('other')()];
  assert.notEqual(random, ahead[0]);
  assert.notEqual(`Ref-${other}-X`, ahead[0]);
  const form = /^Ref-[\da-f]{16}-X$/;
  for (const reference of [random, ...ahead]) assert.match(reference, form);
});

test('references of a run begin with its mark, those made again too, and keep their form', (t) => {
  t.after(() => delete process.env.CONFORMANCE_RUN_FOLDER);
  nameRunFolder();
  const mark = runMark() ?? '';
  referTo(repeatable('seed'));
  const again = newReference();
  referTo(undefined);
  for (const reference of [newReference(), again]) {
    assert.match(reference, /^Ref-[\da-f]{16}-X$/);
    assert.ok(mark.length === 6 && reference.startsWith(`Ref-${mark}`));
  }
});

test('the fixtures of a body are read from its text', () => {
  assert.deepEqual(fixturesOf('async ({ api, bodies: made }) => { await api({}) }'), ['api', 'bodies']);
  assert.deepEqual(fixturesOf('async function ({ api }) {}'), ['api']);
  assert.deepEqual(fixturesOf('async ({}) => {}'), []);
  for (const other of ['async (all) => {}', '({ api }) => api', 'async ({ api: { send } }) => {}'])
    assert.equal(fixturesOf(other), undefined, other);
});
