import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results, RuleResult } from '../../results/results-schema.ts';
import type { Verdict } from '../../results/judgement/verdict.ts';
import { compare, isRegression, isUnchanged } from './comparison.ts';
import { quantile } from './durations.ts';
import { inOneLine, printed } from './printed.ts';

const rule = (id: string, verdict: Verdict, more: Partial<RuleResult> = {}): RuleResult => ({
  id,
  level: 'must',
  sections: ['4.1'],
  sentence: `the sentence of ${id}`,
  verdict,
  reason: null,
  observed: [],
  tests: [
    {
      title: id,
      file: 'a.spec.ts',
      line: 1,
      project: 'api',
      verdict,
      durationMs: 10,
      error: verdict === 'fail' ? 'x' : null,
    },
  ],
  ...more,
});

const results = (rules: RuleResult[], partial = false): Results =>
  ({ version: 1, run: { target: 'staging', host: 'h', startedAt: '2026-01-02T03:04:05Z', partial }, rules }) as Results;

test('a partial run does not mark a rule as fixed when other tests of the rule failed before', () => {
  const [one] = rule('a.rule', 'pass').tests;
  const before = results([rule('a.rule', 'fail', { tests: [one!, { ...one!, title: 'another', verdict: 'fail' }] })]);
  const after = rule('a.rule', 'pass');
  assert.deepEqual(compare(before, results([after], true)).fixed, []);
  assert.equal(compare(before, results([after])).fixed.length, 1);
  assert.equal(compare(results([rule('a.rule', 'pass')]), results([rule('a.rule', 'fail')], true)).broken.length, 1);
});

test('each rule is listed once, under the change of its verdict', () => {
  const before = results([
    rule('a.broke', 'pass'),
    rule('a.still', 'fail'),
    rule('a.fixed', 'fail'),
    rule('a.lost', 'pass'),
    rule('a.again', 'environment'),
    rule('a.same', 'pass'),
    rule('a.gone', 'pass'),
    rule('a.open', 'not-tested'),
  ]);
  const after = results([
    rule('a.broke', 'fail'),
    rule('a.still', 'fail'),
    rule('a.fixed', 'pass'),
    rule('a.lost', 'environment'),
    rule('a.again', 'pass'),
    rule('a.same', 'pass'),
    rule('a.open', 'fail'),
    rule('a.new', 'pass'),
  ]);
  const found = compare(before, after);
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  assert.deepEqual(ids(found.broken), ['a.broke', 'a.open']);
  assert.deepEqual(ids(found.stillBroken), ['a.still']);
  assert.deepEqual(ids(found.fixed), ['a.fixed']);
  assert.deepEqual(ids(found.newlyNotTested), ['a.lost']);
  assert.deepEqual(ids(found.judgedAgain), ['a.again']);
  assert.deepEqual([found.added, found.removed], [['a.new'], ['a.gone']]);
  assert.ok(isRegression(found));
  assert.equal(
    inOneLine(found),
    '2 broken · 1 still broken · 1 no longer tested · 1 removed · 1 fixed · 1 tested again · 1 new',
  );
  assert.match(
    printed(found),
    /Broken since then: 2\n {2}a\.broke {2}pass → fail\n {4}the sentence of a\.broke\n {4}x/,
  );
});

test('a known deviation counts as broken', () => {
  const before = results([rule('a.listed', 'fail'), rule('a.known', 'known'), rule('a.worse', 'known')]);
  const after = results([rule('a.listed', 'known'), rule('a.known', 'pass'), rule('a.worse', 'fail')]);
  const { stillBroken, fixed, broken } = compare(before, after);
  assert.deepEqual(
    [stillBroken, fixed, broken].map(([one]) => one?.id),
    ['a.listed', 'a.known', 'a.worse'],
  );
});

test('rules missing from a partial run are not removed, and two equal runs do not differ', () => {
  const whole = results([rule('a.one', 'pass'), rule('a.two', 'fail')]);
  const part = results([rule('a.one', 'pass')], true);
  assert.deepEqual(compare(whole, part).removed, []);
  assert.ok(!isRegression(compare(whole, part)));
  assert.ok(isUnchanged(compare(whole, whole)));
  assert.ok(!isRegression(compare(whole, whole)), 'a rule that was broken before is no regression');
});

test('a changed observation is shown with removed and added values', () => {
  const seen = (...observed: string[]) => results([rule('a.open', 'observed', { level: 'observe', observed })]);
  const found = compare(seen('HTTP 404', 'JSON'), seen('HTTP 410', 'JSON'));
  assert.match(printed(found), /a\.open {2}the sentence of a\.open\n {4}- HTTP 404\n {4}\+ HTTP 410\n/);
  assert.deepEqual(compare(seen('HTTP 404'), seen()).observations, [], 'a rule that was not exercised has not changed');
});

test('an endpoint is slower when most of its tests are slower by more than noise', () => {
  const run = (ms: (index: number) => number) =>
    results(
      [0, 1, 2, 3, 4, 5, 6, 7].map((index) =>
        rule(`txn.rule-${index}`, 'pass', {
          tests: [
            { title: 't', file: 'a', line: 1, project: 'api', verdict: 'pass', durationMs: ms(index), error: null },
          ],
        }),
      ),
    );
  const [slow] = compare(
    run(() => 40),
    run(() => 90),
  ).slower;
  assert.equal(slow?.endpoint, 'POST /v1/transactions');
  assert.equal(slow?.ratio, 2.25);
  assert.deepEqual(
    compare(
      run(() => 40),
      run((index) => (index < 2 ? 900 : 41)),
    ).slower,
    [],
    'two outliers',
  );
  assert.deepEqual(
    compare(
      run(() => 4),
      run(() => 9),
    ).slower,
    [],
    'a few milliseconds',
  );
  assert.equal(quantile([1, 2, 3, 4], 0.5), 2.5);
});
