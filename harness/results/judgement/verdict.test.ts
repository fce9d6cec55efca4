import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageFault } from '../../../helpers/payments/page-fault.ts';
import { ofKind, reportedKind } from '../../../helpers/errors/failure-kind.ts';
import { EnvironmentFault, NotTested } from '../../../helpers/errors/errors.ts';
import { runVerdict, worst } from './verdict.ts';
import { verdictOfError } from '../../../helpers/errors/classify-error.ts';

/** An error as Playwright reports it to another process. */
const reported = (error: Error) => ({
  message: `${error.name}: ${error.message}`,
  cause: error.cause instanceof Error ? { message: `${error.cause.name}: ${error.cause.message}` } : undefined,
});

test('an error has the same verdict when thrown and when reported, whatever its text', () => {
  const words = 'net::ERR_CONNECTION_RESET, NotTested: x, EnvironmentFault: y, Error: expect(z).toBe()';
  for (const [error, verdict] of [
    [new NotTested(words), 'not-tested'],
    [new EnvironmentFault(words), 'environment'],
    [new PageFault(words, words), 'fail'],
    [new Error(words, ofKind('assertion')), 'fail'],
    [new Error(words), 'harness'],
    [new Error(words, { cause: new Error(reportedKind('environment').message) }), 'harness'],
    [new TypeError(words), 'harness'],
  ] as const) {
    assert.equal(verdictOfError(error), verdict, String(error));
    assert.equal(verdictOfError(reported(error)), verdict, String(error));
  }
  for (const none of [undefined, null, words, { message: words }, { value: words }]) {
    assert.equal(verdictOfError(none), 'harness');
  }
});

test('a rule has the worst verdict of its tests', () => {
  assert.equal(worst(['pass', 'fail', 'harness']), 'fail');
  assert.equal(worst(['pass', 'environment', 'harness']), 'harness');
  assert.equal(worst(['pass', 'not-tested']), 'not-tested');
  assert.equal(worst(['pass', 'not-applicable']), 'pass');
  assert.equal(worst(['observed', 'not-applicable']), 'observed');
  assert.equal(worst([]), 'not-tested');
});

test('a run conforms only when all its rules were judged', () => {
  assert.equal(runVerdict(['pass', 'known', 'observed', 'not-applicable', 'excluded']), 'conforming');
  assert.equal(runVerdict(['pass', 'fail', 'environment', 'not-tested', 'harness']), 'non-conforming');
  for (const open of ['environment', 'not-tested', 'harness'] as const) {
    assert.equal(runVerdict(['pass', open]), 'inconclusive', open);
  }
});

test('a run without any judgement is inconclusive', () => {
  assert.equal(runVerdict([]), 'inconclusive');
  assert.equal(runVerdict(['excluded', 'not-applicable']), 'inconclusive');
});
