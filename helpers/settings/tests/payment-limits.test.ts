import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { Api } from '../../client/api.ts';
import { Http } from '../../client/http.ts';
import { isAllowedNumber, refuseStrayPayment, subunitsOf } from '../safety/payment-limits.ts';
import { decimalsOf } from '../safety/readings.ts';
import { parseSettings } from '../settings.ts';

const limits = { maxAmount: 10_000, mobileMoneyNumber: '0970000001', testNumbers: ['0961111111'] };

const harmless = [
  { amount: 10_000, mobile_money_number: '0970000001' },
  { amount: 'words', mobile_money_number: '0ABCDEFGHI' },
  { amount: [5000], mobile_money_number: ['0970000001'] },
  { amount: [1000, 2000], mobile_money_number: '0961111111' },
  { amount: '12abc', mobile_money_number: '+260 97 000 0001' },
  { amount: null, mobile_money_number: null },
  { amount: { value: 1000 }, mobile_money_number: { value: 'text' } },
  { amount: -90_000, mobile_money_number: '+0970 000 001' },
  { amount: '1000.50', mobile_money_number: '90970000001' },
  { amount: undefined, mobile_money_number: '0' },
  { amount: true, mobile_money_number: 12_345, transaction_reference: 'Ref-0999888777' },
  { amount: '', mobile_money_number: '' },
];
for (const body of harmless) {
  test(`may be sent: ${JSON.stringify(body)}`, () => assert.doesNotThrow(() => refuseStrayPayment(body, limits)));
}

const amounts = [
  10_001,
  1e12,
  Infinity,
  '10001',
  '1,000,000,000',
  '1.000.000',
  '1 000 000',
  '10 00 000',
  '10,00,000',
  "1'000'000",
  '1e9',
  '0x3b9aca00',
  '１００００００',
  '١٠٠٠٠٠٠',
  ' 99000000 ',
  'XTS 99000000',
  '5 or 99000',
  '99 000 000.00',
  [1e9],
  [[1e9]],
  { amount: 1e9 },
  { value: { value: '1e9' } },
  { 99_000_000: true },
];
for (const amount of amounts) {
  test(`the amount ${JSON.stringify(amount)} is not sent`, () =>
    assert.throws(() => refuseStrayPayment({ amount }, limits), /MAX_AMOUNT/));
}

const numbers = [
  '0970000002',
  '0970 000 002',
  970_000_002,
  '0999 888 777',
  '+260999888777',
  '０９９９８８８７７７',
  '٠٩٩٩٨٨٨٧٧٧',
  ['0999888777'],
  ['0999', '888777'],
  { number: '0999888777' },
  { '0999888777': 1 },
  [['0970000001'], 999_888_777],
  '0999888777 0970000001',
  '0970000001,0999888777',
  970_000_001.5,
  '["0999888777"]',
];
for (const number of numbers) {
  test(`the phone number ${JSON.stringify(number)} is not sent`, () =>
    assert.throws(() => refuseStrayPayment({ mobile_money_number: number }, limits), /TEST_NUMBERS/));
}

test('nested and unusual bodies are checked too', () => {
  for (const sent of ['{"amount":1e9}', '[{"amount":1e9}]', 'amount=1&amount=1e9', { payment: { amount: 1e9 } }]) {
    assert.throws(() => refuseStrayPayment(sent, limits), /MAX_AMOUNT/);
  }
  for (const sent of ['{"amount": 10', 'currency=XTS&amount=10', '', 'x']) refuseStrayPayment(sent, limits);
});

test('an amount of a page counts as main units of its currency', () => {
  for (const [text, currency, subunits] of [
    ['10.00', 'XTS', 1000],
    ['1000', 'XTS', 100_000],
    ['1,000.00', 'XTS', 100_000],
    ['1.000', 'XTS', 100_000],
    ['10,00', 'XTS', 1000],
    ['1000', 'JPY', 1000],
    ['1.000', 'JPY', 1000],
    ['1.000', 'KWD', 1000],
    ['1,000', 'KWD', 1_000_000],
    ['1000', 'no currency', 10_000_000],
    ['K 0.00', 'ZMW', 0],
    ['no digits', 'XTS', 0],
  ] as const) {
    assert.equal(subunitsOf(text, currency), subunits, `${text} ${currency}`);
  }
  assert.equal(decimalsOf('USD'), 2);
});

test('a phone number on a page must be one of the settings', () => {
  for (const text of ['0970000001', '097 000 0001', '+260970000001', '970000001', '0961111111', '097*****01', '4711']) {
    assert.equal(isAllowedNumber(text, limits), true, text);
  }
  for (const text of ['0999888777', '0970000002', '1234567', '0999888777 0970000001']) {
    assert.equal(isAllowedNumber(text, limits), false, text);
  }
});

test('everything that the client sends is checked, on every path and in every form', async () => {
  let visitors = 0;
  const server = createServer((_, response) => {
    visitors += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = parseSettings({ MAX_AMOUNT: '10000' }, baseUrl);
  const http = new Http({ baseUrl, timeoutMs: 1000, mask: String, record: () => {} });
  const api = new Api(http, settings);
  const refused = /MAX_AMOUNT|TEST_NUMBERS/;
  try {
    for (const amount of [1e9, [1e9], '1,000,000,000']) {
      await assert.rejects(async () => api.initiate({ amount }), refused);
      await assert.rejects(async () => api.checkout({ amount }), refused);
      await assert.rejects(async () => api.probe('POST', '/v2/transactions', { amount }), refused);
      await assert.rejects(async () => api.initiate({}, { rawBody: JSON.stringify({ amount }) }), refused);
      await assert.rejects(async () => api.checkoutForm({ amount: String(amount) }), refused);
    }
    await assert.rejects(async () => api.initiate({ mobile_money_number: ['0999888777'] }), refused);
    assert.equal(visitors, 0);
    await api.initiate({ amount: 10_000 });
    assert.equal(visitors, 1);
  } finally {
    await http.close();
    server.close();
  }
});
