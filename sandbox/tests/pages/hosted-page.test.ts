import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, form, payment, publishableKey, sandboxFor } from '../support/sandbox.ts';
import { test } from '../support/test.ts';

const addresses = { success_url: 'https://shop.example/ok?order=7', failure_url: 'https://shop.example/no' };
const filled = { operator: 'OPERATOR_A', mobile_money_number: '0970000001', outcome: 'success', decision: 'pay' };

async function opened(t: TestContext, changes: object = {}) {
  const { ask } = sandboxFor(t, { timings: { hostedPayment: 20 } });
  const { body } = await ask('POST', '/v1/transactions', payment(changes));
  const page = new URL(body.hosted_url).pathname;
  const send = (fields: Record<string, string>) => ask('POST', page, ...form(fields));
  return { ask, page, send, transaction: body };
}

async function withoutAmount(t: TestContext, currency = 'XTS') {
  const { ask } = sandboxFor(t, { timings: { hostedPayment: 20 } });
  const { body } = await ask('POST', '/v1/checkout', { publishable_key: publishableKey, currency }, {});
  const page = new URL(body.checkout_url).pathname;
  return { ask, page, send: (fields: Record<string, string>) => ask('POST', page, ...form(fields)) };
}

const location = (answer: Answer): string => String(answer.headers['location']);

for (const [outcome, base] of [
  ['success', 'https://shop.example/ok?order=7&'],
  ['failed', 'https://shop.example/no?'],
] as const) {
  test(`${outcome}: each step redirects to the next and the last to the merchant (2.3)`, async (t) => {
    const { ask, page, send, transaction } = await opened(t, { ...addresses, transaction_reference: 'a&b=c ü/1' });
    const posted = await send({ ...filled, outcome });
    assert.deepEqual([posted.status, location(posted)], [303, `${page}/progress`]);
    const progress = await ask('GET', `${page}/progress`);
    assert.match(progress.text, new RegExp(`http-equiv="refresh" content="0; url=${page}/outcome"`));
    const end = await ask('GET', `${page}/outcome`);
    assert.equal(end.status, 303);
    assert.ok(location(end).startsWith(base));
    const parameters = new URL(location(end)).searchParams;
    assert.equal(parameters.get('status'), outcome);
    assert.equal(parameters.get('checkout_id'), page.split('/').at(-1));
    assert.equal(parameters.get('transaction_id'), transaction.transaction_id);
    assert.equal(parameters.get('transaction_reference'), 'a&b=c ü/1');
  });
}

test("the merchant's own query and fragment are kept, but parameters of the same name are replaced", async (t) => {
  const plain = await opened(t, { success_url: 'https://shop.example/p?flag&q=a%20b+c#top' });
  await plain.send(filled);
  const kept = location(await plain.ask('GET', `${plain.page}/outcome`));
  assert.match(kept, /^https:\/\/shop\.example\/p\?flag&q=a%20b\+c&status=success&.*#top$/);

  const clash = await opened(t, { success_url: 'https://shop.example/p?status=mine&a=1' });
  await clash.send(filled);
  const address = new URL(location(await clash.ask('GET', `${clash.page}/outcome`)));
  assert.deepEqual(address.searchParams.getAll('status'), ['success']);
  assert.equal(address.searchParams.get('a'), '1');
});

test('cancelling requires no input and redirects to failure_url with status cancelled', async (t) => {
  const { send } = await opened(t, addresses);
  const left = await send({ decision: 'cancel', mobile_money_number: '', outcome: 'success' });
  assert.equal(left.status, 303);
  assert.match(location(left), /^https:\/\/shop\.example\/no\?status=cancelled&/);
});

const receipts: [string, Record<string, string>, RegExp][] = [
  ['success', filled, /Payment successful/],
  ['failed', { ...filled, outcome: 'failed' }, /Payment failed/],
  ['cancelled', { decision: 'cancel' }, /Payment cancelled/],
];
for (const [state, fields, title] of receipts) {
  test(`without merchant addresses a payment ends at the receipt: ${state}`, async (t) => {
    const { ask, page, send } = await opened(t, { transaction_reference: '<script>"x"' });
    await send(fields);
    const end = await ask('GET', `${page}/outcome`);
    assert.equal(location(end), `${page}/receipt`);
    const receipt = await ask('GET', `${page}/receipt`);
    assert.equal(receipt.status, 200);
    assert.match(receipt.text, title);
    assert.doesNotMatch(receipt.text, /<script/);
    const again = await ask('GET', page);
    assert.equal(again.status, 410);
    assert.match(again.text, /already used/);
  });
}

test('invalid input is shown again with its errors, and nothing is paid', async (t) => {
  const { ask, page, send } = await opened(t);
  const { status, text } = await send({ operator: 'NOBODY', mobile_money_number: '97"x', outcome: '' });
  assert.equal(status, 400);
  for (const field of ['operator', 'mobile_money_number', 'outcome']) {
    assert.match(text, new RegExp(`href="#${field}"`));
    assert.match(text, new RegExp(`id="${field}-error"`));
    assert.match(text, new RegExp(`id="${field}"`));
  }
  assert.match(text, /value="97&#34;x"/);
  assert.match(text, /role="alert"/);
  assert.equal((await ask('GET', page)).status, 200);
});

test('an amount the merchant left open is set by the customer, in subunits (2.5)', async (t) => {
  const { ask, page, send } = await withoutAmount(t);
  assert.match((await ask('GET', page)).text, /enter 1050 to pay XTS 10\.50/);
  for (const amount of ['', '0', '-5', '1.5', '1e3', '99999999999999999']) {
    assert.equal((await send({ ...filled, amount })).status, 400, amount);
  }
  await send({ ...filled, amount: '1999' });
  await ask('GET', `${page}/outcome`);
  assert.match((await ask('GET', `${page}/receipt`)).text, /XTS 19\.99/);
});

test('an amount the merchant has set cannot be changed', async (t) => {
  const { ask, page, send } = await opened(t);
  await send({ ...filled, amount: '1' });
  await ask('GET', `${page}/outcome`);
  assert.match((await ask('GET', `${page}/receipt`)).text, /XTS 10\.50/);
});

test('a payment ends only once when buttons are pressed repeatedly', async (t) => {
  // The payment stays in progress until the test ends it, even on a slow machine.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, page, send } = await opened(t, addresses);
  await send(filled);
  assert.equal(location(await send({ ...filled, outcome: 'failed' })), page);
  assert.equal(location(await send({ decision: 'cancel' })), page);
  assert.equal(location(await ask('GET', page)), `${page}/progress`);
  t.mock.timers.tick(20);
  const end = location(await ask('GET', `${page}/outcome`));
  assert.match(end, /\?order=7&status=success&/);
  await send({ decision: 'cancel' });
  assert.equal(location(await ask('GET', `${page}/outcome`)), end);
});

test('later steps redirect to the payment page while the payment is open', async (t) => {
  const { ask, page } = await opened(t);
  for (const step of ['progress', 'outcome', 'receipt']) {
    assert.equal(location(await ask('GET', `${page}/${step}`)), page);
  }
});

test('every step of an unknown payment is answered with a page and 404', async (t) => {
  const { ask } = sandboxFor(t);
  for (const path of ['chk_0', '__proto__', 'chk_0/progress', 'chk_0/outcome', 'chk_0/receipt', 'chk_0/nowhere']) {
    const { status, headers } = await ask('GET', `/checkout/${path}`);
    assert.equal(status, 404);
    assert.match(String(headers['content-type']), /^text\/html/);
  }
});

test('any site may frame the page, and only its own style is loaded', async (t) => {
  const { ask, page } = await opened(t);
  const { headers } = await ask('GET', page);
  assert.equal(headers['x-frame-options'], undefined);
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; style-src 'sha256-/);
  assert.doesNotMatch(policy, /form-action|frame-ancestors/);
});
