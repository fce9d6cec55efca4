import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { request } from 'undici';
import { formPage, MerchantServer } from './merchant-server.ts';

const server = new MerchantServer();
let origin = '';
before(async () => {
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

test('a second arrival can be waited for', async () => {
  await request(`${origin}/four/success`, { headers: asBrowser });
  const second = server.arrival('four', 5000, 1);
  await request(`${origin}/four/failure`, { headers: asBrowser });
  assert.equal((await second)?.kind, 'failure');
});

test('the fields of a form are escaped', () => {
  assert.match(
    formPage('http://x/?a=1&b=2', { 'a"b': '<i>' }),
    /action="[^"]*&amp;b=2".*name="a&quot;b" value="&lt;i&gt;"/,
  );
});

test('the form page contains a key only in a hidden field', () => {
  const page = formPage('https://staging.example.com/v1/checkout', {
    publishable_key: 'pk_test_1234',
    currency: 'XTS',
  });
  const rest = page.replace('<input type="hidden" name="publishable_key" value="pk_test_1234">', '');
  assert.ok(rest.length < page.length && !rest.includes('pk_test_1234'));
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

test('the numbers of stored arrivals and parameters are limited', async () => {
  for (let index = 0; index < 120; index += 1) await request(`${origin}/six/success`, { headers: asBrowser });
  assert.equal(server.arrivalsOf('six').length, 100);
  const body = 'a=1&'.repeat(5_000);
  const headers = { ...asBrowser, 'content-type': 'application/x-www-form-urlencoded' };
  await request(`${origin}/seven/success`, { method: 'POST', body, headers });
  assert.equal(server.arrivalsOf('seven')[0]?.parameters.length, 1_000);
});
