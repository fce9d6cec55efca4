import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyOf } from '../exchange.ts';
import { instantOf, momentOf, notAhead } from '../instants.ts';

const moment = Date.parse('2026-03-04T05:06:07.890Z');
const [minute, hour] = [60_000, 3_600_000] as const;

const replyDated = (date: string) => {
  const request = { method: 'GET', url: 'http://127.0.0.1/', requestHeaders: {}, requestBody: undefined };
  return replyOf({
    ...request,
    startedAt: 0,
    durationMs: 0,
    status: 200,
    responseHeaders: { date },
    responseBody: '{}',
  });
};

test('a moment is parsed in every unambiguous notation, with its uncertainty', () => {
  for (const written of ['2026-03-04T05:06:07.890123+00:00', '2026-03-04 07:06:07,890 +0200', '1772600767890']) {
    assert.deepEqual([written, Math.floor(instantOf(written)?.at ?? 0)], [written, moment]);
  }
  assert.deepEqual(instantOf('Wed, 04 Mar 2026 05:06:07 GMT'), { at: moment - 890, precision: 1_000, zone: 0 });
  assert.deepEqual(instantOf('2026-03-04 05:06'), { at: moment - 7_890, precision: minute, zone: 14 * hour });
  for (const value of ['04/03/2026 05:06:07', 'yesterday', '', null, 42, '2026-13-45T00:00:00Z']) {
    assert.equal(instantOf(value), undefined, String(value));
  }
});

test('present and past are distinguished from the future by either clock', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const isNow = (ms: number) => momentOf(replyDated('')).safeParse(at(ms)).success;
  const isNotAhead = (ms: number) => notAhead(replyDated('')).safeParse(at(ms)).success;
  assert.deepEqual([0, -9 * minute, 9 * minute, -11 * minute, 11 * minute].map(isNow), [
    true,
    true,
    true,
    false,
    false,
  ]);
  assert.deepEqual([-900 * 24 * hour, 9 * minute, 11 * minute].map(isNotAhead), [true, true, false]);
  const ahead = replyDated(new Date(Date.now() + 3 * hour).toUTCString());
  assert.ok(momentOf(ahead).safeParse(at(3 * hour)).success);
});
