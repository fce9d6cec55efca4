import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimelineEntry } from '../../../helpers/evidence/timeline.ts';
import { FreshStarts } from './fresh-starts.ts';

const failed = (request: string): TimelineEntry[] => [
  { at: new Date(0).toISOString(), request, kind: 'gateway', said: 'HTTP 503', waitMs: null },
];

test('a test is repeated once, and only after an environment fault', () => {
  const starts = new FreshStarts();
  assert.equal(starts.grants(1, true, failed('POST /v1/transactions')), true);
  assert.equal(starts.grants(2, true, failed('POST /v1/transactions')), false);
  assert.equal(starts.grants(1, false), false);
});

test('tests are no longer repeated after several failures of the same kind of request', () => {
  const starts = new FreshStarts();
  for (const id of ['a', 'b']) starts.grants(2, true, failed(`GET /v1/callback/fetch/${id}`));
  assert.equal(starts.grants(1, true, failed('GET /v1/callback/fetch/c')), false);
  assert.equal(starts.grants(1, true, failed('POST /v1/transactions')), true);
  starts.grants(2, false, failed('GET /v1/callback/fetch/d'));
  assert.equal(starts.grants(1, true, failed('GET /v1/callback/fetch/e')), true, 'it has succeeded in between');
});
