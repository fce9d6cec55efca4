import assert from 'node:assert/strict';
import { type Answer, mobileMoney, payment, sandboxFor } from './support/sandbox.ts';
import { test } from './support/test.ts';

const path = '/v1/transactions';

function assertNames({ status, body }: Answer, field: string): void {
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(body), ['result', 'error']);
  assert.deepEqual([body.result, body.error.type], ['error', 'InvalidRequestParameters']);
  assert.match(body.error.message, new RegExp(`Parameter: ${field}$`));
}

const refused: [string, string, object][] = [
  ['no amount', 'amount', payment({ amount: undefined })],
  ['an amount as text', 'amount', payment({ amount: '1050' })],
  ['a null amount', 'amount', payment({ amount: null })],
  ['a negative amount', 'amount', payment({ amount: -1 })],
  ['an amount of zero', 'amount', payment({ amount: 0 })],
  ['a fractional amount', 'amount', payment({ amount: 10.5 })],
  ['an amount above the largest safe integer', 'amount', payment({ amount: 2 ** 53 })],
  ['no email', 'email', payment({ email: undefined })],
  ['a number as email', 'email', payment({ email: 5 })],
  ['an email without at sign', 'email', payment({ email: 'customer' })],
  ['no currency', 'currency', payment({ currency: undefined })],
  ['a number as currency', 'currency', payment({ currency: 967 })],
  ['a currency of two letters', 'currency', payment({ currency: 'XT' })],
  ['a number as reference', 'transaction_reference', payment({ transaction_reference: 1 })],
  ['an empty reference', 'transaction_reference', payment({ transaction_reference: '' })],
  ['a null byte in the reference', 'transaction_reference', payment({ transaction_reference: 'a\u0000b' })],
  ['a list as success_url', 'success_url', payment({ success_url: ['https://shop.example/'] })],
  ['a path as success_url', 'success_url', payment({ success_url: '/done' })],
  ['a script as success_url', 'success_url', payment({ success_url: 'javascript:alert(1)' })],
  ['an empty failure_url', 'failure_url', payment({ failure_url: '' })],
  ['a failure_url without slashes', 'failure_url', payment({ failure_url: 'http:shop.example' })],
  ['a boolean as method type', 'payment_method_type', payment({ payment_method_type: true })],
  ['a number as method code', 'payment_method_code', mobileMoney({ payment_method_code: 7 })],
  ['an unknown operator', 'payment_method_code', mobileMoney({ payment_method_code: 'OPERATOR_Z' })],
  ['mobile money without code', 'payment_method_code', mobileMoney({ payment_method_code: undefined })],
  ['mobile money without number', 'mobile_money_number', mobileMoney({ mobile_money_number: undefined })],
  [
    'a mobile money number that is not a string',
    'mobile_money_number',
    mobileMoney({ mobile_money_number: 970000001 }),
  ],
  ['a number without leading zero', 'mobile_money_number', mobileMoney({ mobile_money_number: '970000001' })],
  ['an empty number', 'mobile_money_number', mobileMoney({ mobile_money_number: '' })],
  ['a number with letters', 'mobile_money_number', mobileMoney({ mobile_money_number: '09700x' })],
  ['a number for another method', 'mobile_money_number', mobileMoney({ payment_method_type: 'card' })],
  ['a number for an empty method', 'mobile_money_number', mobileMoney({ payment_method_type: '' })],
  ['a number for no method', 'payment_method_type', mobileMoney({ payment_method_type: undefined })],
  ['an unknown outcome', 'requested_response', mobileMoney({ requested_response: 'maybe' })],
  ['an empty outcome', 'requested_response', mobileMoney({ requested_response: '' })],
  ['a boolean as outcome', 'requested_response', mobileMoney({ requested_response: true })],
  ['operator A without outcome', 'requested_response', mobileMoney({ payment_method_code: 'OPERATOR_A' })],
  ['a body with two invalid fields', 'amount', mobileMoney({ amount: 'x', mobile_money_number: '9' })],
];

for (const [what, field, body] of refused) {
  test(`${what} is refused, naming ${field} (2.1 4.1 7)`, async (t) => {
    const { ask } = sandboxFor(t);
    assertNames(await ask('POST', path, body), field);
  });
}

const accepted: [string, object][] = [
  ['any three-letter currency', payment({ currency: 'QQQ' })],
  ['an unknown field', payment({ colour: 'green', toString: 1 })],
  ['another method without number', payment({ payment_method_type: 'card' })],
  ['an outcome for the hosted page', payment({ requested_response: 'failed' })],
  ['both addresses', payment({ success_url: 'https://shop.example/ok?a=1', failure_url: 'http://localhost:9/no' })],
];

for (const [what, body] of accepted) {
  test(`${what} is accepted (2.1)`, async (t) => {
    const { ask } = sandboxFor(t);
    assert.equal((await ask('POST', path, body)).status, 200);
  });
}

const unreadable: [string, string | undefined, string][] = [
  ['broken JSON', '{"amount":', 'application/json'],
  ['no body', undefined, 'application/json'],
  ['a list', '[]', 'application/json'],
  ['a number', '5', 'application/json'],
  ['null', 'null', 'application/json'],
  ['an infinite number', '{"amount":1e999,"email":"a@b.c","currency":"XTS"}', 'application/json'],
  ['plain text', 'amount=5', 'text/plain'],
  ['a form', 'amount=5', 'application/x-www-form-urlencoded'],
  ['XML', '<a/>', 'application/xml'],
  ['a key that would pollute prototypes', '{"__proto__":{"amount":1}}', 'application/json'],
  ['a key that would pollute constructors', '{"constructor":{"prototype":{"amount":1}}}', 'application/json'],
];

for (const [what, payload, contentType] of unreadable) {
  test(`${what} as body is refused with 400 (7)`, async (t) => {
    const { ask, sandbox } = sandboxFor(t);
    const headers = { authorization: `Bearer ${sandbox.settings.secretKey}`, 'content-type': contentType };
    const { status, body, text } = await ask('POST', path, payload, headers);
    assert.equal(status, 400);
    assert.equal(body.result, 'error');
    assert.doesNotMatch(text, /node_modules|\bat .*:\d+/);
    assert.equal(({} as { amount?: number }).amount, undefined);
  });
}
