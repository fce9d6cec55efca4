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
const lostOnTheWay = failure('environment', 'EnvironmentFault: GET /v1/wallets/list got no complete answer (reset)');

test('a test that passes is a pass, or an observation where the interface is open', () => {
  assert.equal(judgeTest('must', [attempt('passed')]).verdict, 'pass');
  const observed = judgeTest('observe', [
    { ...attempt('passed'), annotations: [{ type: 'observed', description: 'HTTP 404' }, { type: 'other' }] },
  ]);
  assert.equal(observed.verdict, 'observed');
  assert.deepEqual(observed.observed, ['HTTP 404']);
});

test('a failed assertion breaks a must; where the interface is open it is our own fault', () => {
  const { verdict, error } = judgeTest('must', [attempt('failed', assertion)]);
  assert.equal(verdict, 'fail');
  assert.equal(error, text);
  assert.equal(judgeTest('observe', [attempt('failed', assertion)]).verdict, 'harness');
});

test('the worst of several errors decides, and is the one that is shown', () => {
  const { verdict, error } = judgeTest('must', [
    attempt('failed', { message: 'TypeError: x' }, assertion, lostOnTheWay),
  ]);
  assert.equal(verdict, 'fail');
  assert.equal(error, text);
});

test('the words of a failure decide nothing', () => {
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

test('a payment page that does not work breaks a must; who observes leaves it to the rules that judge it', () => {
  const broken = attempt('failed', failure('payment-page', text));
  assert.equal(judgeTest('must', [broken]).verdict, 'fail');
  assert.equal(judgeTest('observe', [broken]).verdict, 'not-tested');
});

test('running out of time is no judgement of the target, unless an assertion failed as well', () => {
  const timeout = { message: '\u001b[31mTest timeout of 90000ms exceeded.\u001b[39m' };
  assert.equal(judgeTest('must', [attempt('timedOut', timeout)]).verdict, 'harness');
  assert.equal(judgeTest('must', [attempt('timedOut', timeout)]).error, 'Test timeout of 90000ms exceeded.');
  assert.equal(judgeTest('must', [attempt('timedOut', timeout, assertion)]).verdict, 'fail');
  assert.equal(judgeTest('must', [attempt('timedOut')]).verdict, 'harness');
});

test('a skip is not tested, unless the settings declare what is absent', () => {
  assert.equal(judgeTest('must', [attempt('skipped')]).verdict, 'not-tested');
  const declared = judgeTest('must', [
    { ...attempt('skipped'), annotations: [{ type: 'not-applicable', description: 'callbacks' }] },
  ]);
  assert.equal(declared.verdict, 'not-applicable');
  assert.equal(declared.notApplicable, 'callbacks');
  assert.equal(declared.error, null);
});

test('a test that did not run or was cut short is not tested', () => {
  assert.equal(judgeTest('must', []).verdict, 'not-tested');
  assert.equal(judgeTest('must', [attempt('interrupted', assertion)]).verdict, 'not-tested');
});

test('only what an environment fault left open is judged by a second attempt', () => {
  const lost = attempt('failed', lostOnTheWay);
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

test('what fails while the target is out says nothing about it', () => {
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

test('requests that got no answer are kept, whatever became of the test', () => {
  const entry = { at: new Date(0).toISOString(), request: 'GET /x', kind: 'reset', said: 'ECONNRESET', waitMs: 200 };
  const body = Buffer.from(JSON.stringify([entry]));
  const attachments = [
    { name: 'environment timeline', body },
    { name: 'curl.sh', body: Buffer.from('curl') },
  ];
  assert.deepEqual(judgeTest('must', [{ ...attempt('passed'), attachments }]).timeline, [entry]);
  assert.equal(judgeTest('must', [attempt('passed')]).timeline, undefined);
});

test('repeating a test hides nothing', () => {
  assert.equal(judgeTest('must', [attempt('failed', assertion), attempt('passed')]).verdict, 'fail');
  assert.equal(judgeTest('must', [attempt('passed'), attempt('passed')]).durationMs, 3);
});
