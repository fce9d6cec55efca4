import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedNumber, refuseForbiddenPayment } from '../safety/payment-limits.ts';

const limits = { maxAmount: 10_000, mobileMoneyNumber: '0970000001', testNumbers: ['0961111111'] };

test('amounts and phone numbers within the limits may be sent', () => {
  const amounts = [10_000, [5000], [1000, 2000], null, { value: 1000 }, -90_000, undefined, true];
  for (const amount of [...amounts, ...'words|12abc|1000.50|'.split('|')])
    assert.doesNotThrow(() => refuseForbiddenPayment({ amount }, limits), JSON.stringify(amount));
  const numbers = [['0970000001'], null, { value: 'text' }, 12_345, ''];
  const texts = '0970000001|0961111111|0ABCDEFGHI|+260 97 000 0001|+0970 000 001|90970000001|0'.split('|');
  for (const mobile_money_number of [...numbers, ...texts])
    assert.doesNotThrow(
      () => refuseForbiddenPayment({ mobile_money_number, transaction_reference: 'Ref-0999888777' }, limits),
      JSON.stringify(mobile_money_number),
    );
});

test('amounts that can be read as more than the maximum are not sent', () => {
  const amounts = [
    10_001,
    1e12,
    Infinity,
    [1e9],
    [[1e9]],
    { amount: 1e9 },
    { value: { value: '1e9' } },
    { 99_000_000: 1 },
  ];
  const texts =
    "10001|1,000,000,000|1.000.000|1 000 000|10 00 000|10,00,000|1'000'000|1e9|0x3b9aca00|１００００００|١٠٠٠٠٠٠| 99000000 |" +
    'XTS 99000000|5 or 99000|99 000 000.00';
  for (const amount of [...amounts, ...texts.split('|')])
    assert.throws(() => refuseForbiddenPayment({ amount }, limits), /MAX_AMOUNT/, JSON.stringify(amount));
});

test('phone numbers that are not in the settings are not sent', () => {
  const lists = [['0999888777'], ['0999', '888777'], [['0970000001'], 999_888_777]];
  const numbers = [970_000_002, 970_000_001.5, { number: '0999888777' }, { '0999888777': 1 }, ...lists];
  const texts =
    '0970000002|0970 000 002|0999 888 777|+260999888777|０９９９８８８７７７|٠٩٩٩٨٨٨٧٧٧|0999888777 0970000001|' +
    '0970000001,0999888777|["0999888777"]';
  for (const number of [...numbers, ...texts.split('|')])
    assert.throws(
      () => refuseForbiddenPayment({ mobile_money_number: number }, limits),
      /TEST_NUMBERS/,
      JSON.stringify(number),
    );
});

test('nested and unusual bodies are checked too', () => {
  for (const sent of ['{"amount":1e9}', '[{"amount":1e9}]', 'amount=1&amount=1e9', { payment: { amount: 1e9 } }]) {
    assert.throws(() => refuseForbiddenPayment(sent, limits), /MAX_AMOUNT/);
  }
  for (const sent of ['{"amount": 10', 'currency=XTS&amount=10', '', 'x']) refuseForbiddenPayment(sent, limits);
});

test('a phone number on a page must be one of the settings', () => {
  for (const text of ['0970000001', '097 000 0001', '+260970000001', '970000001', '0961111111', '097*****01', '4711']) {
    assert.equal(isAllowedNumber(text, limits), true, text);
  }
  for (const text of ['0999888777', '0970000002', '1234567', '0999888777 0970000001']) {
    assert.equal(isAllowedNumber(text, limits), false, text);
  }
});

test('a short test number does not match the end of another one', () => {
  const short = { mobileMoneyNumber: '0970000001', testNumbers: ['0123456'] };
  for (const text of ['0123456', '9123456']) assert.equal(isAllowedNumber(text, short), true, text);
  for (const text of ['0971123456', '971123456', '+260123456', '99123456'])
    assert.equal(isAllowedNumber(text, short), false, text);
  assert.equal(isAllowedNumber('12340970000001', short), false);
});
