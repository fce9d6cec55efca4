import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../fixtures/tests/run-specs.ts';
import { deviationsFor, knownDeviationOf, readKnownDeviations } from '../../helpers/deviations/known-deviations.ts';
import { check, resultsOf } from '../tests/sample-results.ts';
import { compareRuns, formatComparison, isRegression } from './compare-runs.ts';
import { questionsOf } from './open-questions.ts';
import { accepted, driftOf, observationsOf, readPins, writePins } from './pinned-observations.ts';

const observed = (name: string, words: string) =>
  check('wallets.limit-effect', name, { verdict: 'observed', observed: words });

test('observations are pinned by case, and only what a run judged can differ', (t) => {
  const file = join(temporaryFolder(t), 'observations/staging.json');
  assert.equal(readPins(file), undefined);
  writePins(file, 'staging', observationsOf(resultsOf([observed('one', 'cuts'), observed('two', 'ignores')])));
  const pins = readPins(file) ?? {};
  assert.deepEqual(pins, { 'wallets.limit-effect': { one: 'cuts', two: 'ignores' } });
  const later = resultsOf([observed('one', 'refuses'), observed('three', 'cuts')]);
  const drift = driftOf(later, pins);
  assert.deepEqual(
    drift.map((one) => [one.case, one.before, one.after]),
    [
      ['one', 'cuts', 'refuses'],
      ['three', null, 'cuts'],
      ['two', 'ignores', null],
    ],
  );
  assert.deepEqual(accepted(pins, drift), { 'wallets.limit-effect': { one: 'refuses', three: 'cuts' } });
  assert.deepEqual(accepted(pins, drift, ['balance.body']), pins);
  const unjudged = resultsOf([check('wallets.limit-effect', 'one', { verdict: 'not-tested' })]);
  assert.deepEqual(driftOf(unjudged, pins), []);
  const untold = resultsOf([
    observed('one', 'cuts'),
    check('wallets.limit-effect', 'two', { verdict: 'not-applicable' }),
  ]);
  assert.deepEqual(driftOf(untold, pins), []);
  assert.equal(driftOf({ ...later, run: { ...later.run, partial: true } }, pins).length, 2);
});

test('pins that cannot be used are named, with what to do', (t) => {
  const file = join(temporaryFolder(t), 'staging.json');
  for (const [text, problem] of [
    ['{', /staging\.json is not valid JSON: [^\n]+\nRestore it/],
    ['{"version":3,"target":"x","rules":{}}', / {2}- version: [^\n]+\nRestore it from version control/],
  ] as const) {
    writeFileSync(file, text);
    assert.throws(() => readPins(file), problem);
  }
});

test('questions quote observations as code, and group targets that agree', () => {
  const seen = (target: string, words: string) => ({ target, observed: { 'wallets.limit-effect': { one: words } } });
  const text = questionsOf([seen('a', 'cuts'), seen('b', 'cuts'), seen('c', '<b>`x`</b>')]);
  assert.match(text, /Seen on a, b:\n {5,}- `one: cuts`/);
  assert.match(text, /Seen on c:\n {5,}- ``one: <b>`x`<\/b>``/);
});

test('a comparison of runs says what is worse and what is better', () => {
  const before = resultsOf([
    check('wallets.list', 'one'),
    check('wallets.message', 'one', { verdict: 'fail' }),
    check('wallets.result', 'one'),
    check('wallets.balance', 'one', { verdict: 'known' }),
    observed('one', 'cuts'),
  ]);
  const after = resultsOf([
    check('wallets.list', 'one', { verdict: 'fail', differences: [{ field: 'a', expected: '1', received: '2' }] }),
    check('wallets.message', 'one'),
    check('wallets.result', 'one', { verdict: 'environment' }),
    check('wallets.balance', 'one', { verdict: 'fail' }),
    check('wallets.currency', 'one'),
    observed('one', 'ignores'),
  ]);
  const comparison = compareRuns(before, after);
  const { cases, ...rules } = comparison;
  assert.equal(cases.length, 2);
  assert.deepEqual(rules, {
    broken: ['wallets.list'],
    stillBroken: ['wallets.balance'],
    fixed: ['wallets.message'],
    notJudged: ['wallets.result'],
    judgedAgain: [],
    added: ['wallets.currency'],
    removed: [],
    observedDifferently: ['wallets.limit-effect'],
  });
  assert.ok(isRegression(comparison));
  assert.match(formatComparison(comparison), /Newly broken: 1 rule\n {2}wallets\.list\n {4}\+ one: a: 2, expected 1/);
  assert.ok(!isRegression(compareRuns(before, before)));
  assert.deepEqual(compareRuns(before, { ...after, run: { ...after.run, partial: true } }).added, []);
});

const entry = {
  rule: 'wallets.list',
  cases: ['first'],
  target: 'Staging.example.com:8443',
  differences: [
    { field: 'b', expected: '1', received: '2' },
    { field: 'a', expected: '1', received: '2' },
  ],
  owner: 'payments',
  ticket: 'PAY-1',
  expires: '2027-01-31',
  reason: 'soon',
};

test('a known deviation covers one rule, target, case and way to fail, until its last day', () => {
  const failure = { rule: 'wallets.list', case: 'first', differences: entry.differences.toReversed() };
  const covers = (more: object, today = '2027-01-31') =>
    knownDeviationOf(deviationsFor([entry], 'staging.example.com:8443'), { ...failure, ...more }, today)?.ticket;
  assert.equal(covers({}), 'PAY-1');
  assert.equal(covers({ rule: 'wallets.message' }), undefined);
  assert.equal(covers({ case: 'second' }), undefined);
  assert.equal(covers({ differences: [entry.differences[0]] }), undefined);
  assert.equal(covers({ differences: [...entry.differences, { field: 'c', expected: '', received: '' }] }), undefined);
  assert.equal(covers({}, '2027-02-01'), undefined);
  assert.deepEqual(deviationsFor([entry], 'staging.example.com'), []);
});

test('a wrong list of known deviations is refused, each entry with what to write', (t) => {
  const file = join(temporaryFolder(t), 'known-deviations.json');
  const refusal = (content: unknown): string => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    try {
      return JSON.stringify(readKnownDeviations(file));
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(refusal([entry]), JSON.stringify([entry]));
  assert.match(refusal('['), /not valid JSON/);
  assert.match(
    refusal([entry, { ...entry, rule: 'wallets.limit-effect' }]),
    /entry 2, rule: there is no such must rule/,
  );
  assert.match(refusal([{ ...entry, expires: 'soon' }]), /entry 1, expires: write a date, for example/);
  assert.match(
    refusal([{ ...entry, differences: [] }]),
    /differences: copy the differences from reports\/results\.json/,
  );
  assert.match(refusal(Array.from({ length: 51 }, () => entry)), /list at most 50/);
});
