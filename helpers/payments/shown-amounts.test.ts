import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountShown, type AmountShown } from './shown-amounts.ts';

const cases: [text: string, amount: number, currency: string, expected: AmountShown][] = [
  ['Your payment\nXTS 10.00', 1000, 'XTS', 'in main units'],
  ['10,00 XTS', 1000, 'XTS', 'in main units'],
  ['1.050,50 XTS', 105_050, 'XTS', 'in main units'],
  ["XTS 1'050.50", 105_050, 'XTS', 'in main units'],
  ['Total 10.00', 1000, 'XTS', 'in main units'],
  ['XTS 10.00 26 Nov 2026', 1000, 'XTS', 'in main units'],
  ['Paid XTS 1 050.50 12:30', 105_050, 'XTS', 'in main units'],
  ['INR 1 00 000.00', 10_000_000, 'INR', 'in main units'],
  ['XTS 10 2026', 1000, 'XTS', 'in main units'],
  ['XTS 10', 1000, 'XTS', 'in main units'],
  ['$10.50', 1050, 'USD', 'in main units'],
  ['€10.50', 1050, 'EUR', 'in main units'],
  ['٢٠٫٥٠ then XTS ١٠.٠٠', 1000, 'XTS', 'in main units'],
  ['JPY 1,000', 1000, 'JPY', 'in main units'],
  ['KWD 1.000', 1000, 'KWD', 'in main units'],
  ['1000 cents', 1000, 'XTS', 'in subunits'],
  ['XTS 1000', 1000, 'XTS', 'in subunits'],
  ['XTS 10.30, fee XTS 0.30 included', 1000, 'XTS', 'as another amount'],
  ['Total XTS 10.30\nDaily limit: XTS 1,000.00', 1000, 'XTS', 'wrong'],
  ['Total XTS 10.30\nGebühr XTS 0.30', 1000, 'XTS', 'as another amount'],
  ['XTS 50.00', 1000, 'XTS', 'wrong'],
  ['XTS 5.00\nXTS 5.00', 1000, 'XTS', 'wrong'],
  ['XTS 11.00', 1050, 'XTS', 'wrong'],
  ['Limit: XTS 1,000.00', 1000, 'XTS', 'as another amount'],
  ['10.00 points', 1000, 'points', 'no'],
  ['xts 10.00', 1000, 'xts', 'in main units'],
  ['Pay now', 1000, 'XTS', 'no'],
  ['Reference 123.45, step 2 of 3', 1000, 'XTS', 'no'],
  ['XTS 10.00, about USD 0.50', 1000, 'XTS', 'in main units'],
  ['USD 0.50 (XTS 10.00)', 1000, 'XTS', 'in main units'],
  ['XTS 1,000.00', 1000, 'XTS', 'as many times as much'],
  ['XTS 1000.00', 1000, 'XTS', 'as many times as much'],
  ['1.000,00 XTS', 1000, 'XTS', 'as many times as much'],
  ['JPY 100,000', 1000, 'JPY', 'as many times as much'],
  ['KWD 10.00', 1000, 'KWD', 'as many times as much'],
  ['XTS 100.00', 1000, 'XTS', 'as many times as much'],
  ['XTS 1.00', 1000, 'XTS', 'wrong'],
  ['VAT XTS 1.00, in all XTS 11.00', 1000, 'XTS', 'as another amount'],
  ['XTS 0.10', 1000, 'XTS', 'wrong'],
  ['KES 0,10', 1000, 'KES', 'wrong'],
  ['XTS 0.10 of XTS 10.00', 1000, 'XTS', 'in main units'],
  ['Fee: XTS 0.10', 1000, 'XTS', 'as another amount'],
  ['UGX 10', 1000, 'UGX', 'as another amount'],
  ['KWD 0.01', 1000, 'KWD', 'as another amount'],
  ['XTS 10.00', 1050, 'XTS', 'wrong'],
  ['XTS 10', 1050, 'XTS', 'wrong'],
  ['USD 10.00', 1000, 'XTS', 'in another currency'],
  ['10.00 €', 1000, 'XTS', 'in another currency'],
];

for (const [text, amount, currency, expected] of cases) {
  test(`${JSON.stringify(text)} shows ${amount} subunits of ${currency}: ${expected}`, () => {
    assert.equal(amountShown(text, amount, currency), expected);
  });
}
