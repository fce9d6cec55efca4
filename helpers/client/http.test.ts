import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Exchange, Reply } from '../../interface/messages/exchange.ts';
import { sandboxAsStaging } from '../settings/sandbox-account.ts';
import { parseSettings } from '../settings/settings.ts';
import { Api } from './api.ts';
import { Bodies } from './bodies.ts';
import { Http, type Call } from './http.ts';
import { Limiter } from './limiter.ts';
import { newReference } from './references.ts';
import { SilentEndpoints } from './silent-endpoints.ts';
import { nameRunFolder, readRun } from '../run/run-log.ts';

const get: Call = { method: 'GET', path: '/v1/wallets/list', headers: {}, credential: 'secret' };
const post: Call = { ...get, method: 'POST', path: '/v1/transactions', body: '{"amount":1}' };

beforeEach(nameRunFolder);
afterEach(() => void delete process.env['CONFORMANCE_RUN_FOLDER']);

const listening = async (t: TestContext, server: Server): Promise<string> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A service with one listener per request; the last one answers all further requests. It keeps connections briefly. */
const service = async (t: TestContext, ...answers: RequestListener[]) => {
  const arrived: string[] = [];
  const connections = new Set<Socket>();
  const server = createServer({ keepAliveTimeout: 2_000 }, (request, response) => {
    connections.add(request.socket);
    arrived.push(request.method ?? '');
    (answers[arrived.length - 1] ?? answers.at(-1))?.(request, response);
  });
  return { arrived, connections, address: await listening(t, server) };
};

const client = (t: TestContext, baseUrl: string, { timeoutMs = 20_000, limiter = new Limiter() } = {}) => {
  const recorded: [Exchange, Reply | undefined][] = [];
  const record = (...one: [Exchange, Reply | undefined]) => void recorded.push(one);
  const http = new Http({ baseUrl, timeoutMs, limiter, mask: (text) => text.replaceAll('sk_1', '***'), record });
  t.after(() => http.close());
  return { http, recorded };
};

const ok: RequestListener = (request, response) =>
  void request.resume().once('end', () => response.end('{"result":1}'));
const reset: RequestListener = (request) => void request.socket.destroy();
const answer =
  (status: number, headers = {}, text: string | Buffer = ''): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(text);

test('an attempt is recorded once, masked, and its reply is unchanged', async (t) => {
  const { address } = await service(t, answer(303, { location: '/x' }, 'sk_1'));
  const { http, recorded } = client(t, address);
  const reply = await http.send({
    ...post,
    body: 'sk_1',
    headers: { Authorization: 'Bearer sk_1', 'Content-Type': 'a/b' },
  });
  assert.equal(reply.status, 303, 'redirects are not followed');
  assert.equal(reply.text, 'sk_1');
  const request = { method: 'POST', path: '/v1/transactions', body: 'sk_1', credential: 'secret', contentType: 'a/b' };
  assert.deepEqual(reply.request, request);
  assert.equal(recorded.length, 1);
  assert.equal(recorded[0]?.[1], reply);
  assert.ok(!JSON.stringify(recorded[0]?.[0]).includes('sk_1'));
});

test('connections are used again, and a read is repeated when one was closed just then', async (t) => {
  const { address, connections, arrived } = await service(t, ok, ok, ok, ok, reset, ok);
  const { http } = client(t, address);
  for (const call of [get, post, post, post, get]) assert.equal((await http.send(call)).status, 200);
  assert.equal(arrived.length, 6);
  assert.ok(connections.size <= 3, `${connections.size} connections`);
});

test('informational answers are passed over and compressed ones unpacked', async (t) => {
  const early: RequestListener = (_, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'));
  };
  const { address } = await service(t, early);
  assert.equal((await client(t, address).http.send(get)).text, 'plain');
});

test('answers that are too large, endless, cut or damaged are no answers', async (t) => {
  const bomb = answer(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(6 * 1024 ** 2)));
  const endless: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };
  const cut: RequestListener = ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx');
  const damaged: RequestListener = ({ socket }) => void socket.end('nonsense\r\n\r\n');
  const silent: RequestListener = () => {};
  const cases = { 'too-large': bomb, endless, truncated: cut, malformed: damaged, 'no-answer': silent, reset };
  for (const [kind, listener] of Object.entries(cases)) {
    const { address, arrived } = await service(t, listener);
    const { http, recorded } = client(t, address, kind === 'endless' || kind === 'no-answer' ? { timeoutMs: 200 } : {});
    await assert.rejects(http.send(post), { name: 'EnvironmentFault', kind });
    assert.deepEqual([arrived.length, recorded[0]?.[1]], [1, undefined], `${kind}: a lost POST is not sent again`);
  }
});

test('an endpoint that never answers is not waited for by each request; one that has answered is', async (t) => {
  const drip: RequestListener = (_, response) => void response.writeHead(200).write('x');
  const { address, arrived } = await service(t, ok, ...Array.from({ length: 9 }, () => drip));
  const { http } = client(t, address, { timeoutMs: 100 });
  await http.send(get);
  const notSent = { kind: 'endless', message: /not sent, since 3 such/ };
  for (let times = 0; times < 5; times += 1)
    await assert.rejects(http.send(post), times < 3 ? { kind: 'endless', message: /complete/ } : notSent);
  assert.equal(arrived.length, 4);
  const later = Date.now() + 61_000;
  const clock = t.mock.method(Date, 'now', () => later);
  await assert.rejects(http.send(post), { kind: 'endless', message: /out of time|Timeout/i });
  await assert.rejects(http.send(post), notSent);
  clock.mock.restore();
  assert.equal(arrived.length, 5, 'it is asked again, once');
  await assert.rejects(http.send(get), { kind: 'endless' });
  assert.ok(arrived.length > 5);
});

test('where only refusals come, what is accepted is waited for briefly, and once a minute as long as it may take', (t) => {
  const line = new SilentEndpoints();
  const waits = (ms: number) => assert.equal(line.patience('POST', 15_000), ms);
  line.note('POST', { status: 400, ms: 900 });
  for (let times = 0; times < 3; times += 1) {
    waits(15_000);
    line.note('POST', { failure: { kind: 'endless', message: '', unprocessed: false }, ms: 15_000 });
  }
  waits(4_500);
  const later = Date.now() + 61_000;
  t.mock.method(Date, 'now', () => later);
  waits(15_000);
  waits(4_500);
  assert.equal(line.reasonNotToAsk('POST'), undefined);
  line.note('POST', { status: 303, ms: 900 });
  waits(15_000);
});

test('a throttled request is sent again after the pause that the clock of the target says', async (t) => {
  const date = new Date(Date.now() + 120_000).toUTCString();
  const later = new Date(Date.parse(date) + 1000).toUTCString();
  const { address, arrived } = await service(
    t,
    answer(429, { 'retry-after': later, date }),
    answer(429, { 'retry-after': '1, 1' }),
    ok,
  );
  const { http, recorded } = client(t, address);
  assert.equal((await http.send(post)).status, 200);
  assert.equal(arrived.length, 3);
  assert.deepEqual(
    recorded.map(([{ trouble }]) => trouble?.waitMs),
    [1000, 2000, undefined],
  );
});

test('a lost initiation is made once more with a new reference, unless a test chose its reference', async (t) => {
  const { address, arrived } = await service(t, reset, ok, reset);
  const { http, recorded } = client(t, address);
  const settings = parseSettings(sandboxAsStaging(address));
  const [api, bodies] = [new Api(http, settings), new Bodies(settings)];
  assert.equal((await api.initiate(bodies.hostedPage(bodies.optional()))).status, 200);
  const [first, second] = recorded.map(([{ requestBody = '' }]) => JSON.parse(requestBody).transaction_reference);
  assert.match(second, /^Ref-[\da-f]{16}-X$/);
  assert.notEqual(first, second);
  assert.match(String(readRun('made-again')[0]?.['because']), /^POST \/v1\/transactions got no complete answer/);
  const own = api.checkout(bodies.checkout({ transaction_reference: newReference() }));
  await assert.rejects(own, { kind: 'reset' });
  assert.equal(arrived.length, 3);
});

test('a target that is gone ends the run quickly, one with a single broken endpoint does not', async (t) => {
  const broken = await service(t, (request, response) =>
    request.url === '/v1/wallets/list' && request.method === 'POST' ? reset(request, response) : ok(request, response),
  );
  const alive = client(t, broken.address).http;
  for (let count = 0; count < 6; count += 1)
    await assert.rejects(alive.send({ ...post, path: '/v1/wallets/list' }), { kind: 'reset' });
  assert.equal((await alive.send(get)).status, 200);
  const gone = await listening(
    t,
    createTcpServer((socket) => socket.destroy()),
  );
  const { http } = client(t, gone);
  for (let count = 0; count < 5; count += 1) await assert.rejects(http.send(post), { kind: 'reset' });
  await assert.rejects(http.send(post), { kind: 'down' });
  // The next worker knows it too.
  await assert.rejects(client(t, gone).http.send(get), { kind: 'down' });
  assert.ok(readRun('reachable').length > 5);
});

test('an update and a request with a wrong key are sent again, a deletion is not', async (t) => {
  const { address, arrived } = await service(t, reset, ok, reset, ok, reset);
  const { http } = client(t, address);
  await http.send({ ...post, method: 'PUT' });
  await http.send({ ...post, method: 'DELETE', credential: 'invalid' });
  await assert.rejects(http.send({ ...post, method: 'DELETE' }), { kind: 'reset' });
  assert.equal(arrived.length, 5);
});

test('only listed hosts are sent to', () => {
  const options = { baseUrl: 'https://evil.example', timeoutMs: 1, mask: String, record: () => {} };
  assert.throws(() => new Http(options), { name: 'NotTested', message: /add evil\.example to STAGING_HOSTS/ });
});
