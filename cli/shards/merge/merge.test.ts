import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join as path } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { JudgedTest } from '../../../harness/results/judgement/build-results.ts';
import { exitCodeOf } from '../../../harness/results/exit-code.ts';
import { attemptsIn } from '../../../harness/allure/raw.ts';
import { checkThatTheyBelongTogether } from './belong-together.ts';
import { collect } from './collect.ts';
import { join, reviewEvidence } from './join.ts';
import { judgedTests, resultsOf, runInput, suite, writeShards, type Change } from './tests/divided-run.ts';

const fresh = (t: TestContext): string => {
  const folder = mkdtempSync(path(tmpdir(), 'shards-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const merged = (...folders: string[]) => {
  const found = collect(folders);
  checkThatTheyBelongTogether(found, suite);
  return JSON.parse(JSON.stringify(join(found))) as ReturnType<typeof join>;
};

const onlyGood = (): JudgedTest[] =>
  judgedTests().map((one) => (one.verdict === 'observed' ? one : { ...one, verdict: 'pass', error: null }));

test('shards are merged into exactly the results that one machine would have written', (t) => {
  for (const tests of [judgedTests(), onlyGood()]) {
    const folder = fresh(t);
    writeShards(path(folder, 'downloads'), 8, tests);
    const whole = resultsOf(runInput({ shards: { of: 8, missing: [] } }), tests);
    assert.deepEqual(merged(folder), whole);
  }
});

test('a partial run is merged into a partial run', (t) => {
  const tests = judgedTests().filter(({ project }) => project === 'api');
  const limits = ['--project=api'];
  const all = [1, 2, 3].map((index) => [
    index,
    { part: { limits }, run: { limitedBy: [`--shard=${index}/3`, ...limits] } } satisfies Change,
  ]);
  const folder = fresh(t);
  writeShards(folder, 3, tests, Object.fromEntries(all));
  const whole = resultsOf(runInput({ partial: true, limitedBy: limits, shards: { of: 3, missing: [] } }), tests);
  assert.deepEqual(merged(folder), whole);
});

test('the merged run has the evidence for reviews and the required reviews of its shards', (t) => {
  const review = {
    id: 'page.understood',
    sentence: 'a person decides',
    sections: ['4.1'],
    required: true,
    state: 'open',
    decision: null,
    evidence: [
      { of: 'page.amount-shown', digest: 'a', seen: ['in main units'] },
      { of: 'words of the page', digest: 'b', seen: ['Pay #'] },
    ],
    changed: [],
    pictures: ['review/page.understood.png'],
  } as const;
  const folder = fresh(t);
  const reviews = [review] as unknown as NonNullable<ReturnType<typeof runInput>['reviews']>;
  writeShards(folder, 2, judgedTests(), { 2: { run: { reviews } } });
  assert.deepEqual(reviewEvidence(collect([folder])), {
    required: ['page.understood'],
    seen: [{ id: 'page.understood', pictures: ['review/page.understood.png'], words: ['Pay #'] }],
  });
});

test('a missing shard is named and makes a run inconclusive, even when another one has failed', (t) => {
  for (const tests of [onlyGood(), judgedTests()]) {
    const folders = writeShards(fresh(t), 4, tests);
    const { run, rules } = merged(...folders.filter((_, index) => index !== 2));
    assert.deepEqual([run.verdict, exitCodeOf({ version: 1, run, rules })], ['inconclusive', 2]);
    assert.deepEqual(run.shards, { of: 4, missing: [3] });
    const lost = rules.flatMap((rule) => rule.tests).filter(({ error }) => error === 'shard 3 of 4 is missing');
    assert.ok(lost.length > 0);
    assert.equal(
      Object.values(run.tests).reduce((sum, count) => sum + count, 0),
      tests.length,
    );
  }
});

test('a killed shard counts as missing', (t) => {
  const folder = fresh(t);
  writeShards(folder, 2, onlyGood(), { 2: { part: { ended: false } } });
  assert.deepEqual(merged(folder).run.shards, { of: 2, missing: [2] });
});

test('messages of shards are reported once, with the shard unless all of them report it', (t) => {
  const folder = fresh(t);
  const common = { errors: ['a stray deviation'], leftBehind: ['callback 7 is not deleted'] };
  writeShards(folder, 2, onlyGood(), {
    1: { run: { ...common, durationMs: 5_000, outage: 'it was silent' } },
    2: {
      run: {
        ...common,
        errors: ['a stray deviation', 'no browser'],
        startedAt: new Date(1_700_000_100_000).toISOString(),
      },
    },
  });
  const { run } = merged(folder);
  assert.deepEqual(run.errors, ['a stray deviation', 'shard 2: no browser']);
  assert.deepEqual(run.leftBehind, ['callback 7 is not deleted']);
  assert.equal(run.outage, 'shard 1: it was silent');
  assert.deepEqual([run.startedAt, run.durationMs], [new Date(1_700_000_000_000).toISOString(), 160_000]);
});

test('an interrupted shard interrupts the run', (t) => {
  const folder = fresh(t);
  writeShards(folder, 2, onlyGood(), { 2: { run: { interrupted: true } } });
  const { run } = merged(folder);
  assert.deepEqual([run.interrupted, run.verdict], [true, 'inconclusive']);
});

test('shards of different runs are refused, naming the shards and the reason', (t) => {
  const refused = (changes: Readonly<Record<number, Change>>, reason: RegExp): void => {
    const folder = fresh(t);
    writeShards(folder, 3, onlyGood(), changes);
    assert.throws(() => merged(folder), { name: 'Error', message: reason });
  };
  refused(
    { 2: { part: { settings: { CURRENCY: 'ab12' } } } },
    /shard 2 of 3 \(.*\) ran with other settings .*: CURRENCY/,
  );
  refused({ 2: { part: { suite: 'x' } } }, /shard 2 of 3 .* another version of the suite than shard 1 of 3/);
  refused({ 3: { part: { run: '8' } } }, /shard 3 of 3 .* is of run 8, not of run 7/);
  refused({ 3: { part: { profile: 'smoke' } } }, /is a smoke run, shard 1 of 3 \(.*\) a nightly run/);
  refused({ 3: { part: { limits: ['--project=api'] } } }, /was started with "--project=api"/);
  refused({ 3: { part: { tests: [] }, run: {} } }, /other tests than planned for shard 3 of 3/);
  refused({ 2: { loses: true } }, /results.json has other tests than planned for shard 2 of 3/);
  const all = { part: { suite: 'x' } };
  refused({ 1: all, 2: all, 3: all }, /this clone is of another version/);
  const old = { part: { run: null, begun: '2026-01-01T00:00:00.000Z' } };
  refused(
    { 1: old, 2: { part: { run: null } }, 3: { part: { run: null } } },
    /which is unlikely for one run; .*SHARD_RUN/,
  );
});

test('shards that were divided by other durations are refused', (t) => {
  const folder = fresh(t);
  const [, second = ''] = writeShards(folder, 2, onlyGood());
  const part = JSON.parse(readFileSync(path(second, 'part.json'), 'utf8'));
  part.tests.find(({ shard }: { shard: number }) => shard === 1).line += 1;
  writeFileSync(path(second, 'part.json'), JSON.stringify(part));
  assert.throws(() => merged(folder), /were divided differently; durations\/sandbox.json has to be the same for all/);
});

test('a duplicate shard is refused, naming both folders; a folder that is given twice counts once', (t) => {
  const folder = fresh(t);
  const [first = '', second = ''] = writeShards(folder, 2, onlyGood());
  assert.equal(merged(folder, first, second).run.verdict, 'conforming');
  cpSync(first, path(folder, 'again', 'deep'), { recursive: true });
  assert.throws(() => merged(folder), /shard 1 of 2 is given twice, in .*1-of-2 and in .*deep; leave one of them out/);
});

test('shards of runs that were divided differently are refused', (t) => {
  const folder = fresh(t);
  writeShards(folder, 2, onlyGood());
  writeShards(folder, 3, onlyGood());
  assert.throws(() => merged(folder), /are of runs that were divided differently/);
});

test('a missing or damaged shard is reported with the remedy', (t) => {
  const folder = fresh(t);
  assert.throws(() => merged(folder), /No shard was found in .*npm start -- --shard=1\/3/);
  assert.throws(() => merged(path(folder, 'nowhere')), /nowhere cannot be read \(ENOENT\)/);
  const [first = ''] = writeShards(folder, 2, onlyGood());
  mkdirSync(dirname(first), { recursive: true });
  writeFileSync(path(first, 'part.json'), '{"version":');
  assert.throws(() => merged(folder), /part.json is damaged or of another version of the suite. Run that shard again/);
});

test('a link in the folder of a shard is refused', (t) => {
  const folder = fresh(t);
  const [first = ''] = writeShards(folder, 2);
  mkdirSync(path(first, 'allure-results'));
  symlinkSync('/etc/hostname', path(first, 'allure-results', 'a-attachment.txt'));
  assert.throws(() => collect([folder]), /a-attachment\.txt is a link/);
});

test('an attachment that names a file elsewhere is refused', (t) => {
  const folder = fresh(t);
  for (const source of ['../../.env', '/etc/hostname', '..', 'a\\b', '']) {
    writeFileSync(
      path(folder, 'a-result.json'),
      JSON.stringify({ attachments: [{ name: 'x', type: 'text/plain', source }] }),
    );
    assert.throws(() => attemptsIn(folder), /names an attachment outside of its folder/, source);
  }
});
