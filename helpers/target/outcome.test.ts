import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsForm, fieldsBeyond, formOf, isLater, notationOf } from './outcome.ts';

test('the form of a value has its types and names, not its data', () => {
  assert.equal(formOf({ b: 1, a: [{ id: 'x1' }] }), '{a: list of {id: string}, b: number}');
  assert.equal(formOf(null), 'null');
  assert.equal(formOf([]), 'empty list');
});

test('fields beyond the known ones are sorted', () => {
  assert.equal(fieldsBeyond({ z: 1, id: 2, a: 3 }, ['id']), 'a, z');
  assert.equal(fieldsBeyond([], ['id']), 'none');
});

test('a notation keeps signs and letters, and no digit of the time', () => {
  assert.equal(notationOf('2026-11-21T10:00:00Z'), '0000-00-00T00:00:00Z');
  assert.equal(notationOf(undefined), 'undefined');
  assert.equal(eventsForm('a.b,c.d'), 'string');
  assert.equal(eventsForm([]), 'list, empty');
});

test('later is judged as finely as the notation allows', () => {
  assert.ok(isLater('2026-11-21T10:00:00Z', '2026-11-21T10:00:01Z'));
  assert.ok(!isLater('2026-11-21T10:00:01Z', '2026-11-21T10:00:00Z'));
  assert.ok(!isLater('2026-11-21 10:00:00', '2026-11-21 10:00:00'));
  assert.ok(isLater('2026-11-21', '2026-11-21'), 'a date alone cannot show it');
  assert.ok(isLater(null, '2026-11-21T10:00:00Z'));
  assert.ok(!isLater('1795255200', '1795255200'));
});
