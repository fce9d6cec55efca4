import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Way } from '../journeys/plan.ts';
import { ReturnTimes } from './return-times.ts';

const folder = mkdtempSync(join(tmpdir(), 'returns-'));
after(() => rmSync(folder, { recursive: true }));

const [fullMs, shortMs] = [20_000, 5_000];
/** A new instance, as in another worker. */
const timesOf = (target: string, way: Way = 'form') => new ReturnTimes(folder, { target, way }, fullMs);

test('the wait is full until a return was missing once, by target, way and outcome', () => {
  timesOf('one').note('success', 1_000);
  assert.equal(timesOf('one').waitMs('failure'), fullMs);
  timesOf('one').note('failure', undefined);
  assert.equal(timesOf('one').waitMs('failure'), shortMs);
  assert.equal(timesOf('one').waitMs('success'), fullMs);
  assert.equal(timesOf('one', 'hosted').waitMs('failure'), fullMs);
  assert.equal(timesOf('other').waitMs('failure'), fullMs);
});

test('a shortened wait allows for the longest return, up to the full wait', () => {
  timesOf('slow').note('failure', undefined);
  timesOf('slow', 'iframe').note('success', 4_000);
  assert.equal(timesOf('slow').waitMs('failure'), 12_000);
  timesOf('slow').note('success', 15_000);
  assert.equal(timesOf('slow').waitMs('failure'), fullMs);
});
