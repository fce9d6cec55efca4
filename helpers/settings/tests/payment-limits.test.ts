import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isAllowedNumber, refuseStrayPayment, subunitsOf } from '../safety/payment-limits.ts';
import { languages } from '../../money/number-words.ts';
import { decimalsOf } from '../../money/readings.ts';

const limits = { maxAmount: 10_000, mobileMoneyNumber: '0970000001', testNumbers: ['0961111111'] };

test('amounts and phone numbers within the limits may be sent', () => {
  const amounts = [10_000, [5000], [1000, 2000], null, { value: 1000 }, -90_000, undefined, true];
  for (const amount of [...amounts, ...'words|12abc|1000.50|'.split('|')])
    assert.doesNotThrow(() => refuseStrayPayment({ amount }, limits), JSON.stringify(amount));
  const numbers = [['0970000001'], null, { value: 'text' }, 12_345, ''];
  const texts = '0970000001|0961111111|0ABCDEFGHI|+260 97 000 0001|+0970 000 001|90970000001|0'.split('|');
  for (const mobile_money_number of [...numbers, ...texts])
    assert.doesNotThrow(
      () => refuseStrayPayment({ mobile_money_number, transaction_reference: 'Ref-0999888777' }, limits),
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
    assert.throws(() => refuseStrayPayment({ amount }, limits), /MAX_AMOUNT/, JSON.stringify(amount));
});

test('phone numbers that are not in the settings are not sent', () => {
  const lists = [['0999888777'], ['0999', '888777'], [['0970000001'], 999_888_777]];
  const numbers = [970_000_002, 970_000_001.5, { number: '0999888777' }, { '0999888777': 1 }, ...lists];
  const texts =
    '0970000002|0970 000 002|0999 888 777|+260999888777|０９９９８８８７７７|٠٩٩٩٨٨٨٧٧٧|0999888777 0970000001|' +
    '0970000001,0999888777|["0999888777"]';
  for (const number of [...numbers, ...texts.split('|')])
    assert.throws(
      () => refuseStrayPayment({ mobile_money_number: number }, limits),
      /TEST_NUMBERS/,
      JSON.stringify(number),
    );
});

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

test('every notation of an amount is read, the larger reading if there are two', () => {
  const thousand =
    "1 000|1  000|1\u00a0\u202f000|1\u200b000|1\u00ad000|1'000|1’000|1ʼ000|1`000|1´000|1′000|1·000|1‚000|1_000|1٬000|١٬٠٠٠|" +
    '१,०००|１，０００|1, 000|一千|１k|1 thousand|1000 million|1 mille|1 हज़ार|1千円';
  for (const text of thousand.split('|')) assert.ok(subunitsOf(text, 'XTS') >= 100_000, text);
  for (const text of '1 00 000|1,00,000|1 lakh|1.0 Lakh|₹1L|10万円|1 लाख|१ ०० ०००'.split('|'))
    assert.ok(subunitsOf(text, 'INR') >= 10_000_000, text);
  assert.ok(subunitsOf('1.5 million', 'XTS') >= 150_000_000);
  assert.ok(subunitsOf('1 lakh 50 thousand', 'XTS') >= 15_000_000);
  assert.equal(subunitsOf('1,50', 'JPY'), 150);
  assert.equal(subunitsOf('1000.00', 'JPY'), 1000);
  assert.equal(subunitsOf("10'50", 'XTS'), 1050);
  for (const text of ['Ⅿ', '፼', 'one thousand']) assert.equal(subunitsOf(text, 'XTS'), Infinity, text);
  for (const text of ['10.00 per month', '10.00 a month', '10 - 10', 'XTS 10.00 each', '10 20'])
    assert.ok(subunitsOf(text, 'XTS') <= 2000, text);
});

test('no format of any language, currency and script is read as less', () => {
  // Their short forms surround the number or are words of other languages.
  const ambiguous = ['eu', 'fil', 'hu', 'my', 'si', 'vi'];
  const formats = fc.record({
    locale: fc.constantFrom(...languages(), 'de-CH', 'en-IN', 'pt-CV', 'ar-EG', 'fa-AF'),
    currency: fc.constantFrom(...Intl.supportedValuesOf('currency')),
    numberingSystem: fc.constantFrom(...Intl.supportedValuesOf('numberingSystem')),
    currencyDisplay: fc.constantFrom('code', 'symbol', 'narrowSymbol', 'name'),
    compactDisplay: fc.constantFrom(undefined, 'short', 'long'),
    useGrouping: fc.constantFrom('always', 'min2', false),
  });
  const amounts = fc.record({ subunits: fc.nat(), digits: fc.integer({ min: 1, max: 99 }), zeros: fc.nat(10) });
  fc.assert(
    fc.property(formats, amounts, ({ locale, ...options }, { subunits, digits, zeros }) => {
      const unit = 10 ** decimalsOf(options.currency);
      // A short 1.000 of a currency with three decimals looks like one.
      const isShort = options.compactDisplay && !ambiguous.includes(locale) && unit < 1000;
      const amount = isShort ? digits * 10 ** zeros : subunits / unit;
      const format = { style: 'currency', notation: isShort ? 'compact' : 'standard', ...options };
      const text = new Intl.NumberFormat(locale, format as Intl.NumberFormatOptions).format(amount);
      assert.ok(subunitsOf(text, options.currency) >= Math.round(amount * unit), `${text} ${JSON.stringify(options)}`);
    }),
    { numRuns: 3000 },
  );
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
