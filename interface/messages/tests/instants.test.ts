import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyOf } from '../exchange.ts';
import { instantOf, isInOrder, momentOf, notAhead } from '../instants.ts';

const moment = Date.parse('2026-03-04T05:06:07.890Z');
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;

const replyDated = (date: string) =>
  replyOf({
    method: 'GET',
    url: 'http://127.0.0.1/v1/callback/fetch/1',
    requestHeaders: {},
    requestBody: undefined,
    startedAt: 0,
    durationMs: 0,
    status: 200,
    responseHeaders: { date },
    responseBody: '{}',
  });

test('a moment is parsed in every unambiguous notation', () => {
  for (const written of [
    '2026-03-04T05:06:07.890Z',
    '2026-03-04T05:06:07.890123+00:00',
    '2026-03-04 07:06:07,890 +0200',
    '2026/03/04 02:06:07.890-03',
    '1772600767890',
    '1772600767890123',
  ]) {
    assert.deepEqual([written, Math.floor(instantOf(written)?.at ?? 0)], [written, moment]);
    assert.deepEqual([instantOf(written)?.precision, instantOf(written)?.zone], [0, 0], written);
  }
});

test('the uncertainty of a notation is known', () => {
  assert.deepEqual(instantOf('2026-03-04T05:06:07Z'), { at: moment - 890, precision: 1_000, zone: 0 });
  assert.deepEqual(instantOf('1772600767'), { at: moment - 890, precision: 1_000, zone: 0 });
  assert.deepEqual(instantOf('Wed, 04 Mar 2026 05:06:07 GMT'), { at: moment - 890, precision: 1_000, zone: 0 });
  assert.deepEqual(instantOf('2026-03-04 05:06'), { at: moment - 7_890, precision: minute, zone: 14 * hour });
  assert.deepEqual(instantOf('2026-03-04')?.precision, day);
});

test('ambiguous notations and other values are not parsed', () => {
  for (const value of [
    '04/03/2026 05:06:07',
    '03/04/2026',
    'yesterday',
    '',
    null,
    undefined,
    42,
    '2026-13-45T00:00:00Z',
  ]) {
    assert.equal(instantOf(value), undefined, String(value));
  }
});

test('present and past are distinguished from the future by either clock', () => {
  const now = replyDated('');
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  assert.deepEqual(
    [0, -9 * minute, 9 * minute, -11 * minute, 11 * minute].map((ms) => momentOf(now).safeParse(at(ms)).success),
    [true, true, true, false, false],
  );
  assert.deepEqual(
    [-900 * day, 9 * minute, 11 * minute].map((ms) => notAhead(now).safeParse(at(ms)).success),
    [true, true, false],
  );
  assert.ok(notAhead(now).safeParse(at(13 * hour).slice(0, 19)).success);
  for (const nothing of [null, undefined, '', '0001-01-01T00:00:00Z'])
    assert.ok(notAhead(now).safeParse(nothing).success);
  assert.ok(!momentOf(now).safeParse(null).success);

  const ahead = replyDated(new Date(Date.now() + 3 * hour).toUTCString());
  assert.ok(momentOf(ahead).safeParse(at(3 * hour)).success);
  assert.ok(notAhead(ahead).safeParse(at(3 * hour)).success);
});

test('the order of two dates is judged with the precision of their notation', () => {
  assert.ok(isInOrder('2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07Z'));
  assert.ok(isInOrder('2026-03-04T05:06:07.890Z', '2026-03-04T05:06:07.600Z'));
  assert.ok(isInOrder('05/03/2026', '04/03/2026'));
  assert.ok(!isInOrder('2026-03-04T05:06:09Z', '2026-03-04T05:06:07Z'));
});
