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

/** A proxy to a port of this machine that strips a prefix from every path. */
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

test('a notification arrives at its address, and its body is kept up to a limit', async (t) => {
  const receiver = await started(t, 1_000);
  assert.equal(await notify(receiver.address('one'), 'ä'.repeat(100_000)), 200);
  receiver.answer = 500;
  assert.equal(await notify(receiver.address('two'), '{}'), 500);
  assert.equal(await notify(receiver.address('one').replace(/\/[^/]+\/one/, '/another-test/one'), '{}'), 404);
  assert.equal((await receiver.next('one'))?.body.length, 32_768);
  assert.equal((await receiver.next('two'))?.contentType, 'application/json');
  assert.deepEqual([receiver.count('one'), receiver.count('two')], [1, 1]);
});

test('a receiver behind a proxy is reached, and a proxy that leads elsewhere is detected', async (t) => {
  const port = await freePort();
  const before = await proxy(port, '/abc');
  t.after(() => before.server.close());
  const publicAddress = { url: `http://127.0.0.1:${before.port}/abc`, port, listen: '127.0.0.1' };
  const receiver = await started(t, 1_000, publicAddress);
  assert.equal(await receiver.astray(1_000), undefined);
  assert.equal(await notify(receiver.address('one'), '{}'), 200);
  assert.equal((await receiver.next('one'))?.body, '{}');
  receiver.stop();
  const elsewhere = await started(t, 1_000, { ...publicAddress, port: await freePort() });
  assert.match((await elsewhere.astray(1_000)) ?? '', /HTTP 502/);
});

test('the receiver is not reachable at other interfaces unless configured', async (t) => {
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

test('the address of a target shows whether it is on this machine', async () => {
  for (const here of ['http://127.0.0.1:1', 'http://localhost', 'http://[::1]:1/base']) {
    assert.equal(await isOnThisMachine(here), true, here);
  }
  assert.equal(await isOnThisMachine('https://192.0.2.1'), false);
});

test('an oversized notification is answered 413 and kept up to the limit', async (t) => {
  const receiver = await started(t, 10_000);
  const sent = notify(receiver.address('huge'), 'x'.repeat(20_000_000)).catch(() => 413);
  assert.equal((await receiver.next('huge'))?.body.length, 65_536);
  assert.equal(await sent, 413);
});
