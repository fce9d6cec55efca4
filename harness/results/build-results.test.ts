import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { check, ended, resultsOf, run } from '../tests/sample-results.ts';
import { buildResults, goneCases, passingAgain } from './build-results.ts';
import { warningsOf } from './text.ts';
import { exitCodeOf } from './exit-code.ts';
import { resultsJsonSchema, resultsSchema } from './results-schema.ts';

const deviation = {
  rule: 'wallets.list',
  target: 'sandbox',
  differences: [{ field: 'wallets', expected: 'a list', received: 'an object' }],
  owner: 'payments',
  ticket: 'PAY-7',
  expires: '2999-12-31',
  reason: 'soon',
};

test('a rule has the worst verdict of its cases, and a case the worst of the tests that judged it', () => {
  const wrong = { verdict: 'fail', message: 'Expected a list' } as const;
  const [own, other] = [ended('own', [check('wallets.list', 'first'), check('wallets.list', 'second')]), 'other'];
  const results = buildResults(
    run,
    [own, ended(other, [check('wallets.list', 'second', wrong)])],
    new Set(['wallets.list']),
  );
  const [rule] = results.rules;
  assert.equal(rule?.verdict, 'fail');
  assert.deepEqual(
    rule?.cases.map((one) => [one.case, one.verdict, one.message, one.title]),
    [
      ['first', 'pass', null, 'own'],
      ['second', 'fail', 'Expected a list', 'other'],
    ],
  );
  assert.deepEqual(
    rule?.tests.map(({ title, verdict, error }) => [title, verdict, error]),
    [
      ['own', 'pass', null],
      ['other', 'fail', 'Expected a list'],
    ],
  );
  assert.deepEqual(
    [results.run.tests.pass, results.run.tests.fail, results.run.sent],
    [1, 1, { requests: 4, payments: 2, pairs: { covered: 0, of: 0 } }],
  );
  resultsSchema.parse(JSON.parse(JSON.stringify(results)));
});

test('a rule that a test breaks without covering it is listed with that test, whatever was selected', () => {
  const stray = ended('stray', [check('wallets.list', 'each exchange', { verdict: 'fail' })], {
    rules: ['wallets.message'],
  });
  const { rules } = buildResults(run, [stray], new Set(['wallets.message']));
  assert.deepEqual(rules.map(({ id, tests }) => [id, tests.length]).toSorted(), [
    ['wallets.list', 1],
    ['wallets.message', 1],
  ]);
});

test('a rule that nothing judged is not tested, with the reason, and the run is inconclusive', () => {
  const crashed = ended('crashed', [], { rules: ['wallets.list'], record: undefined });
  const skipped = ended('skipped', [], {
    rules: ['wallets.message'],
    record: undefined,
    ended: { verdict: 'not-applicable', message: 'declared absent' },
  });
  const selected = new Set(['wallets.list', 'wallets.message', 'wallets.result', 'wallets.balance']);
  const results = buildResults(run, [crashed, skipped, ended('good', [check('wallets.balance', 'one')])], selected);
  assert.deepEqual(Object.fromEntries(results.rules.map(({ id, verdict, reason }) => [id, [verdict, reason]])), {
    'wallets.result': ['not-tested', 'no test of the rule ran'],
    'wallets.list': ['harness', 'the test ended as failed'],
    'wallets.message': ['not-applicable', 'declared absent'],
    'wallets.balance': ['pass', null],
  });
  assert.equal(results.run.verdict, 'inconclusive');
});

test('a test that breaks off after each of its rules was judged is told, and no run with it conforms', () => {
  const brokenOff = (by: 'harness' | 'not-tested', ...checks: Parameters<typeof ended>[1]) => {
    const whole = ended('broken off', checks);
    const endedBy = { verdict: by, message: 'TypeError: x is undefined' };
    const test = { ...whole, record: whole.record && { ...whole.record, endedBy } };
    return buildResults(run, [test], new Set(['wallets.list'])).run;
  };
  const { verdict, tests, ...facts } = brokenOff('harness', check('wallets.list', 'one'));
  assert.deepEqual([verdict, tests.harness], ['inconclusive', 1]);
  assert.match(warningsOf({ verdict, tests, ...facts }).join(), /broke off.*a\.spec\.ts:12 broken off: TypeError/);
  assert.equal(brokenOff('not-tested', check('wallets.list', 'one')).verdict, 'inconclusive');
  assert.equal(brokenOff('harness', check('wallets.list', 'one', { verdict: 'fail' })).verdict, 'non-conforming');
});

test('a whole run lists every rule of the interface', () => {
  const { rules, run: facts } = buildResults(run, [], undefined);
  assert.ok(rules.length > 300);
  assert.equal(rules.find(({ level }) => level === 'excluded')?.verdict, 'excluded');
  assert.equal(facts.verdict, 'inconclusive');
});

test('the verdict of a run and its exit code', () => {
  const verdictAndCode = (verdict: 'pass' | 'fail' | 'known' | 'observed' | 'not-tested' | 'harness', facts = {}) => {
    const results = resultsOf([check('wallets.list', 'one', { verdict })], facts);
    return [results.run.verdict, exitCodeOf(results)];
  };
  assert.deepEqual(verdictAndCode('pass'), ['conforming', 0]);
  assert.deepEqual(verdictAndCode('known'), ['conforming', 0]);
  assert.deepEqual(verdictAndCode('observed'), ['conforming', 0]);
  assert.deepEqual(verdictAndCode('fail'), ['non-conforming', 1]);
  assert.deepEqual(verdictAndCode('not-tested'), ['inconclusive', 2]);
  assert.deepEqual(verdictAndCode('harness'), ['inconclusive', 3]);
  assert.deepEqual(verdictAndCode('fail', { interrupted: true }), ['inconclusive', 2]);
  assert.deepEqual(verdictAndCode('fail', { errors: ['a spec does not load'] }), ['inconclusive', 3]);
  assert.deepEqual(verdictAndCode('pass', { shards: { of: 2, missing: [2] } }), ['inconclusive', 2]);
  assert.deepEqual(verdictAndCode('pass', { leftBehind: ['a callback'] }), ['inconclusive', 2]);
  assert.deepEqual(verdictAndCode('fail', { leftBehind: ['a callback'] }), ['non-conforming', 1]);
});

test('a known deviation whose cases pass again fails its rule', () => {
  const again = (verdict: 'pass' | 'known' | 'not-tested', cases?: string[]) =>
    passingAgain(
      [{ ...deviation, ...(cases && { cases }) }],
      resultsOf([check('wallets.list', 'first', { verdict }), check('wallets.list', 'second')]),
    ).map(({ rule, verdict: found, message }) => `${rule} ${found}: ${message}`);
  assert.deepEqual(again('known'), []);
  assert.deepEqual(again('not-tested', ['first']), []);
  assert.deepEqual(again('known', ['first']), []);
  assert.match(again('pass')[0] ?? '', /^wallets\.list fail: Passes again.*PAY-7.*remove its entry/);
  assert.equal(again('known', ['second']).length, 1);
});

test('a case that a known deviation lists and no run has is named', () => {
  const found = resultsOf([check('wallets.list', 'first', { verdict: 'known' })]);
  const entry = { ...deviation, cases: ['first', 'renamed'] };
  assert.deepEqual(goneCases([entry], found), ['PAY-7, wallets.list: renamed']);
  assert.deepEqual(
    goneCases([entry, deviation], resultsOf([check('wallets.list', 'x', { verdict: 'not-tested' })])),
    [],
  );
});

test('the committed JSON Schema is that of the results', () => {
  const file = join(__dirname, 'results.schema.json');
  // UPDATE_SCHEMA=1 writes it.
  if (process.env['UPDATE_SCHEMA']) writeFileSync(file, resultsJsonSchema());
  assert.equal(readFileSync(file, 'utf8'), resultsJsonSchema());
});
