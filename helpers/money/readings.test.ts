import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { decimalsOf } from './currencies.ts';
import { moneyIn, subunitsOf } from './readings.ts';

/** What is asked for in each row: ten main units. */
const read: readonly [text: string, currency: string, subunits: number][] = [
  ['10.00', 'XTS', 1000],
  ['1000', 'XTS', 100_000],
  ['1,000.00', 'XTS', 100_000],
  ['1.000', 'XTS', 100_000],
  ['10,00', 'XTS', 1000],
  ["10'50", 'XTS', 1050],
  ['1000', 'JPY', 1000],
  ['1.000', 'JPY', 1000],
  ['1000.00', 'JPY', 1000],
  ['1,50', 'JPY', 150],
  ['1,000円を支払う', 'JPY', 1000],
  ['1.000', 'KWD', 1000],
  ['1,000', 'KWD', 1_000_000],
  ['1000', 'no currency', 10_000_000],
  ['K 0.00', 'ZMW', 0],
  ['10,00 zł', 'PLN', 1000],
  ['Rs. 1,00,000.00', 'INR', 10_000_000],
  ['no digits', 'XTS', 0],
  ['10.00 per month', 'XTS', 1000],
  ['XTS 10 each', 'XTS', 1000],
  ['Jetzt XTS 10,00 bezahlen', 'XTS', 1000],
  ['Оплатить 10.00', 'XTS', 1000],
  ['10 - 10', 'XTS', 1000],
  ['10 20', 'XTS', 2000],
  ['10.00 · 2', 'XTS', 1000],
];

test('an amount of a page counts as main units of its currency', () => {
  for (const [text, currency, subunits] of read)
    assert.equal(subunitsOf(text, currency, 10 * 10 ** decimalsOf(currency)), subunits, `${text} ${currency}`);
});

test('no amount is read as less than any reader could read', () => {
  const thousand =
    "1 000|1  000|1\u00a0\u202f000|1\u200b000|1\u00ad000|1'000|1’000|1ʼ000|1`000|1´000|1′000|1·000|1‚000|1_000|1٬000|١٬٠٠٠|" +
    "१,०००|１，０００|1, 000|1''000|1~000|1¨000|1^000";
  for (const text of thousand.split('|')) assert.ok(subunitsOf(text, 'XTS') >= 100_000, text);
  for (const text of '1 00 000|1,00,000|१ ०० ०००|१,००,०००'.split('|'))
    assert.ok(subunitsOf(text, 'INR') >= 10_000_000, text);
});

test('what is not digits with known separators cannot be read, whatever was asked for', () => {
  const words =
    '10k|１０k|10 K|1.5 million|1.5 Million|10 lakh|10 Lakh|₹10L|10万円|10 लाख|10千円|十|一千|Ⅿ|፼|one thousand|mille|10 thousand|5 crore|' +
    '10 mille|10 mil|5 हज़ार|elfu 5|10 Tsd|1 lakh 50 thousand|10$00|5b10|50p|10 tysięcy|1,50 miljoen|2 millones|10 ribu|XTS5m';
  for (const text of words.split('|')) assert.equal(subunitsOf(text, 'XTS'), Infinity, text);
  for (const text of '10 lakh|10k|1.50 million|10 mil'.split('|'))
    assert.equal(subunitsOf(text, 'XTS', 1000), Infinity, text);
  assert.equal(subunitsOf('20 now', 'XTS', 1000), Infinity);
  assert.equal(subunitsOf('5K', 'ZMW', 500), Infinity);
});

test('amounts of a button stand beside a currency', () => {
  assert.deepEqual(moneyIn('Pay XTS 5 million with card 4242', 'XTS'), ['xts 5 million']);
  assert.deepEqual(moneyIn('Pay K5 million', 'ZMW'), ['k 5 million']);
  assert.deepEqual(moneyIn('Pay 5 million XTS, step 2', 'XTS'), ['pay 5 million']);
  assert.deepEqual(moneyIn('Pay ١٬٠٠٠٬٠٠٠٫٠٠ €', 'EUR'), ['pay 1,000,000.00 €']);
});

test('no common format is read as less', () => {
  const locales = [
    'en',
    'en-IN',
    'de',
    'de-CH',
    'fr',
    'pt',
    'pt-CV',
    'es',
    'pl',
    'sw',
    'tr',
    'ru',
    'ar-EG',
    'fa',
    'hi',
    'bn',
    'ja',
    'zh',
    'ko',
    'th',
    'my',
    'am',
  ];
  const formats = fc.record({
    locale: fc.constantFrom(...locales),
    currency: fc.constantFrom('XTS', 'USD', 'EUR', 'INR', 'JPY', 'KWD', 'ZMW', 'KES', 'XOF', 'CVE', 'PLN'),
    currencyDisplay: fc.constantFrom('code', 'symbol', 'narrowSymbol', 'name'),
    compactDisplay: fc.constantFrom(undefined, 'short', 'long'),
    useGrouping: fc.constantFrom('always', 'min2', false),
  });
  const amounts = fc.record({ subunits: fc.nat(), digits: fc.integer({ min: 1, max: 99 }), zeros: fc.nat(10) });
  fc.assert(
    fc.property(formats, amounts, ({ locale, ...options }, { subunits, digits, zeros }) => {
      const unit = 10 ** decimalsOf(options.currency);
      // A short 1.000 of a currency with three decimals looks like one.
      const isShort = options.compactDisplay !== undefined && unit < 1000;
      const amount = isShort ? digits * 10 ** zeros : subunits / unit;
      const format = { style: 'currency', notation: isShort ? 'compact' : 'standard', ...options };
      const text = new Intl.NumberFormat(locale, format as Intl.NumberFormatOptions).format(amount);
      assert.ok(subunitsOf(text, options.currency) >= Math.round(amount * unit), `${text} ${JSON.stringify(options)}`);
    }),
    { numRuns: 2000 },
  );
});
