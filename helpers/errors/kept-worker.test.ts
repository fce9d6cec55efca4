import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofKind } from './failure-kind.ts';
import { expectNoFailure, leavesTrace, leavesWorkerUsable, traceOfFailures } from './kept-worker.ts';

const failed = { status: 'failed', expectedStatus: 'passed', errors: [ofKind('assertion')], annotations: [] };

test('only failed judgements and missing prerequisites leave a worker usable', () => {
  assert.ok(leavesWorkerUsable(failed));
  assert.ok(leavesWorkerUsable({ ...failed, errors: [ofKind('not-tested'), ofKind('payment-page')] }));
  assert.ok(!leavesWorkerUsable({ ...failed, errors: [ofKind('assertion'), new TypeError('oh')] }));
  assert.ok(!leavesWorkerUsable({ ...failed, errors: [ofKind('environment')] }));
  assert.ok(!leavesWorkerUsable({ ...failed, status: 'timedOut' }));
  assert.ok(!leavesWorkerUsable({ ...failed, status: 'passed', errors: [] }));
  assert.ok(!leavesWorkerUsable({ ...failed, annotations: [{ type: 'environment' }] }), 'it may be retried');
  assert.ok(!leavesWorkerUsable(failed, 'observe'), 'it is a fault of the suite');
});

test('a failure declared expected becomes unexpected again, unless the test itself uses test.fail', () => {
  const declared = { expectedStatus: 'failed', annotations: [{ type: 'observed' }] };
  expectNoFailure(declared);
  assert.equal(declared.expectedStatus, 'passed');
  const meant = { expectedStatus: 'failed', annotations: [{ type: 'fail' }] };
  expectNoFailure(meant);
  assert.equal(meant.expectedStatus, 'failed');
  const skipped = { expectedStatus: 'skipped', annotations: [] };
  expectNoFailure(skipped);
  assert.equal(skipped.expectedStatus, 'skipped');
});

test('workers are not kept with a trace mode that requires unexpected failures', () => {
  assert.deepEqual(
    [undefined, 'off', 'on', traceOfFailures].map((mode) => leavesTrace(mode)),
    [true, true, true, true],
  );
  assert.deepEqual(
    ['retain-on-failure', 'retain-on-first-failure'].map((mode) => leavesTrace(mode)),
    [false, false],
  );
});
