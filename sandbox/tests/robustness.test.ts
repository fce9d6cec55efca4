import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { bearer, payment, sandboxFor } from './support/sandbox.ts';
import { test } from './support/test.ts';

async function listening(t: TestContext, options: Parameters<typeof sandboxFor>[1] = {}) {
  const { sandbox } = sandboxFor(t, options);
  const address = await sandbox.listen(0);
  return { sandbox, address, port: Number(new URL(address).port) };
}

/** Sends raw bytes and returns everything that is received until the connection closes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(4_000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

async function assertAlive(address: string): Promise<void> {
  const reply = await fetch(`${address}/v1/wallets/list`, { headers: bearer });
  assert.equal(reply.status, 200);
}

const raw: [string, string, RegExp][] = [
  ['a request that is not HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
  [
    'a request with too many headers',
    `GET / HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(9_000)}\r\n`,
    /^HTTP\/1\.1 431 /,
  ],
  ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'b'.repeat(99_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
  [
    'a null byte in a header',
    'GET / HTTP/1.1\r\nHost: a\r\nX-A: a\u0000b\r\nConnection: close\r\n\r\n',
    /^HTTP\/1\.1 400 /,
  ],
  [
    'a malformed escape in the path',
    'GET /v1/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    /^HTTP\/1\.1 400 /,
  ],
  ['a request without a Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
  [
    'a request with two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    /^HTTP\/1\.1 400 /,
  ],
];

for (const [what, bytes, expected] of raw) {
  test(`${what} is refused, and the sandbox keeps serving`, async (t) => {
    const { address, port } = await listening(t);
    const answer = await exchange(port, bytes);
    assert.match(answer, expected);
    assert.doesNotMatch(answer, /\.ts:|node_modules/);
    await assertAlive(address);
  });
}

test('refusals of malformed requests have the shape of section 7', async (t) => {
  const { port } = await listening(t);
  for (const [, bytes] of raw.slice(0, 5)) {
    const body = JSON.parse((await exchange(port, bytes)).split('\r\n\r\n')[1]!);
    assert.deepEqual([body.result, typeof body.message], ['error', 'string']);
  }
});

for (const path of ['/v1/transactions', '/v1/checkout']) {
  test(`a body too large for ${path} is refused in the shape of section 7`, async (t) => {
    const { address } = await listening(t);
    const headers = { ...bearer, 'content-type': 'application/json' };
    const body = JSON.stringify(payment({ email: 'x'.repeat(200_000) }));
    const reply = await fetch(`${address}${path}`, { method: 'POST', headers, body });
    assert.equal(reply.status, 413);
    assert.equal(((await reply.json()) as { result: string }).result, 'error');
    await assertAlive(address);
  });
}

test('a client too slow to send its request is dropped', async (t) => {
  const { address, port } = await listening(t, { timings: { request: 300 } });
  const begin = Date.now();
  const head = 'POST /v1/checkout HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n';
  const answer = await exchange(port, `${head}{"a":`);
  assert.ok(Date.now() - begin < 3_000);
  assert.match(answer, /^HTTP\/1\.1 408 |^$/);
  await assertAlive(address);
});

test('a client that disconnects during a payment does not stop it', async (t) => {
  const { sandbox, address, port } = await listening(t, { timings: { hostedPayment: 150 } });
  const { hosted_url: page } = (
    await sandbox.app.inject({ method: 'POST', url: '/v1/transactions', headers: bearer, payload: payment() })
  ).json();
  const path = new URL(page).pathname;
  await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ operator: 'OPERATOR_A', mobile_money_number: '0970000001', outcome: 'success' }),
  });
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`GET ${path}/outcome HTTP/1.1\r\nHost: a\r\n\r\n`);
    setTimeout(() => socket.destroy(), 30);
  });
  const end = await fetch(`${address}${path}/outcome`);
  assert.match(await end.text(), /Payment successful/);
});

test('unknown paths and methods are answered in the shape of section 7', async (t) => {
  const { ask } = sandboxFor(t);
  const unknown = await ask('GET', '/v1/nothing');
  assert.deepEqual([unknown.status, Object.keys(unknown.body)], [404, ['result', 'message']]);
  const method = await ask('DELETE', '/v1/transactions');
  assert.deepEqual([method.status, method.headers['allow']], [405, 'POST']);
  assert.equal((await ask('GET', '/v1/checkout', undefined, {})).status, 405);
  assert.equal((await ask('GET', '/v1/callback/delete/cb_1')).status, 405);
});

test('an internal error is reported, and answered with 500 without its text', async (t) => {
  const reported: unknown[] = [];
  const { sandbox, ask } = sandboxFor(t, { report: (error) => reported.push(error) });
  sandbox.app.get('/broken', async () => {
    throw new Error('secret detail');
  });
  const { status, body, text } = await ask('GET', '/broken');
  assert.deepEqual([status, Object.keys(body)], [500, ['result', 'message']]);
  assert.doesNotMatch(text, /secret detail|\.ts/);
  assert.equal(reported.length, 1);
});

test('closing is immediate, even with open connections', async (t) => {
  const { sandbox, port } = await listening(t);
  const idle = exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const begin = Date.now();
  await sandbox.close();
  assert.ok(Date.now() - begin < 1_000);
  await idle;
});
