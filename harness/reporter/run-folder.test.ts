import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runTests, temporaryFolder } from '../../fixtures/tests/run-specs.ts';
import { runProgram } from '../../helpers/processes/tests/program.ts';
import { suiteRoot } from '../../helpers/settings/settings-folder.cjs';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { sandboxAsStaging } from '../../helpers/settings/sandbox-account.ts';
import { readResults } from '../results/read-results.ts';
import type { Results } from '../results/results-schema.ts';
import { run } from '../tests/sample-results.ts';
import { prepareRun } from './prepare-run.ts';
import { lockReports, lostReports } from './run-lock.ts';
import { mergedRun, refuseMixed, type ShardRecord } from './shard-record.ts';

const shard = (current: number, more: Partial<ShardRecord['run']> = {}, total = 3): ShardRecord => ({
  shard: { current, total },
  run: { ...run, ...more },
  unique: [],
  deviations: [],
});

test('the facts of merged shards are those of one run; a missing shard is named', () => {
  const merged = mergedRun(
    [
      shard(1, { startedAt: '2026-11-25T10:00:02.000Z', durationMs: 5_000, errors: ['a'], leftBehind: ['x'] }),
      shard(3, { durationMs: 9_000, errors: ['a', 'b'], interrupted: true }),
    ],
    ['c'],
  );
  const { startedAt, durationMs, errors, leftBehind, interrupted, shards, partial } = merged;
  assert.deepEqual([startedAt, durationMs, interrupted, partial], ['2026-11-25T10:00:00.000Z', 9_000, true, false]);
  assert.deepEqual([errors, leftBehind, shards], [['a', 'b', 'c'], ['x'], { of: 3, missing: [2] }]);
});

test('shards of different runs are refused', () => {
  refuseMixed([shard(1), shard(2)]);
  refuseMixed([
    shard(1, { target: 'sandbox', host: '127.0.0.1:1' }),
    shard(2, { target: 'sandbox', host: '127.0.0.1:2' }),
  ]);
  assert.throws(() => refuseMixed([]), /There is no run\.json/);
  assert.throws(() => refuseMixed([shard(1), shard(1)]), /twice: 1, 1 of 3/);
  for (const other of [shard(2, { host: 'other' }), shard(2, { commit: 'd' }), shard(2, {}, 4)])
    assert.throws(() => refuseMixed([shard(1), other]), /not of one run.*3 shards staging staging\.example\.com c+; /);
});

test('callbacks of the settings cannot be divided', async (t) => {
  const folder = temporaryFolder(t);
  const { CALLBACK_CREATE_PATH: _, ...account } = sandboxAsStaging('http://127.0.0.1:1');
  const prepared = (more: Record<string, string>, isDivided = true) =>
    prepareRun(parseSettings({ ...account, ...more }), join(folder, 'reports'), isDivided);
  await assert.rejects(prepared({ CALLBACK_ID: 'callback-1' }), /--shard: the callbacks.*set CALLBACK_CREATE_PATH/);
  await assert.rejects(prepared({ DISPOSABLE_CALLBACK_IDS: 'a1,b2,c3' }), /--shard/);
  assert.ok(!existsSync(join(folder, 'reports')));
  await prepared({ CALLBACK_ID: 'callback-1', NOT_APPLICABLE: 'callbacks' });
});

test('a list that cannot be used ends a run before it begins, with what is wrong', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'target.env'), '');
  mkdirSync(join(folder, 'observations'));
  const pins = { version: 1, target: 'sandbox', rules: { 'answers.headers': ['wallet list: none'] } };
  writeFileSync(join(folder, 'observations/sandbox.json'), JSON.stringify(pins));
  const { code, output } = await runTests(['9-versioning'], { ENV_FILE: join(folder, 'target.env') });
  assert.equal(code, 3);
  assert.match(output, /^\S+observations\/sandbox\.json cannot be used:\n  - version: Invalid input(?:[^\n]*\n){3}$/);
  assert.ok(!existsSync(join(folder, 'reports')));
});

test('a folder that holds the suite is none for reports', async () => {
  await assert.rejects(lockReports(suiteRoot), /^Error: REPORTS_FOLDER: .* name a folder for reports alone\.$/);
  await assert.rejects(lockReports(join(suiteRoot, '..')), /REPORTS_FOLDER/);
});

test('a removed folder of reports is noticed, also when it was made again', async (t) => {
  const folder = join(temporaryFolder(t), 'reports');
  assert.equal(lostReports(folder), false);
  await lockReports(folder);
  await assert.rejects(lockReports(folder), /Another run is writing its reports to .*REPORTS_FOLDER/);
  assert.equal(lostReports(folder), false);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  assert.equal(lostReports(folder), true);
});

test('two merged shards are one run of all that they judged', async (t) => {
  const folder = temporaryFolder(t);
  const settings = { ENV_FILE: join(folder, 'target.env') };
  writeFileSync(settings.ENV_FILE, '');
  const parts = ['1', '2'].map((index) => ({ shard: `--shard=${index}/2`, place: join(folder, 'parts', index) }));
  await Promise.all(
    parts.map(async ({ shard, place }) => {
      const ran = await runTests(['wallet-list', '4.4-', shard], { ...settings, REPORTS_FOLDER: place });
      assert.equal(ran.code, 0, ran.output);
    }),
  );
  const { code, output } = await runProgram(['cli/merge.ts', join(folder, 'parts')], { settings });
  assert.equal(code, 0, output);
  const { run: both, rules } = readResults(join(folder, 'reports/results.json'));
  const [one, other] = parts.map(({ place }) => readResults(join(place, 'results.json'))) as [Results, Results];
  assert.ok(one.run.tests.pass > 0 && other.run.tests.pass > 0);
  assert.deepEqual([both.shards, both.tests.pass], [{ of: 2, missing: [] }, one.run.tests.pass + other.run.tests.pass]);
  for (const rule of rules) {
    const judged = [...one.rules, ...other.rules].filter(({ id }) => id === rule.id);
    assert.deepEqual(casesOf([rule]), casesOf(judged), rule.id);
    assert.ok(judged.map(({ verdict }) => verdict).includes(rule.verdict), rule.id);
  }
});

/** What was judged; what is judged at the end of each test is one case of a run. */
const casesOf = (rules: Results['rules']) =>
  new Set(rules.flatMap(({ cases }) => cases.map((one) => (one.case === 'each exchange' ? '' : one.title + one.case))));
