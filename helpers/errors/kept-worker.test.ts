import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofKind } from './failure-kind.ts';
import { expectNoFailure, leavesTrace, leavesWorkerUsable, traceOfFailures } from './kept-worker.ts';

const failed = { status: 'failed', expectedStatus: 'passed', errors: [ofKind('assertion')], annotations: [] };

test('only a failed judgement leaves a worker as it was', () => {
  assert.ok(leavesWorkerUsable(failed));
  assert.ok(leavesWorkerUsable({ ...failed, errors: [ofKind('not-tested'), ofKind('payment-page')] }));
  assert.ok(!leavesWorkerUsable({ ...failed, errors: [ofKind('assertion'), new TypeError('oh')] }));
  assert.ok(!leavesWorkerUsable({ ...failed, errors: [ofKind('environment')] }));
  assert.ok(!leavesWorkerUsable({ ...failed, status: 'timedOut' }));
  assert.ok(!leavesWorkerUsable({ ...failed, status: 'passed', errors: [] }));
  assert.ok(!leavesWorkerUsable({ ...failed, annotations: [{ type: 'environment' }] }), 'it may start afresh');
  assert.ok(!leavesWorkerUsable(failed, 'observe'), 'it is a fault of the suite');
});

test('what was declared is undone, but for a test that says itself that it is to fail', () => {
  const told = { expectedStatus: 'failed', annotations: [{ type: 'observed' }] };
  expectNoFailure(told);
  assert.equal(told.expectedStatus, 'passed');
  const meant = { expectedStatus: 'failed', annotations: [{ type: 'fail' }] };
  expectNoFailure(meant);
  assert.equal(meant.expectedStatus, 'failed');
  const skipped = { expectedStatus: 'skipped', annotations: [] };
  expectNoFailure(skipped);
  assert.equal(skipped.expectedStatus, 'skipped');
});

test('a way to keep traces that asks for unexpected failures is one that workers are thrown away for', () => {
  assert.deepEqual(
    [undefined, 'off', 'on', traceOfFailures].map((mode) => leavesTrace(mode)),
    [true, true, true, true],
  );
  assert.deepEqual(
    ['retain-on-failure', 'retain-on-first-failure'].map((mode) => leavesTrace(mode)),
    [false, false],
  );
});
