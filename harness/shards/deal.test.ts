import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildResults } from '../results/judgement/build-results.ts';
import { partition, durationOf, isPinned, type Dealt } from './deal.ts';
import { DamagedDurations, durationsFileFor, durationsOf, readDurations, writeDurations } from './durations.ts';
import { judgedTests, runInput } from '../../cli/shards/merge/tests/divided-run.ts';
import { reportsFolder, shardOfRun } from './shard.mjs';

const tests: Dealt[] = judgedTests().map(({ rule, project, title }) => ({
  project,
  tags: [
    `@${rule}`,
    ...(title.endsWith('callback') && rule.startsWith('callback') ? ['@needs-callback-deletion'] : []),
  ],
}));

test('every test is in one shard, and the shards take about the same time', () => {
  for (const count of [1, 2, 3, 8, 20]) {
    const shardOf = partition(tests, count, new Map());
    const loads = Array.from({ length: count }, () => 0);
    for (const [index, one] of tests.entries()) {
      const shard = shardOf[index] ?? 0;
      assert.ok(shard >= 1 && shard <= count);
      loads[shard - 1] = (loads[shard - 1] ?? 0) + durationOf(one, new Map());
    }
    assert.ok(Math.max(...loads) - Math.min(...loads) <= 3_000, loads.join(' '));
  }
});

test('the partition depends on recorded durations, not on the order of the tests', () => {
  const durations = new Map([['txn.amount-required', 100_000]]);
  const shardOf = partition(tests, 4, durations);
  const slow = tests.findIndex(({ tags }) => tags.includes('@txn.amount-required'));
  const sharing = tests.filter((one, index) => shardOf[index] === shardOf[slow] && !isPinned(one));
  assert.deepEqual([...new Set(sharing.flatMap(({ tags }) => tags))], ['@txn.amount-required']);
  assert.deepEqual(partition(tests.toReversed(), 4, durations).toReversed(), shardOf);
});

test('all tests that use callbacks are in the first shard', () => {
  const shardOf = partition(tests, 8, new Map());
  const pinned = tests.flatMap((one, index) => (isPinned(one) ? [shardOf[index]] : []));
  assert.ok(pinned.length > 10);
  assert.deepEqual([...new Set(pinned)], [1]);
});

test('durations are recorded for each target, with those of the sandbox as default', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'durations-'));
  t.after(() => rmSync(root, { recursive: true }));
  const staging = { target: 'staging', host: 'staging.example.com' } as const;
  const results = buildResults(runInput(), judgedTests());
  assert.equal(durationsFileFor(root, staging), 'durations/sandbox.json');
  assert.equal(readDurations(root, 'durations/sandbox.json').size, 0);
  writeDurations(root, 'durations/staging.example.com.json', durationsOf(results));
  const file = durationsFileFor(root, staging);
  assert.equal(file, 'durations/staging.example.com.json');
  assert.deepEqual(new Map([...readDurations(root, file)].sort()), new Map([...durationsOf(results)].sort()));
  mkdirSync(join(root, 'durations'), { recursive: true });
  writeFileSync(join(root, file), '{"version":1,"rules":{"txn.amount-required":"long"}}');
  const advice =
    /rules\.txn\.amount-required: is not a number of milliseconds\.\n.*git checkout.*npm run shards -- --record/s;
  assert.throws(
    () => readDurations(root, file),
    (error) => error instanceof DamagedDurations && advice.test(error.message),
  );
});

test('the shard comes from the arguments of the runner, and has its own folder', () => {
  const of = (...args: string[]) => shardOfRun(true, ['node', 'cli.js', 'test', ...args]);
  assert.deepEqual(of('--shard=2/8'), { index: 2, of: 8 });
  assert.deepEqual(of('--shard', '3/3', '--headed'), { index: 3, of: 3 });
  assert.deepEqual(shardOfRun(false, []), { index: 3, of: 3 }, 'a worker belongs to the shard of its runner');
  for (const none of [[], ['--shard=0/3'], ['--shard=4/3'], ['--shard=x'], ['--shard']])
    assert.equal(of(...none), undefined);
  assert.equal(shardOfRun(false, ['--shard=1/2']), undefined);
  assert.equal(reportsFolder({ index: 2, of: 8 }), 'reports/shards/2-of-8');
  assert.equal(reportsFolder(undefined), 'reports');
});
