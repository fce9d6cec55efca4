import assert from 'node:assert/strict';
import { mobileMoney, payment, sandboxFor } from './support/sandbox.ts';
import { test } from 'node:test';

const path = '/v1/transactions';
const identity = ['transaction_id', 'transaction_reference', 'message'];

test('the hosted-page flow returns another address for each transaction, and keeps references (4.1 2.1)', async (t) => {
  const { ask } = sandboxFor(t);
  const first = await ask('POST', path, payment());
  const second = await ask('POST', path, payment({ transaction_reference: 'a&b=c d/ü#?' }));
  assert.deepEqual(Object.keys(first.body), ['result', ...identity, 'hosted_url']);
  assert.match(first.body.hosted_url, /^http:\/\/127\.0\.0\.1\/checkout\/chk_[0-9a-f]{24}$/);
  for (const field of ['transaction_id', 'hosted_url']) assert.notEqual(first.body[field], second.body[field]);
  assert.equal(second.body.transaction_reference, 'a&b=c d/ü#?');
});

/** What each operator answers to each requested response: the words, and the fields after the message. */
const answers: [string, string | undefined, string, string | undefined, string[]][] = [
  ['A', 'success', 'success', 'success', ['text_message']],
  ['A', 'failed', 'error', undefined, ['checkout_id']],
  ['B', 'success', 'success', undefined, ['checkout_id']],
  ['B', undefined, 'success', undefined, ['checkout_id']],
  ['B', 'failed', 'error', undefined, ['checkout_id']],
  ['C', 'success', 'success', 'pending', ['text_message', 'qr_code', 'code']],
  ['C', undefined, 'success', 'pending', ['text_message', 'qr_code', 'code']],
  ['C', 'failed', 'success', 'pending', ['text_message', 'qr_code', 'code']],
];
for (const [letter, asked, result, status, fields] of answers) {
  test(`operator ${letter}, ${asked ?? 'no'} requested response: ${result}, ${status ?? 'no'} status (2.4 4.1)`, async (t) => {
    const { ask } = sandboxFor(t);
    const wanted = { payment_method_code: `OPERATOR_${letter}`, requested_response: asked };
    const reply = await ask('POST', path, mobileMoney({ ...wanted, transaction_reference: '<i>1' }));
    assert.equal(reply.status, 200);
    assert.deepEqual([reply.body.result, reply.body.status], [result, status]);
    assert.deepEqual(
      Object.keys(reply.body).filter((name) => !['result', 'status'].includes(name)),
      [...identity, ...fields],
    );
    assert.doesNotMatch(reply.body.message, /<i>/, 'what the merchant sent is escaped');
    assert.equal(/<b>.*<br>/.test(reply.body.message), letter === 'A' && asked === 'success');
  });
}

const refused: [string, object][] = [
  ...['amount', 'email', 'currency'].map((name): [string, object] => [name, payment({ [name]: undefined })]),
  ...['1050', null, -1, 0, 10.5, 2 ** 53].map((amount): [string, object] => ['amount', payment({ amount })]),
  ...[5, 'customer'].map((email): [string, object] => ['email', payment({ email })]),
  ...[967, 'XT'].map((currency): [string, object] => ['currency', payment({ currency })]),
  ...[1, '', 'a\u0000b'].map((one): [string, object] => [
    'transaction_reference',
    payment({ transaction_reference: one }),
  ]),
  ...[['https://shop.example/'], '/done', 'javascript:alert(1)'].map((success_url): [string, object] => [
    'success_url',
    payment({ success_url }),
  ]),
  ...['', 'http:shop.example'].map((failure_url): [string, object] => ['failure_url', payment({ failure_url })]),
  ['payment_method_type', payment({ payment_method_type: true })],
  ...[7, 'OPERATOR_Z', undefined].map((one): [string, object] => [
    'payment_method_code',
    mobileMoney({ payment_method_code: one }),
  ]),
  ...[undefined, 970000001, '970000001', '', '09700x'].map((one): [string, object] => [
    'mobile_money_number',
    mobileMoney({ mobile_money_number: one }),
  ]),
  ...['card', ''].map((one): [string, object] => ['mobile_money_number', mobileMoney({ payment_method_type: one })]),
  ['payment_method_type', mobileMoney({ payment_method_type: undefined })],
  ...['maybe', '', true].map((one): [string, object] => [
    'requested_response',
    mobileMoney({ requested_response: one }),
  ]),
  ['requested_response', mobileMoney({ payment_method_code: 'OPERATOR_A' })],
  ['amount', mobileMoney({ amount: 'x', mobile_money_number: '9' })],
];
test('invalid initiations are refused, naming the first wrong field (2.1 4.1 7)', async (t) => {
  const { ask } = sandboxFor(t);
  for (const [field, body] of refused) {
    const reply = await ask('POST', path, body);
    const sent = JSON.stringify(body);
    assert.equal(reply.status, 400, sent);
    assert.deepEqual([reply.body.result, reply.body.error.type], ['error', 'InvalidRequestParameters']);
    assert.match(reply.body.error.message, new RegExp(`Parameter: ${field}$`), sent);
  }
});

test('unreadable bodies are refused in a shape of section 7, without details', async (t) => {
  const { ask, sandbox } = sandboxFor(t);
  const authorization = `Bearer ${sandbox.settings.secretKey}`;
  const bodies = [
    '{"amount":',
    '',
    '[]',
    '5',
    'null',
    '{"__proto__":{"amount":1}}',
    '{"constructor":{"prototype":{}}}',
  ];
  const requests = [
    ...bodies.map((body) => [body, 'application/json']),
    ['amount=5', 'text/plain'],
    ['<a/>', 'application/xml'],
  ];
  for (const [body, type] of requests) {
    const reply = await ask('POST', path, body, { authorization, 'content-type': type });
    assert.deepEqual([reply.status, reply.body.result], [400, 'error'], body);
    assert.doesNotMatch(reply.text, /node_modules|\bat .*:\d+/);
  }
});

test('unknown addresses and methods, and internal errors, are answered in the shape of section 7', async (t) => {
  const reported: unknown[] = [];
  const { ask, sandbox } = sandboxFor(t, { report: (error) => reported.push(error) });
  sandbox.app.get('/broken', async () => {
    throw new Error('secret detail');
  });
  const unknown = await ask('GET', '/v1/nothing');
  assert.deepEqual([unknown.status, Object.keys(unknown.body)], [404, ['result', 'message']]);
  const method = await ask('DELETE', path);
  assert.deepEqual([method.status, method.headers['allow']], [405, 'POST']);
  const broken = await ask('GET', '/broken');
  assert.deepEqual([broken.status, Object.keys(broken.body), reported.length], [500, ['result', 'message'], 1]);
  assert.doesNotMatch(broken.text, /secret detail|\.ts/);
});
