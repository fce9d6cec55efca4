import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { EnvironmentFault } from '../../errors/errors.ts';
import { Guard } from '../../connection/guard/guard.ts';
import type { Exchange } from '../../../interface/messages/exchange.ts';
import { Http, type Call } from '../http.ts';
import { CircuitBreaker } from '../network/retries/circuit-breaker.ts';
import { RetryPolicy } from '../network/retries/retry-policy.ts';

const get: Call = { method: 'GET', path: '/v1/wallets/list', headers: {} };
const post: Call = { method: 'POST', path: '/v1/transactions', headers: {}, body: '{"amount":1}' };

const listening = async (t: TestContext, server: Server): Promise<string> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A service with one listener per request; the last one answers all further requests. */
const service = async (t: TestContext, ...answers: RequestListener[]) => {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(request.method ?? '');
    (answers[arrived.length - 1] ?? answers.at(-1))?.(request, response);
  });
  return { arrived, address: await listening(t, server) };
};

/** A TCP server with arbitrary behaviour once a request has arrived. */
const rawService = async (t: TestContext, behave: (socket: Socket) => void) => {
  const arrived: string[] = [];
  const server = createTcpServer((socket) =>
    socket.once('data', (request: Buffer) => {
      arrived.push(request.toString().split(' ')[0] ?? '');
      behave(socket);
    }),
  );
  return { arrived, address: await listening(t, server) };
};

const client = (t: TestContext, baseUrl: string, { timeoutMs = 1000, alive = true } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'http-test-'));
  const exchanges: Exchange[] = [];
  const circuitBreaker = new CircuitBreaker(folder);
  const retryPolicy = new RetryPolicy({
    timeoutMs,
    circuitBreaker,
    outageMs: 500,
    probe: () => Promise.resolve(alive),
  });
  const record = (exchange: Exchange) => void exchanges.push(exchange);
  const guard = new Guard({ hosts: ['no-such-host.invalid'] });
  const http = new Http({ baseUrl, guard, timeoutMs, mask: (text) => text, record, retryPolicy });
  t.after(async () => {
    await http.close();
    rmSync(folder, { recursive: true });
  });
  return { http, exchanges, circuitBreaker };
};

const ok: RequestListener = (_, response) => void response.end('{"result":"success"}');
const answer =
  (status: number, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end();

/** The result of a call or the kind of its fault, and the outcome of each attempt. */
const outcomeOf = async (t: TestContext, address: string, call: Call, options = {}) => {
  const { http, exchanges } = client(t, address, options);
  const kind = await http.send(call).then(
    (reply) => `HTTP ${reply.status}`,
    (error: unknown) => (error instanceof EnvironmentFault ? error.kind : error),
  );
  return { kind, tried: exchanges.map(({ trouble }) => trouble?.kind ?? 'answered') };
};

test('network failures are classified', async (t) => {
  const wrong: Record<string, (socket: Socket) => void> = {
    reset: (socket) => void socket.resetAndDestroy(),
    'no-answer': () => {},
    truncated: (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"result"'),
    malformed: (socket) => void socket.end('SMTP ready\r\n\r\n'),
    'too-large': (socket) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1024 * 1024)}\r\n\r\n`),
    endless: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(timer));
    },
  };
  for (const [kind, behave] of Object.entries(wrong)) {
    const { address, arrived } = await rawService(t, behave);
    assert.equal((await outcomeOf(t, address, post)).kind, kind);
    assert.deepEqual(arrived, ['POST'], `${kind}: a payment that may have been processed is not repeated`);
  }
  assert.equal((await outcomeOf(t, 'http://no-such-host.invalid', post)).kind, 'dns');
  const plain = await service(t, ok);
  assert.equal((await outcomeOf(t, plain.address.replace('http:', 'https:'), post)).kind, 'tls');
  assert.deepEqual(plain.arrived, []);
});

test('a GET is repeated a few times', async (t) => {
  const once = await service(t, (request) => void request.socket.resetAndDestroy(), ok);
  assert.deepEqual(await outcomeOf(t, once.address, get, { timeoutMs: 5000 }), {
    kind: 'HTTP 200',
    tried: ['reset', 'answered'],
  });
  const always = await service(t, answer(502));
  assert.equal((await outcomeOf(t, always.address, get, { timeoutMs: 5000 })).kind, 'gateway');
  assert.equal(always.arrived.length, 3);
});

test('a payment is repeated only if it was refused without being processed', async (t) => {
  for (const status of [502, 503, 504]) {
    const { address, arrived } = await service(t, answer(status), ok);
    assert.equal((await outcomeOf(t, address, post)).kind, 'gateway', String(status));
    assert.equal(arrived.length, 1, String(status));
  }
  for (const status of [429, 503]) {
    const { address, arrived } = await service(t, answer(status, { 'Retry-After': '1' }), ok);
    const startedAt = Date.now();
    assert.equal((await outcomeOf(t, address, post, { timeoutMs: 5000 })).kind, 'HTTP 200', String(status));
    assert.equal(arrived.length, 2);
    assert.ok(Date.now() - startedAt >= 950, 'Retry-After was not honoured');
  }
});

test('a request is not repeated if Retry-After is too long', async (t) => {
  const { address, arrived } = await service(t, answer(429, { 'Retry-After': '3600' }));
  const { http } = client(t, address);
  await assert.rejects(http.send(get), /Retry-After 3600 s.*MAX_REQUESTS_PER_SECOND/);
  assert.equal(arrived.length, 1);
});

test('a refused connection is retried, also for a payment', async (t) => {
  const { address } = await service(t, ok);
  const spare = createTcpServer();
  const port = Number(new URL(await listening(t, spare)).port);
  await new Promise((done) => spare.close(done));
  const sent = outcomeOf(t, `http://127.0.0.1:${port}`, post, { timeoutMs: 5000 });
  const forward = createTcpServer((socket) => {
    const onward = connect(Number(new URL(address).port), '127.0.0.1');
    socket.pipe(onward).pipe(socket);
  });
  setTimeout(() => forward.listen(port, '127.0.0.1'), 50);
  t.after(() => forward.close());
  const { kind, tried } = await sent;
  assert.equal(kind, 'HTTP 200');
  assert.equal(tried[0], 'refused');
});

test('an HTTP 500 is an answer of the service', async (t) => {
  const { address } = await service(t, answer(500));
  assert.equal((await outcomeOf(t, address, post)).kind, 'HTTP 500');
});

test('a lasting outage marks the target as down', async (t) => {
  const { address } = await service(t, answer(503));
  const { http, circuitBreaker } = client(t, address, { alive: false });
  const startedAt = Date.now();
  await assert.rejects(http.send(get), /does not answer any more/);
  assert.ok(Date.now() - startedAt >= 500);
  await assert.rejects(http.send(get), /does not answer any more/);
  assert.ok(circuitBreaker.during(Date.now() + 1000, Date.now() + 2000), 'the target counts as down from then on');
});

test('neither a huge answer nor a decompression bomb is read to its end', async (t) => {
  const gigabyte = 1024 ** 3;
  const chunk = Buffer.alloc(1024 * 1024);
  const member = gzipSync(chunk);
  const bomb = Buffer.concat(Array.from({ length: 1024 }, () => member));
  const huge = await service(t, (_, response) => {
    response.writeHead(200, { 'Content-Length': gigabyte });
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  const packed = await service(t, (_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
  });
  const before = process.memoryUsage().rss;
  for (const { address } of [huge, packed])
    assert.equal((await outcomeOf(t, address, post, { timeoutMs: 5000 })).kind, 'too-large');
  assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024);
});
