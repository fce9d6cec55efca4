import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, eventNames, namesAfterLabel, shapes } from '../shapes.ts';

const fits = (shape: Parameters<typeof describe>[0], value: unknown): boolean => shape.safeParse(value).success;

test('a text must not be empty', () => {
  assert.deepEqual(
    ['a', ' ', '', 1, null, undefined].map((value) => fits(shapes.text, value)),
    [true, false, false, false, false, false],
  );
});

test('placeholders for missing values are neither texts nor identifiers', () => {
  for (const nothing of ['undefined', 'null', ' None ', 'NaN', '[object Object]']) {
    for (const shape of [shapes.text, shapes.identifier, shapes.plainText, shapes.otherThan('txn_1')]) {
      assert.ok(!fits(shape, nothing), nothing);
    }
  }
  assert.ok(fits(shapes.text, 'The reference must not be null or undefined.'));
  assert.ok(fits(shapes.identifier, 'txn_null+1'));
  assert.ok(!fits(shapes.identifier, 'txn_undefined'));
});

test('an address is a complete http or https URL', () => {
  assert.ok(fits(shapes.address, 'https://pay.example/c/1?x=y'));
  for (const other of ['/c/1', 'pay.example/c/1', 'javascript:alert(1)', 'https://', '', undefined]) {
    assert.ok(!fits(shapes.address, other), String(other));
  }
});

test('timestamps are accepted in any notation, words are rejected', () => {
  for (const good of ['2026-11-21T10:00:00Z', '2026-11-21 10:00:00', '1795255200', '21/11/2026 10:00']) {
    assert.ok(fits(shapes.timestamp, good), good);
  }
  for (const bad of ['now', '', 1795255200, null]) assert.ok(!fits(shapes.timestamp, bad), String(bad));
});

test('a callback that was never triggered may have no last_triggered', () => {
  for (const good of [undefined, null, '', '2026-11-21T10:00:00Z']) assert.ok(fits(shapes.timestampOrNothing, good));
  for (const bad of ['never', 0, false]) assert.ok(!fits(shapes.timestampOrNothing, bad), String(bad));
});

test('an HTML message has bold tags and line breaks', () => {
  assert.ok(fits(shapes.htmlMessage, 'Paid <b>10.00</b><br>Thank you'));
  assert.ok(fits(shapes.htmlMessage, '<STRONG class="x">Paid</STRONG><br/>'));
  for (const bad of ['Paid', '<b>Paid</b>', 'Paid<br>', '<br><br/>']) assert.ok(!fits(shapes.htmlMessage, bad), bad);
});

test('plain text has no markup, but may compare numbers and put addresses between angle brackets', () => {
  for (const plain of ['Paid 1 < 2 and 3 > 2', 'See <https://docs.example/?a=1&b=2>', 'Write to <help@shop.example>']) {
    assert.ok(fits(shapes.plainText, plain), plain);
  }
  for (const marked of [
    'Paid <b>10</b>',
    'a<br>b',
    'a<br/>b',
    'a<BR />b',
    '<h1 class="x">a',
    'a</p >',
    'a&nbsp;b',
    'R&amp;D',
    '&#39;a&#x27;',
  ]) {
    assert.ok(!fits(shapes.plainText, marked), marked);
  }
});

test('a message of a failure may have any wording but that of a success', () => {
  for (const good of [
    'OK',
    'Payment unsuccessful',
    'It was not successful',
    'success: false',
    'No success',
    'Un-successful payment',
    'Non-success of the operator',
    'Ended without success',
    '支付',
  ]) {
    assert.ok(fits(shapes.failureMessage, good), good);
  }
  for (const bad of ['', ' ', 'null', 'The payment was successful.', '<b>Success</b><br>', 'Paid successfully']) {
    assert.ok(!fits(shapes.failureMessage, bad), bad);
  }
});

test('the plain version of a message has most of its words', () => {
  const message =
    '<b>Payment received</b><br>Amount: <b>GHS&nbsp;12.50</b><br>R&eacute;f&eacute;rence: <b>Ref-1234</b>';
  for (const good of [
    'Payment received. Amount: GHS 12.50. Référence: Ref-1234',
    'PAYMENT RECEIVED\nAmount GHS 12.50',
    '(Ref-1234) payment received',
  ]) {
    assert.ok(fits(shapes.plainVersionOf(message), good), good);
  }
  for (const bad of ['Payment of', 'Amount: Référence:', 'Payment failed']) {
    assert.ok(!fits(shapes.plainVersionOf(message), bad), bad);
  }
  assert.ok(fits(shapes.plainVersionOf('<b>Payment</b><br>done'), 'Payment done'));
  assert.ok(fits(shapes.plainVersionOf('<b>OK</b><br>'), 'OK'));
  assert.ok(!fits(shapes.plainVersionOf('<b>Payment</b><br>done'), 'lorem ipsum'));
});

test('events are the same in any order and in both forms', () => {
  const same = shapes.sameEvents(['a.b', 'c.d']);
  for (const good of [['c.d', 'a.b'], 'a.b,c.d', 'c.d, a.b']) assert.ok(fits(same, good));
  for (const bad of [['a.b'], 'a.b,c.d,e.f', ['a.b', 'c.d', ''], '', undefined, [['a.b,c.d']].flat()[0]?.slice(0, 3)])
    assert.ok(!fits(same, bad));
  assert.deepEqual(eventNames(' a.b , c.d,'), ['a.b', 'c.d']);
});

test('a field is named after the label, and only the whole name counts', () => {
  const field = 'mobile_money_number';
  for (const good of [`Wrong. Parameter: ${field}`, `Parameter:<b>${field}</b>`, `Parameter: "${field}".`]) {
    assert.ok(namesAfterLabel(good, field), good);
  }
  for (const bad of [field, `Parameter ${field}`, `Parameter: ${field}_2`, 'Parameter: amount']) {
    assert.ok(!namesAfterLabel(bad, field), bad);
  }
});

test('an optional field is judged when it is present', () => {
  const optional = shapes.whenThere(shapes.status);
  assert.ok(fits(optional, undefined) && fits(optional, 'pending'));
  assert.ok(fits(optional, null), 'nothing');
  assert.ok(!fits(optional, 'done'));
});

test('otherThan and exactly compare values', () => {
  assert.ok(fits(shapes.otherThan('a'), 'b'));
  for (const bad of ['a', '', undefined]) assert.ok(!fits(shapes.otherThan('a'), bad));
  assert.ok(!fits(shapes.exactly(1), '1'));
});

test('every shape has a description', () => {
  const plain = Object.values(shapes).filter((shape) => typeof shape !== 'function');
  for (const shape of plain) assert.notEqual(describe(shape), 'another value');
});

test('shapes judge long texts in linear time', () => {
  for (const part of ['<', '<a ', '<a', '< ', '</a ', 'word ', ', ', 'a.b,', '2026', 'Parameter:', 'Parameter: ']) {
    const text = part.repeat(300_000 / part.length);
    const startedAt = performance.now();
    shapes.plainText.safeParse(text);
    shapes.htmlMessage.safeParse(text);
    shapes.eventPattern.safeParse(text);
    shapes.timestamp.safeParse(text);
    shapes.naming('amount').safeParse(text);
    shapes.plainVersionOf(`${text} other`).safeParse(text.toUpperCase());
    // Ten times the time of a slow machine; quadratic time would take minutes.
    assert.ok(performance.now() - startedAt < 5_000, part);
  }
});

test('markup is found in every form, and addresses in angle brackets are not markup', () => {
  for (const text of ['<b>x', 'x<br/>', '<br />', '</p >', '<a href="x">', '<H1\nclass=x>', '1 < 2 <b>x</b>']) {
    assert.equal(shapes.plainText.safeParse(text).success, false, text);
  }
  for (const text of ['<https://pay.example/1>', 'a < b > c', '<3', '<jane@example.com>', '<>']) {
    assert.equal(shapes.plainText.safeParse(text).success, true, text);
  }
});
