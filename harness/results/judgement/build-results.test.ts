import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasTests } from '../../../interface/rules/levels.ts';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import type { Verdict } from './verdict.ts';
import { exitCodeOf } from '../exit-code.ts';
import { buildResults, type JudgedTest, type RunInput } from './build-results.ts';
import { judged } from './tests/judged-test.ts';
import { runInput } from './tests/run-input.ts';

const run = runInput({ target: 'sandbox', host: '127.0.0.1:4000' });

/** A complete run in which every rule passed. */
const allPassed = (Object.keys(catalogue) as RuleId[])
  .filter((id) => hasTests(catalogue[id].level))
  .map((id) => judged(id, catalogue[id].level === 'observe' ? 'observed' : 'pass'));

const but = (rule: RuleId, verdict: Verdict): JudgedTest[] =>
  allPassed.map((one) => (one.rule === rule ? judged(rule, verdict) : one));

test('a complete run lists all rules but manual reviews, and excluded rules with their reason', () => {
  const { run: facts, rules } = buildResults(run, allPassed);
  assert.equal(facts.verdict, 'conforming');
  assert.deepEqual(
    rules.map((rule) => rule.id),
    Object.keys(catalogue).filter((id) => catalogue[id as RuleId].level !== 'review'),
  );
  for (const rule of rules.filter(({ level }) => level === 'excluded')) {
    assert.equal(rule.verdict, 'excluded');
    assert.ok(rule.reason);
  }
});

test('callbacks left behind make a conforming run inconclusive, and do not change a non-conforming one', () => {
  const leftBehind = ['callback cb1 is not deleted'];
  const left = buildResults({ ...run, leftBehind }, allPassed);
  assert.equal(left.run.verdict, 'inconclusive');
  assert.equal(exitCodeOf(left), 2);
  const broken = buildResults({ ...run, leftBehind }, but('txn.number-leading-zero', 'fail'));
  assert.equal(broken.run.verdict, 'non-conforming');
  assert.equal(exitCodeOf(broken), 1);
});

test('a rule without a test is not tested, and makes a complete run inconclusive', () => {
  const { run: facts, rules } = buildResults(run, allPassed.slice(1));
  assert.equal(facts.verdict, 'inconclusive');
  assert.deepEqual(
    rules.filter((rule) => rule.verdict === 'not-tested').map((rule) => rule.id),
    [allPassed[0]?.rule],
  );
});

test('a partial run lists and judges only selected rules', () => {
  const { run: facts, rules } = buildResults({ ...run, partial: true, limitedBy: ['--grep x'] }, [
    judged('txn.amount-type', 'pass'),
  ]);
  assert.equal(facts.verdict, 'conforming');
  assert.deepEqual(
    rules.map((rule) => rule.id),
    ['txn.amount-type'],
  );
});

test('observations are sorted and unique', () => {
  const tests = [['b', 'a'], ['b']].map((observed) => judged('version.elsewhere', 'observed', { observed }));
  const [rule] = buildResults({ ...run, partial: true }, tests).rules;
  assert.deepEqual(rule?.observed, ['a', 'b']);
  assert.equal(rule?.tests.length, 2);
});

test('counts are correct in total and by main section', () => {
  const { run: facts, rules } = buildResults(run, but('txn.amount-type', 'fail'));
  const sum = (name: Verdict) => facts.sections.reduce((all, section) => all + section.rules[name], 0);
  for (const name of ['pass', 'fail', 'observed', 'excluded'] as const) {
    assert.equal(sum(name), facts.rules[name], name);
    assert.equal(rules.filter((rule) => rule.verdict === name).length, facts.rules[name], name);
  }
  assert.equal(facts.sections.find(({ section }) => section === '4.1')?.rules.fail, 1);
  const order = facts.sections.map(({ section }) => section);
  assert.ok(order.indexOf('2.4') < order.indexOf('4') && order.indexOf('4') < order.indexOf('4.1'));
});

test('a rule without judgement has a reason', () => {
  const reasons = (verdict: Verdict, more: Partial<JudgedTest>) =>
    buildResults({ ...run, partial: true }, [judged('txn.amount-type', verdict, more)]).rules[0]?.reason;
  assert.equal(reasons('environment', { error: 'EnvironmentFault: refused\n  at x' }), 'EnvironmentFault: refused');
  assert.match(reasons('not-applicable', { notApplicable: 'operator-a' }) ?? '', /operator-a$/);
  assert.equal(reasons('pass', {}), null);
  assert.equal(reasons('fail', { error: 'Error: expect' }), null);
});

test('an interruption or a fault of the suite makes a run inconclusive, even with broken rules', () => {
  const broken = but('txn.amount-type', 'fail');
  assert.equal(buildResults(run, broken).run.verdict, 'non-conforming');
  assert.equal(buildResults({ ...run, interrupted: true }, broken).run.verdict, 'inconclusive');
  assert.equal(buildResults({ ...run, errors: ['a spec does not load'] }, broken).run.verdict, 'inconclusive');
});

test('the exit code follows from the results', () => {
  const code = (tests: JudgedTest[], more: Partial<RunInput> = {}) =>
    exitCodeOf(buildResults({ ...run, ...more }, tests));
  assert.equal(code(allPassed), 0);
  assert.equal(code(but('txn.amount-type', 'fail')), 1);
  assert.equal(code(but('txn.amount-type', 'environment')), 2);
  assert.equal(code(but('txn.amount-type', 'not-tested')), 2);
  assert.equal(code(but('txn.amount-type', 'harness')), 3);
  assert.equal(code(allPassed, { errors: ['no'] }), 3);
  assert.equal(code(allPassed, { interrupted: true, errors: ['no'] }), 2);
});
