import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeTest, type Attempt } from '../../results/judgement/judge-test.ts';
import { reportedKind } from '../../../helpers/errors/failure-kind.ts';
import { worst } from '../../results/judgement/verdict.ts';
import { daysLeft, Deviations } from './deviations.ts';
import type { KnownDeviation } from './known-deviations.ts';

const rule = 'txn.amount-required';
const failure = (...findings: string[]): string =>
  [
    'Error: expect(reply).toRefuse()',
    '',
    'Expected: HTTP 400',
    'Received: HTTP 200 {"id":"1"}',
    ...findings.map((one) => `  - ${one}`),
  ].join('\n');
const status = 'the HTTP status is 200, not 400';
type Failure = Attempt['errors'][number];
const attempt = (outcome: Attempt['status'], ...errors: (string | Failure)[]): Attempt => ({
  status: outcome,
  duration: 1,
  errors: errors.map((one) => (typeof one === 'string' ? { message: one, cause: reportedKind('assertion') } : one)),
  annotations: [],
});

const listed = (more: Partial<KnownDeviation> = {}, today = '2026-11-21'): Deviations =>
  new Deviations(
    [
      {
        rule,
        target: 'staging.example.com',
        fails: { error: status },
        owner: 'payments-core',
        ticket: 'PAY-1',
        expires: '2026-11-21',
        reason: 'is being worked on',
        ...more,
      },
    ],
    { target: 'staging', host: 'staging.example.com' },
    today,
    'known-deviations.json',
  );

/** The judgement of a test, as the reporter requests it. */
const judge = (deviations: Deviations, attempts: Attempt[], title = 'refused · operator A') => {
  const isKnown = (error: string): boolean => deviations.isKnown(rule, title, error);
  return deviations.withAdvice(rule, title, judgeTest('must', attempts, undefined, isKnown));
};

test('a failure that matches its entry is known, up to and including the last day', () => {
  const { verdict, error } = judge(listed(), [attempt('failed', failure(status))]);
  assert.equal(verdict, 'known');
  assert.equal(error, failure(status));
  assert.equal(
    judge(listed({ fails: { error: ['HTTP 400', status] } }), [attempt('failed', failure(status))]).verdict,
    'known',
  );
});

test('an entry for another target covers nothing', () => {
  assert.equal(judge(listed({ target: 'other.example.com' }), [attempt('failed', failure(status))]).verdict, 'fail');
  assert.equal(listed({ target: 'other.example.com' }).of(rule), undefined);
});

test('a test fails on another failure, or another finding in addition to the known one', () => {
  for (const text of [failure('result is "success", not "error"'), failure(status, 'the key stands in the answer')]) {
    const { verdict, error } = judge(listed(), [attempt('failed', text)]);
    assert.equal(verdict, 'fail');
    assert.match(
      error ?? '',
      /^Fails in another way than the known deviation PAY-1 describes\. Fix it, or have payments-core/,
    );
    assert.ok(error?.endsWith(text));
  }
});

test('a failing test that the entry does not name fails, and so does a named test that passes', () => {
  const some = listed({ fails: { error: status, tests: ['operator A'] } });
  assert.equal(judge(some, [attempt('failed', failure(status))]).verdict, 'known');
  assert.equal(judge(some, [attempt('passed')], 'refused · operator B').verdict, 'pass');
  const unnamed = judge(some, [attempt('failed', failure(status))], 'refused · operator B');
  assert.match(unnamed.error ?? '', /^Not covered by the known deviation PAY-1/);
  const again = judge(some, [attempt('passed')]);
  assert.equal(again.verdict, 'fail');
  assert.match(again.error ?? '', /^Passes again, .* Remove the entry from known-deviations\.json, or this test from/);
  assert.match(judge(listed(), [attempt('passed')]).error ?? '', /or name in fails\.tests what fails\.$/);
});

test('an expired entry covers nothing, and the error says so', () => {
  const { verdict, error } = judge(listed({}, '2026-11-22'), [attempt('failed', failure(status))]);
  assert.equal(verdict, 'fail');
  assert.match(
    error ?? '',
    /^Fails as described, but the known deviation PAY-1 expired on 2026-11-21\. Fix it and remove/,
  );
});

test('tests without judgement stay unchanged', () => {
  for (const kind of ['not-tested', 'environment'] as const) {
    assert.equal(judge(listed(), [attempt('failed', { message: status, cause: reportedKind(kind) })]).verdict, kind);
  }
  assert.equal(judge(listed(), [attempt('failed', { message: status })]).verdict, 'harness');
  assert.equal(judge(listed(), []).verdict, 'not-tested');
  assert.equal(
    judge(listed(), [attempt('failed', failure(status), { message: 'TypeError: x' })]).verdict,
    'harness',
    'beside a known one',
  );
  assert.equal(worst(['known', 'environment']), 'environment');
});

test('a known failure during an outage of the target is not judged', () => {
  const deviations = listed();
  const isKnown = (error: string): boolean => deviations.isKnown(rule, 'x', error);
  const judged = judgeTest(
    'must',
    [{ ...attempt('failed', failure(status)), startTime: new Date() }],
    () => true,
    isKnown,
  );
  assert.equal(judged.verdict, 'environment');
});

test('an entry about a test that does not exist is reported', () => {
  const stray = listed({ fails: { error: status, tests: ['operator A', 'operator D'] } });
  const tests = [{ rule, title: 'refused · operator A' }] as const;
  assert.match(
    stray.unknownTests(tests).join(),
    /^known-deviations\.json: txn\.amount-required has no test with "operator D"/,
  );
  assert.deepEqual(listed().unknownTests(tests), []);
});

test('days left are calendar days', () => {
  assert.equal(daysLeft({ expires: '2026-11-21' }, '2026-11-21T23:59:00Z'), 0);
  assert.equal(daysLeft({ expires: '2026-12-01' }, '2026-11-21T00:00:00Z'), 10);
  assert.equal(daysLeft({ expires: '2026-11-20' }, '2026-11-21T00:00:00Z'), -1);
});
