import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportedKind, type FailureKind } from '../../../helpers/errors/failure-kind.ts';
import { judgeTest, type Attempt } from './judge-test.ts';

type Failure = Attempt['errors'][number];

const attempt = (status: Attempt['status'], ...errors: Failure[]): Attempt => ({
  status,
  duration: 1.4,
  errors,
  annotations: [],
});
const failure = (kind: FailureKind, message: string): Failure => ({ message, cause: reportedKind(kind) });
const text = 'Error: expect(reply).toRefuse()\n\nExpected: HTTP 400';
const assertion = failure('assertion', text);
const networkFailure = failure('environment', 'EnvironmentFault: GET /v1/wallets/list got no complete answer (reset)');

test('a passing test is a pass, or an observation for a rule of level observe', () => {
  assert.equal(judgeTest('must', [attempt('passed')]).verdict, 'pass');
  const observed = judgeTest('observe', [
    { ...attempt('passed'), annotations: [{ type: 'observed', description: 'HTTP 404' }, { type: 'other' }] },
  ]);
  assert.equal(observed.verdict, 'observed');
  assert.deepEqual(observed.observed, ['HTTP 404']);
});

test('a failed assertion breaks a must rule, and is a fault of the suite for an observe rule', () => {
  const { verdict, error } = judgeTest('must', [attempt('failed', assertion)]);
  assert.equal(verdict, 'fail');
  assert.equal(error, text);
  assert.equal(judgeTest('observe', [attempt('failed', assertion)]).verdict, 'harness');
});

test('the worst of several errors decides the verdict and is shown', () => {
  const { verdict, error } = judgeTest('must', [
    attempt('failed', { message: 'TypeError: x' }, assertion, networkFailure),
  ]);
  assert.equal(verdict, 'fail');
  assert.equal(error, text);
});

test('the text of a failure does not influence the verdict', () => {
  const said = [
    'NotTested: set CALLBACK_ID',
    'Error: NotTested: set CALLBACK_ID',
    'EnvironmentFault: refused',
    'Error: page.goto: net::ERR_CONNECTION_RESET at http://127.0.0.1/',
    'Test timeout of 90000ms exceeded.',
    'Error: locator.click: Target page, context or browser has been closed',
    'Error: worker process exited unexpectedly (code=1, signal=null)',
    '',
  ];
  for (const message of said) {
    assert.equal(judgeTest('must', [attempt('failed', failure('assertion', message))]).verdict, 'fail', message);
  }
  assert.equal(judgeTest('must', [attempt('failed', { message: text })]).verdict, 'harness');
  assert.equal(judgeTest('must', [attempt('failed', { value: text })]).verdict, 'harness');
  assert.equal(judgeTest('must', [attempt('failed', failure('not-tested', text))]).verdict, 'not-tested');
  assert.equal(judgeTest('must', [attempt('failed', failure('environment', text))]).verdict, 'environment');
});

test('a broken payment page breaks a must rule, and leaves an observe rule not tested', () => {
  const broken = attempt('failed', failure('payment-page', text));
  assert.equal(judgeTest('must', [broken]).verdict, 'fail');
  assert.equal(judgeTest('observe', [broken]).verdict, 'not-tested');
});

test('a timeout is a fault of the suite unless an assertion failed as well', () => {
  const timeout = { message: '\u001b[31mTest timeout of 90000ms exceeded.\u001b[39m' };
  assert.equal(judgeTest('must', [attempt('timedOut', timeout)]).verdict, 'harness');
  assert.equal(judgeTest('must', [attempt('timedOut', timeout)]).error, 'Test timeout of 90000ms exceeded.');
  assert.equal(judgeTest('must', [attempt('timedOut', timeout, assertion)]).verdict, 'fail');
  assert.equal(judgeTest('must', [attempt('timedOut')]).verdict, 'harness');
});

test('a skipped test is not tested, unless the settings declare the capability as absent', () => {
  assert.equal(judgeTest('must', [attempt('skipped')]).verdict, 'not-tested');
  const declared = judgeTest('must', [
    { ...attempt('skipped'), annotations: [{ type: 'not-applicable', description: 'callbacks' }] },
  ]);
  assert.equal(declared.verdict, 'not-applicable');
  assert.equal(declared.notApplicable, 'callbacks');
  assert.equal(declared.error, null);
});

test('a test that did not run or was interrupted is not tested', () => {
  assert.equal(judgeTest('must', []).verdict, 'not-tested');
  assert.equal(judgeTest('must', [attempt('interrupted', assertion)]).verdict, 'not-tested');
});

test('a second attempt decides only after an environment fault', () => {
  const lost = attempt('failed', networkFailure);
  const { verdict, error, attempts } = judgeTest('must', [lost, attempt('passed')]);
  assert.deepEqual([verdict, error], ['pass', null]);
  assert.deepEqual(
    attempts?.map((one) => one.verdict),
    ['environment', 'pass'],
  );
  assert.equal(judgeTest('must', [lost, attempt('failed', assertion)]).verdict, 'fail');
  assert.equal(judgeTest('must', [attempt('failed', assertion), lost]).verdict, 'fail');
  assert.equal(judgeTest('must', [lost, lost]).verdict, 'environment');
  assert.equal(judgeTest('must', [lost]).attempts, undefined);
});

test('a failure during an outage is an environment fault', () => {
  const during = { ...attempt('failed', assertion), startTime: new Date(1000), duration: 500 };
  const outBetween = (begin: number, end: number) => (from: number, to: number) => from <= end && to >= begin;
  const { verdict, error } = judgeTest('must', [during], outBetween(1400, 9000));
  assert.equal(verdict, 'environment');
  assert.match(error ?? '', /was out while the test ran[^]*Expected: HTTP 400/);
  assert.equal(judgeTest('must', [during], outBetween(1600, 9000)).verdict, 'fail');
  const inBrowser = {
    ...during,
    annotations: [{ type: 'environment', description: 'EnvironmentFault: POST was cut' }],
  };
  assert.equal(judgeTest('must', [inBrowser]).verdict, 'environment');
  assert.equal(judgeTest('must', [{ ...inBrowser, status: 'passed', errors: [] }]).verdict, 'pass');
});

test('requests without an answer are kept for every outcome of the test', () => {
  const entry = { at: new Date(0).toISOString(), request: 'GET /x', kind: 'reset', said: 'ECONNRESET', waitMs: 200 };
  const body = Buffer.from(JSON.stringify([entry]));
  const attachments = [
    { name: 'environment timeline', body },
    { name: 'curl.sh', body: Buffer.from('curl') },
  ];
  assert.deepEqual(judgeTest('must', [{ ...attempt('passed'), attachments }]).timeline, [entry]);
  assert.equal(judgeTest('must', [attempt('passed')]).timeline, undefined);
});

test('a passing repetition does not hide a failure', () => {
  assert.equal(judgeTest('must', [attempt('failed', assertion), attempt('passed')]).verdict, 'fail');
  assert.equal(judgeTest('must', [attempt('passed'), attempt('passed')]).durationMs, 3);
});
