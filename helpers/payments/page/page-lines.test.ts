import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DescriptionError, readDescription, readLine } from './page-lines.ts';

// Fictitious numbers; amounts are in the subunit.
const limits = { currency: 'XTS', maxAmount: 100_000, mobileMoneyNumber: '0551234567', testNumbers: ['0240000001'] };

const good = [
  ['Pay …', { name: 'Pay …' }],
  ['Pay ... now', { name: 'Pay … now' }],
  ['? Accept cookies', { name: 'Accept cookies', isOptional: true }],
  ['radio Card', { name: 'Card', role: 'radio' }],
  ['pay "now"', { name: 'pay "now"' }],
  ['Phone: = {number}', { name: 'Phone:', value: '{number}' }],
  ['? textbox Amount = {amount}', { name: 'Amount', role: 'textbox', value: '{amount}', isOptional: true }],
  ['option = Operator A', { name: 'option', value: 'Operator A' }],
  ['"A = b" = {code:1234}', { name: 'A = b', value: '{code:1234}' }],
  ['css:#pay [type="submit"]', { name: 'css:#pay [type="submit"]' }],
  ['Number = 0240000001', { name: 'Number', value: '0240000001' }],
  ['Expiry = 12/30', { name: 'Expiry', value: '12/30' }],
] as const;

for (const [text, expected] of good) {
  test(`the line ${text}`, () => {
    assert.deepEqual(readLine(text, limits), {
      text,
      isOptional: false,
      role: undefined,
      value: undefined,
      ...expected,
    });
  });
}

test('an optional line with and without quotes, as a person or a formatter writes it', () => {
  for (const one of ['"? A = {amount}"', '? A = {amount}', 'A = {amount}:', 'A = {amount}: # later']) {
    const { begin } = readDescription(`begin:\n  - ${one}\n  - Pay\n`, limits).iframe;
    assert.deepEqual(begin[0], readLine('? A = {amount}'), one);
  }
});

test('a channel has the lists of all, except its own', () => {
  const source = 'begin: [Next]\npay: [Pay]\nform:\n  pay: [Pay now]\niframe: { begin: [] }';
  const channels = Object.values(readDescription(source, limits));
  const texts = channels.map(({ begin, pay }) => [...begin, ...pay].map(({ text }) => text));
  assert.deepEqual(texts, [['Next', 'Pay'], ['Next', 'Pay now'], ['Pay']]);
});

const quotes = 'is not one line of text; put it in quotes';
const values = '{number}, {email}, {amount}, {code}, {code:1234} or the text itself';
const bad = [
  ['Pay: [A]', '1, column 1: "Pay" is unknown; use begin, pay, decline, cancel, redirect, form, iframe'],
  ['pay: [A]\nform:\n  iframe: []', '3, column 3: "iframe" is unknown; use begin, pay, decline, cancel'],
  ['pay: [A]\nform: [B]', '2, column 1: form needs lists of lines'],
  ['pay: Pay', '1, column 1: pay needs a list of lines'],
  ['- Pay', '1, column 1: is not a description; write begin, pay, decline, cancel, each with a list of lines'],
  ['', '1, column 1: is not a description; write begin, pay, decline, cancel, each with a list of lines'],
  ['cancel: [Cancel]', '1, column 1: has no lines under pay'],
  ['pay: [Pay', '1, column 10: Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ['pay: [A]\npay: [B]', '2, column 1: Map keys must be unique'],
  ['pay:\n  - !Pay now', '2, column 5: Unresolved tag: !Pay'],
  ['pay:\n  - 7', `2, column 5: ${quotes}: "7"`],
  ['pay:\n  - Phone: = {number}', `2, column 5: ${quotes}: "Phone: = {number}"`],
  ['pay:\n  - Accept:', `2, column 5: ${quotes}: "Accept:", or "? Accept"`],
  ['pay:\n  - ? "A" = b', String.raw`2, column 5: ${quotes}: "? \"A\" = b"`],
  ['pay:\n  - A\n  - …', '3, column 5: "…" has no name of a control; write the words that the page shows'],
  [
    'pay:\n  - A={number}',
    '2, column 5: "A={number}" has {number} in its name; write "Name = {number}", with a space on each side of the sign',
  ],
  ['pay:\n  - A =', `2, column 5: "A =" has no value; use ${values}`],
  ['pay:\n  - A = {phone}', `2, column 5: "A = {phone}" has the unknown value {phone}; use ${values}`],
  [
    'pay:\n  - A = 024 000 0002',
    '2, column 5: "A = 024 000 0002" types a number that is neither MOBILE_MONEY_NUMBER nor one of TEST_NUMBERS; list it there if it is for tests',
  ],
  [
    'pay:\n  - A = 1001',
    '2, column 5: "A = 1001" may pay more than MAX_AMOUNT (100000 subunits); write {amount}, or {code:1001} if it is a code',
  ],
] as const;

for (const [source, message] of bad) {
  test(`${JSON.stringify(source)} is refused`, () => {
    assert.throws(() => readDescription(source, limits), new DescriptionError(`line ${message}`));
  });
}
