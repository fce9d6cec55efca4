import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesAfterLabel, shapes, type Shape } from '../shapes.ts';

const message = '<b>Payment received</b><br>Amount: <b>GHS&nbsp;12.50</b><br>R&eacute;f&eacute;rence: <b>Ref-1234</b>';

/** Values that a careful service may answer, and values that break the rule. */
const values: Readonly<Record<string, readonly [Shape, good: readonly unknown[], bad: readonly unknown[]]>> = {
  'a text is not empty, and no placeholder': [
    shapes.text,
    ['a', 'The reference must not be null or undefined.'],
    [' ', '', 1, null, undefined, 'undefined', ' None ', 'NaN', '[object Object]'],
  ],
  'an identifier contains no placeholder': [shapes.identifier, ['txn_null+1', '7'], ['txn_undefined', 'null', '', 7]],
  'an address is a complete http or https URL': [
    shapes.address,
    ['https://pay.example/c/1?x=y'],
    ['/c/1', 'pay.example/c/1', 'javascript:alert(1)', 'https://', '', undefined],
  ],
  'a timestamp has any notation': [
    shapes.timestamp,
    ['2026-11-21T10:00:00Z', '1795255200', '21/11/2026 10:00', '2026-21-11 10:00', '2019-13-05'],
    ['now', '', 1795255200, null, '2026-37-21T10:00:00Z', '2026-11-32'],
  ],
  'a callback may never have been triggered': [
    shapes.timestampOrNothing,
    [undefined, null, '', '0000-00-00 00:00:00', '2026-11-21T10:00:00Z'],
    ['never', 0, false, '2026-00-21'],
  ],
  'an HTML message has bold tags and line breaks': [
    shapes.htmlMessage,
    ['Paid <b>10.00</b><br>Thank you', '<STRONG class="x">Paid</STRONG><br/>'],
    ['Paid', '<b>Paid</b>', 'Paid<br>'],
  ],
  'plain text may compare numbers, but has neither markup nor entities': [
    shapes.plainText,
    ['Paid 1 < 2 and 3 > 2', 'See <https://docs.example/?a=1&b=2>', 'Write to <help@shop.example>'],
    ['Paid <b>10</b>', 'a<BR />b', '<h1 class="x">a', 'a</p >', 'R&amp;D', '&#39;a&#x27;', 'null'],
  ],
  'a message of a failure may have any wording but that of a success': [
    shapes.failureMessage,
    ['OK', 'Payment unsuccessful', 'It was not successful', 'success: false', 'Ended without success', '支付'],
    ['', ' ', 'null', 'The payment was successful.', '<b>Success</b><br>', 'Paid successfully'],
  ],
  'the plain version of a message has each of its words and numbers': [
    shapes.plainVersionOf(message),
    [
      'Payment received. Amount: GHS 12.50. Référence: Ref-1234',
      'payment received – amount GHS 12.50, référence Ref-1234',
    ],
    ['(Ref-1234) payment received', 'Payment received. Amount: GHS 12.51. Référence: Ref-1234', 'Payment failed'],
  ],
  'events are the same in any order and in both forms': [
    shapes.sameEvents(['a.b', 'c.d']),
    [['c.d', 'a.b'], 'a.b,c.d', 'c.d, a.b'],
    [['a.b'], 'a.b,c.d,e.f', ['a.b', 'c.d', ''], '', undefined],
  ],
};

for (const [sentence, [shape, good, bad]] of Object.entries(values)) {
  test(sentence, () => {
    for (const value of good) assert.ok(shape.safeParse(value).success, String(value));
    for (const value of bad) assert.ok(!shape.safeParse(value).success, String(value));
  });
}

test('a field is named after the label, and only the whole name counts', () => {
  const isNamed = (text: string) => namesAfterLabel(text, 'amount');
  assert.ok(['Wrong. Parameter: amount', 'Parameter:<b>amount</b>', 'Parameter: "amount".'].every(isNamed));
  assert.ok(!['amount', 'Parameter amount', 'Parameter: amount_2', 'Parameter: email'].some(isNamed));
});
