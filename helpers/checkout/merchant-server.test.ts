import assert from 'node:assert/strict';
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

test('an arrival is told as soon as it comes, with every parameter as often as it came', async () => {
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

test('a posted arrival has the parameters of its form', async () => {
  const headers = { ...asBrowser, 'content-type': 'application/x-www-form-urlencoded' };
  await request(`${origin}/two/failure?order=7`, { method: 'POST', body: 'status=failed', headers });
  const arrival = await server.arrival('two', 0, 0);
  assert.equal(arrival?.method, 'POST');
  assert.deepEqual(arrival.parameters, [
    ['order', '7'],
    ['status', 'failed'],
  ]);
});

test('only a browser that shows the address arrives', async () => {
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
    /action="[^"]*&#38;b=2".*name="a&#34;b" value="&#60;i&#62;"/,
  );
});

test('a key on the form page stands in a hidden field alone', () => {
  const page = formPage('https://staging.example.com/v1/checkout', {
    publishable_key: 'pk_test_1234',
    currency: 'XTS',
  });
  const rest = page.replace('<input type="hidden" name="publishable_key" value="pk_test_1234">', '');
  assert.ok(rest.length < page.length && !rest.includes('pk_test_1234'));
});
