import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, form, payment, publishableKey, sandboxFor, secretKey } from './support/sandbox.ts';
import { test } from 'node:test';

const addresses = { success_url: 'https://shop.example/ok?order=7', failure_url: 'https://shop.example/no' };
const filled = { operator: 'OPERATOR_A', mobile_money_number: '0970000001', outcome: 'success', decision: 'pay' };
const checkout = (changes: object = {}): object => ({ publishable_key: publishableKey, currency: 'XTS', ...changes });
const location = (answer: Answer): string => String(answer.headers['location']);

async function opened(t: TestContext, path: string, body: object) {
  const { ask } = sandboxFor(t, { timings: { hostedPayment: 20 } });
  const started = (await ask('POST', path, body)).body;
  const page = new URL(started.hosted_url ?? started.checkout_url).pathname;
  const send = (fields: Record<string, string>) => ask('POST', page, ...form(fields));
  const end = async () => location(await ask('GET', `${page}/outcome`));
  return { ask, page, send, end, started };
}
const initiated = (t: TestContext, changes: object = {}) => opened(t, '/v1/transactions', payment(changes));

for (const [outcome, base] of Object.entries({
  success: 'https://shop.example/ok?order=7&',
  failed: 'https://shop.example/no?',
})) {
  test(`${outcome}: each step redirects to the next and the last to the merchant (2.3)`, async (t) => {
    const { ask, page, send, end, started } = await initiated(t, { ...addresses, transaction_reference: 'a&b=c ü/1' });
    assert.equal(location(await send({ ...filled, outcome })), `${page}/progress`);
    assert.match((await ask('GET', `${page}/progress`)).text, /http-equiv="refresh" content="0; url=[^"]*\/outcome"/);
    const address = await end();
    assert.ok(address.startsWith(base));
    const { order: _, ...parameters } = Object.fromEntries(new URL(address).searchParams);
    const { transaction_id, transaction_reference } = started;
    const checkout_id = page.split('/').at(-1);
    assert.deepEqual(parameters, { status: outcome, checkout_id, transaction_id, transaction_reference });
  });
}

for (const [fields, title] of [
  [filled, /Payment successful/],
  [{ ...filled, outcome: 'failed' }, /Payment failed/],
  [{ decision: 'cancel' }, /Payment cancelled/],
] as [Record<string, string>, RegExp][]) {
  test(`without merchant addresses a payment ends at the receipt: ${title.source}`, async (t) => {
    const { ask, page, send, end } = await initiated(t, { transaction_reference: '<script>"x"' });
    await send(fields);
    assert.equal(await end(), `${page}/receipt`);
    const receipt = await ask('GET', `${page}/receipt`);
    assert.match(receipt.text, title);
    assert.doesNotMatch(receipt.text, /<script/);
    assert.equal((await ask('GET', page)).status, 410);
  });
}

test('invalid input is shown again with its errors, and nothing is paid', async (t) => {
  const { ask, page, send } = await initiated(t);
  const { status, text } = await send({ operator: 'NOBODY', mobile_money_number: '97"x', outcome: '' });
  assert.equal(status, 400);
  for (const field of ['operator', 'mobile_money_number', 'outcome'])
    assert.match(text, new RegExp(`href="#${field}"`));
  assert.match(text, /value="97&#34;x"/);
  assert.equal((await ask('GET', page)).status, 200);
});

test('the customer sets an amount that the merchant left open, and cannot change another one (2.5)', async (t) => {
  const { ask, page, send, end } = await opened(t, '/v1/checkout', checkout());
  for (const amount of ['', '0', '-5', '1.5', '1e3', '99999999999999999'])
    assert.equal((await send({ ...filled, amount })).status, 400, amount);
  await send({ ...filled, amount: '1999' });
  await end();
  assert.match((await ask('GET', `${page}/receipt`)).text, /XTS 19\.99/);
  const fixed = await initiated(t);
  await fixed.send({ ...filled, amount: '1' });
  await fixed.end();
  assert.match((await fixed.ask('GET', `${fixed.page}/receipt`)).text, /XTS 10\.50/);
});

test('a payment ends only once when buttons are pressed repeatedly', async (t) => {
  // The payment stays in progress until the test ends it, even on a slow machine.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, page, send, end } = await initiated(t, addresses);
  for (const step of ['progress', 'outcome', 'receipt'])
    assert.equal(location(await ask('GET', `${page}/${step}`)), page);
  await send(filled);
  assert.equal(location(await send({ decision: 'cancel' })), page);
  assert.equal(location(await ask('GET', page)), `${page}/progress`);
  t.mock.timers.tick(20);
  const address = await end();
  assert.match(address, /\?order=7&status=success&/);
  await send({ decision: 'cancel' });
  assert.equal(await end(), address);
});

test('a JSON checkout is answered with an id and an address, a form post redirects to the page (4.2)', async (t) => {
  const { ask } = sandboxFor(t);
  const { body, headers } = await ask('POST', '/v1/checkout', checkout({ amount: 500 }), {});
  assert.deepEqual(Object.keys(body), ['result', 'transaction_id', 'checkout_url']);
  assert.equal(headers['access-control-allow-origin'], '*');
  const fields = { publishable_key: publishableKey, currency: 'XTS', amount: '', transaction_reference: 'form-1' };
  const posted = await ask('POST', '/v1/checkout', ...form(fields));
  assert.equal(posted.status, 303);
  // Empty inputs of a form count as absent (2.5).
  assert.match((await ask('GET', new URL(location(posted)).pathname)).text, /form-1[^]*<label for="amount">/);
  assert.match((await ask('GET', new URL(body.checkout_url).pathname)).text, /XTS 5\.00/);
});

test('a wrong key and wrong fields of a checkout are refused, as JSON and as a page (2.5 5 7)', async (t) => {
  const { ask } = sandboxFor(t);
  for (const key of [undefined, 'pk_no', secretKey, ['x']]) {
    const json = await ask('POST', '/v1/checkout', checkout({ publishable_key: key, currency: 5 }), {});
    assert.deepEqual([json.status, Object.keys(json.body)], [401, ['result', 'message']]);
    const page = await ask('POST', '/v1/checkout', ...form({ publishable_key: String(key), currency: 'XTS' }));
    assert.deepEqual([page.status, page.headers['content-type']], [401, 'text/html; charset=utf-8']);
  }
  for (const change of [
    { currency: undefined },
    { currency: 5 },
    { amount: '500' },
    { amount: -5 },
    { transaction_reference: 5 },
    { success_url: 'shop.example' },
    { failure_url: 5 },
  ]) {
    const { status, body } = await ask('POST', '/v1/checkout', checkout(change), {});
    assert.equal(status, 400);
    assert.match(body.error.message, new RegExp(`Parameter: ${Object.keys(change)[0]}$`));
  }
  const faulty = { publishable_key: publishableKey, currency: '<script>', amount: '<script>' };
  const page = await ask('POST', '/v1/checkout', ...form(faulty));
  assert.equal(page.status, 400);
  assert.doesNotMatch(page.text, /<script/);
});
