import assert from 'node:assert/strict';
import { mobileMoney, payment, sandboxFor } from './support/sandbox.ts';
import { test } from './support/test.ts';

const path = '/v1/transactions';

test('the hosted-page flow returns another address for each transaction (4.1)', async (t) => {
  const { ask } = sandboxFor(t);
  const first = await ask('POST', path, payment());
  const second = await ask('POST', path, payment());
  assert.equal(first.status, 200);
  assert.deepEqual(Object.keys(first.body), [
    'result',
    'transaction_id',
    'transaction_reference',
    'message',
    'hosted_url',
  ]);
  assert.equal(first.body.result, 'success');
  assert.match(first.body.hosted_url, /^http:\/\/127\.0\.0\.1\/checkout\/chk_[0-9a-f]{24}$/);
  for (const field of ['transaction_id', 'transaction_reference', 'hosted_url']) {
    assert.notEqual(first.body[field], second.body[field]);
  }
});

test('a supplied reference comes back unchanged (2.1)', async (t) => {
  const { ask } = sandboxFor(t);
  for (const reference of ['order-1', 'a&b=c d/ü#?', '<b>x</b>']) {
    const { body } = await ask('POST', path, payment({ transaction_reference: reference }));
    assert.equal(body.transaction_reference, reference);
  }
});

test('operator A returns a simulated success with markup in message and none in text_message (4.1)', async (t) => {
  const { ask } = sandboxFor(t);
  const wanted = { payment_method_code: 'OPERATOR_A', requested_response: 'success', transaction_reference: '<i>1' };
  const { status, body } = await ask('POST', path, mobileMoney(wanted));
  assert.equal(status, 200);
  assert.deepEqual([body.result, body.status], ['success', 'success']);
  assert.match(body.message, /<b>.*<\/b>.*<br>/);
  assert.doesNotMatch(body.message, /<i>/, 'what the merchant sent is escaped');
  assert.doesNotMatch(body.text_message.replace('<i>1', ''), /[<>]/);
  assert.equal(body.hosted_url, undefined);
});

for (const code of ['OPERATOR_A', 'OPERATOR_B']) {
  test(`${code} answers a simulated failure with HTTP 200 and result error (4.1 7)`, async (t) => {
    const { ask } = sandboxFor(t);
    const wanted = { payment_method_code: code, requested_response: 'failed', transaction_reference: 'r1' };
    const { status, body } = await ask('POST', path, mobileMoney(wanted));
    assert.equal(status, 200);
    const { result, transaction_id: id, transaction_reference: reference, message, checkout_id: checkout } = body;
    assert.deepEqual([result, reference, body.status], ['error', 'r1', undefined]);
    for (const text of [id, message, checkout]) assert.ok(typeof text === 'string' && text !== '');
  });
}

for (const outcome of ['success', undefined]) {
  test(`operator B returns a checkout id when the requested response is ${outcome} (4.1)`, async (t) => {
    const { ask } = sandboxFor(t);
    const { status, body } = await ask('POST', path, mobileMoney({ requested_response: outcome }));
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), [
      'result',
      'transaction_id',
      'transaction_reference',
      'message',
      'checkout_id',
    ]);
    assert.equal(body.result, 'success');
  });
}

for (const outcome of ['success', 'failed', undefined]) {
  test(`operator C answers pending with a code when the requested response is ${outcome} (2.4)`, async (t) => {
    const { ask } = sandboxFor(t);
    const wanted = { payment_method_code: 'OPERATOR_C', requested_response: outcome };
    const { status, body } = await ask('POST', path, mobileMoney(wanted));
    assert.equal(status, 200);
    assert.deepEqual([body.result, body.status], ['success', 'pending']);
    assert.match(body.code, /^\d{8}$/);
    assert.ok(body.qr_code.includes(body.code) && body.text_message.includes(body.code));
  });
}

test('a mobile money prompt has no hosted page', async (t) => {
  const { ask } = sandboxFor(t);
  const { body } = await ask('POST', path, mobileMoney());
  assert.equal((await ask('GET', `/checkout/${body.checkout_id}`)).status, 404);
});

test('beyond its limit the store drops the oldest transactions', async (t) => {
  const { ask } = sandboxFor(t, { limits: { transactions: 2 } });
  const pages: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    pages.push(new URL((await ask('POST', path, payment())).body.hosted_url).pathname);
  }
  const statuses = await Promise.all(pages.map(async (page) => (await ask('GET', page)).status));
  assert.deepEqual(statuses, [404, 200, 200]);
});

test('two sandboxes in one process share nothing', async (t) => {
  const one = sandboxFor(t);
  const other = sandboxFor(t);
  const { body } = await one.ask('POST', path, payment());
  assert.equal((await other.ask('GET', new URL(body.hosted_url).pathname)).status, 404);
});
