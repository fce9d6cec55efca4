import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Receiver } from '../webhook-receiver.ts';
import { isOnThisMachine } from '../start-receiver.ts';

const started = async (t: TestContext, ...how: ConstructorParameters<typeof Receiver>): Promise<Receiver> => {
  const receiver = new Receiver(...how);
  t.after(() => receiver.stop());
  await receiver.start();
  return receiver;
};

const notify = async (address: string, body: string): Promise<number> =>
  (await fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status;

/** A proxy before a port of this machine, which takes a prefix off every path. */
const proxy = async (port: number, prefix: string) => {
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(prefix, '');
    const passed = request({ port, path, method: incoming.method ?? 'GET', headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

test('a notification arrives at the address it was sent to, with a body of limited size', async (t) => {
  const receiver = await started(t, 1_000);
  assert.equal(await notify(receiver.address('one'), 'ä'.repeat(100_000)), 200);
  receiver.answer = 500;
  assert.equal(await notify(receiver.address('two'), '{}'), 500);
  assert.equal(await notify(receiver.address('one').replace(/\/[^/]+\/one/, '/another-test/one'), '{}'), 404);
  assert.equal((await receiver.next('one'))?.body.length, 32_768);
  assert.equal((await receiver.next('two'))?.contentType, 'application/json');
  assert.deepEqual([receiver.count('one'), receiver.count('two')], [1, 1]);
});

test('a proxy leads to the receiver; where it leads nowhere, that is found out', async (t) => {
  const port = await freePort();
  const before = await proxy(port, '/abc');
  t.after(() => before.server.close());
  const way = { url: `http://127.0.0.1:${before.port}/abc`, port, listen: '127.0.0.1' };
  const receiver = await started(t, 1_000, way);
  assert.equal(await receiver.astray(1_000), undefined);
  assert.equal(await notify(receiver.address('one'), '{}'), 200);
  assert.equal((await receiver.next('one'))?.body, '{}');
  receiver.stop();
  const elsewhere = await started(t, 1_000, { ...way, port: await freePort() });
  assert.match((await elsewhere.astray(1_000)) ?? '', /HTTP 502/);
});

test('nobody on another interface reaches the receiver, unless a setting says so', async (t) => {
  const port = await freePort();
  const elsewhere = `http://127.0.0.2:${port}`;
  for (const [listen, isReached] of [
    ['127.0.0.1', false],
    ['0.0.0.0', true],
  ] as const) {
    const receiver = await started(t, 1_000, { url: elsewhere, port, listen });
    assert.equal((await receiver.astray(1_000)) === undefined, isReached, listen);
    receiver.stop();
  }
});

test('whether a target is on this machine is seen from its address', async () => {
  for (const here of ['http://127.0.0.1:1', 'http://localhost', 'http://[::1]:1/base']) {
    assert.equal(await isOnThisMachine(here), true, here);
  }
  assert.equal(await isOnThisMachine('https://192.0.2.1'), false);
});

test('a notification is read up to a size, kept all the same, and answered as too large', async (t) => {
  const receiver = await started(t, 10_000);
  const sent = notify(receiver.address('huge'), 'x'.repeat(20_000_000)).catch(() => 413);
  assert.equal((await receiver.next('huge'))?.body.length, 65_536);
  assert.equal(await sent, 413);
});
