import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { request } from 'undici';
import { formPage, MerchantServer } from './merchant-server.ts';

const server = new MerchantServer();
let origin = '';
before(async () => {
  for (const token of ['one', 'two', 'three', 'five', 'eight']) server.begin(token);
  origin = `http://127.0.0.1:${await server.start()}`;
});
after(() => server.stop());

const asBrowser = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };

test('an arrival is reported at once with all parameters, including repeated ones', async () => {
  const arrival = server.arrival('one', 5000, 0);
  await request(`${origin}/one/success/own/path?status=success&status=pending&a=%20b`, { headers: asBrowser });
  assert.deepEqual(await arrival, {
    kind: 'success',
    path: '/own/path',
    method: 'GET',
    into: 'frame',
    parameters: [
      ['status', 'success'],
      ['status', 'pending'],
      ['a', ' b'],
    ],
  });
});

test('an arrival by POST includes the parameters of its form', async () => {
  const headers = { ...asBrowser, 'content-type': 'application/x-www-form-urlencoded' };
  await request(`${origin}/two/failure?order=7`, { method: 'POST', body: 'status=failed', headers });
  const arrival = await server.arrival('two', 0, 0);
  assert.equal(arrival?.method, 'POST');
  assert.deepEqual(arrival.parameters, [
    ['order', '7'],
    ['status', 'failed'],
  ]);
});

test('only navigations of a browser count as arrivals', async () => {
  await fetch(`${origin}/three/success`);
  await request(`${origin}/three/success`, { headers: { ...asBrowser, 'sec-purpose': 'prefetch' } });
  await request(`${origin}/three/favicon.ico`, { headers: asBrowser });
  assert.deepEqual(server.arrivalsOf('three'), []);
  assert.equal(await server.arrival('three', 50, 0), undefined);
});

test('the fields of a form are escaped', () => {
  assert.match(
    formPage('http://x/?a=1&b=2', { 'a"b': '<i>' }),
    /action="[^"]*&amp;b=2".*name="a&quot;b" value="&lt;i&gt;"/,
  );
});

/** The complete answer of the server to raw bytes. */
const answerTo = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.end(bytes);
  });

test('an invalid address is answered like an unknown one', async () => {
  for (const path of ['//', '///x', '*', 'http://[', '/\\\\host', '//[::1', '/%E0%A4%A', '/__proto__/success']) {
    assert.match(
      await answerTo(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      /^HTTP\/1.1 4\d\d /,
      path,
    );
  }
  const from = `GET //one-more/success HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
  assert.match(await answerTo(from), /^HTTP\/1.1 404/);
});

test('an oversized body is read up to the limit, and its arrival counts', async () => {
  const headers = { ...asBrowser, 'content-type': 'application/x-www-form-urlencoded' };
  const body = `status=success&x=${'a'.repeat(20_000_000)}`;
  const sent = request(`${origin}/five/success`, { method: 'POST', body, headers }).catch(() => undefined);
  const arrival = await server.arrival('five', 5000, 0);
  assert.deepEqual(arrival?.parameters[0], ['status', 'success']);
  assert.ok((arrival?.parameters[1]?.[1].length ?? 0) <= 1024 * 1024);
  const answer = await sent;
  assert.ok(answer === undefined || answer.statusCode === 413);
});

test('an arrival for a payment that has ended is noted, and none for one that never began', async () => {
  server.end('eight');
  await request(`${origin}/eight/failure`, { headers: asBrowser });
  await request(`${origin}/nine/failure`, { headers: asBrowser });
  assert.deepEqual(server.lateArrivals.at(-1)?.kind, 'failure');
  assert.deepEqual(server.arrivalsOf('nine'), []);
});
