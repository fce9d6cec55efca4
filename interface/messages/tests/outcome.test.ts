import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf, eventsForm, headersOf, isLater, notationOf } from '../wording/outcome.ts';

test('a notation keeps signs and letters, but no digits of the time', () => {
  assert.equal(notationOf('2026-11-21T10:00:00Z'), '0000-00-00T00:00:00Z');
  assert.equal(notationOf(undefined), 'undefined');
  for (const [one, other] of [
    ['2026-11-21T10:00:00.5+00:00', '2026-11-21T10:00:00.123456+00:00'],
    ['Sat, 21 Nov 2026 9:05:00 GMT', 'Sun, 22 Feb 2026 10:05:00 GMT'],
    ['1/2/2026 9:05 AM', '11/12/2026 10:15 PM'],
  ]) {
    assert.equal(notationOf(one), notationOf(other));
  }
  assert.equal(eventsForm('a.b,c.d'), 'string');
  assert.equal(eventsForm([]), 'list, empty');
});

test('isLater judges with the precision of the notation', () => {
  assert.ok(isLater('2026-11-21T10:00:00Z', '2026-11-21T10:00:01Z'));
  assert.ok(!isLater('2026-11-21T10:00:01Z', '2026-11-21T10:00:00Z'));
  assert.ok(!isLater('2026-11-21 10:00:00', '2026-11-21 10:00:00'));
  assert.ok(isLater('2026-11-21', '2026-11-21'), 'a date alone cannot show it');
  assert.ok(isLater(null, '2026-11-21T10:00:00Z'));
  assert.ok(!isLater('1795255200', '1795255200'));
});

test('headers are listed by name, without those of a single transfer', () => {
  const headers = {
    'content-type': 'application/json; boundary=x1; Charset=UTF-8',
    'cache-control': 'max-age=37',
    date: 'now',
    'content-length': '7',
    'x-request-id': '5d0c',
    'X-RateLimit-Remaining': '99',
  };
  assert.equal(
    headersOf(headers),
    'content-type application/json; boundary; charset=utf-8, cache-control max-age=#, further: x-ratelimit-remaining, x-request-id',
  );
  assert.equal(contentTypeOf(undefined), 'absent');
});
