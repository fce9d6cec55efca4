import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { buildResults } from '../../results/judgement/build-results.ts';
import { judged } from '../../results/judgement/tests/judged-test.ts';
import { runInput } from '../../results/judgement/tests/run-input.ts';
import { targetName } from '../../results/target-name.ts';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import { firstFiles } from './first-files.ts';
import { History } from '../../baselines/history/history.ts';

const [amount, wallets, version, later] = ['4.1-a', '4.3-b', '9-c', '5-d'].map(
  (name) => `tests/api/${name}.spec.ts`,
) as [string, string, string, string];
const rows = (sentence: string): string =>
  `export const some = {\n  'txn.amount-type': must('4.1', '${sentence}'),\n  'wallets.list': must(\n    '4.3',\n    'the same',\n  ),\n};\n`;

/** A suite with one commit and two kept runs: wallets failed in the older run, version in the newer one. */
const suite = (t: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'since-'));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  for (const file of [amount, wallets, version]) write(file, '');
  write('interface/rules/subjects/some.ts', rows('a first sentence'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'a');
  const history = new History(root, assert.fail);
  for (const [day, bad] of [
    ['20', wallets],
    ['21', version],
  ]) {
    const run = runInput({ startedAt: `2026-11-${day}T02:00:00.000Z`, commit: git('rev-parse', 'HEAD') });
    const of = (rule: RuleId, file: string) => judged(rule, file === bad ? 'fail' : 'pass', { file });
    const results = buildResults(run, [
      of('txn.amount-type', amount),
      of('wallets.list', wallets),
      of('version.path', version),
    ]);
    history.keep(results, JSON.stringify(results));
  }
  const first = (since: string): string[] => firstFiles(since, root, history, targetName(runInput())).files;
  return { write, git, first };
};

test('with a run as --since, the files that failed in it or later, or changed since, come first', (t) => {
  const { write, first } = suite(t);
  assert.deepEqual(first('2026-11-20'), [wallets, version]);
  assert.deepEqual(first('2026-11-21T02:00'), [version]);
  assert.deepEqual(first('2026-11-21T02-00-00.000Z.json'), [version]);
  assert.deepEqual(first('last'), [version]);
  write(later, 'new');
  assert.deepEqual(first('last'), [later, version]);
});

test('with a commit as --since, the files that changed since or failed in the last run come first', (t) => {
  const { write, git, first } = suite(t);
  assert.deepEqual(first('HEAD'), [version]);
  write('interface/rules/subjects/some.ts', rows('another sentence'));
  assert.deepEqual(first('HEAD'), [amount, version], 'the spec of a rule whose row changed');
  write(wallets, 'changed');
  git('commit', '--quiet', '-am', 'b');
  assert.deepEqual(first('HEAD'), [version]);
  assert.deepEqual(first('HEAD~1'), [amount, wallets, version]);
});

test('a --since that is neither a commit nor a run is refused, and the error lists the kept runs', (t) => {
  const { first } = suite(t);
  for (const wrong of ['2026-11-19', 'no-such-branch', '--output=x', 'a; rm -rf b', ''])
    assert.throws(
      () => first(wrong),
      /is neither a commit of the suite, nor .*: 2026-11-21T02:00:00\.000Z, 2026-11-20/,
    );
});
