import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentFault, NotTested } from './faults.ts';
import { runVerdict, verdictOfError, worst } from './verdict.ts';

/** How Playwright writes an exception down. */
const written = (error: Error): string => `${error.name}: ${error.message}`;

test('only a failed assertion is a broken rule', () => {
  assert.equal(verdictOfError('Error: expect(reply).toRefuse()\n\nExpected: HTTP 400'), 'fail');
  assert.equal(verdictOfError('Error: hint\n\n\u001b[2mexpect(\u001b[22mreceived).toBe(expected)'), 'fail');
  assert.equal(verdictOfError('Error: expect.soft(locator).toHaveText(expected) failed'), 'fail');
  assert.equal(verdictOfError("TypeError: Cannot read properties of undefined (reading 'x')"), 'harness');
  assert.equal(verdictOfError('Test timeout of 90000ms exceeded.'), 'harness');
  assert.equal(verdictOfError(''), 'harness');
});

test('a missing prerequisite and an unreachable target keep their names', () => {
  assert.equal(verdictOfError(written(new NotTested('set CALLBACK_ID'))), 'not-tested');
  assert.equal(verdictOfError(written(new EnvironmentFault('ECONNREFUSED'))), 'environment');
  assert.equal(verdictOfError('Error: page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:9/'), 'environment');
});

test('a rule is as bad as its worst test', () => {
  assert.equal(worst(['pass', 'fail', 'harness']), 'fail');
  assert.equal(worst(['pass', 'environment', 'harness']), 'harness');
  assert.equal(worst(['pass', 'not-tested']), 'not-tested');
  assert.equal(worst(['pass', 'not-applicable']), 'pass');
  assert.equal(worst(['observed', 'not-applicable']), 'observed');
  assert.equal(worst([]), 'not-tested');
});

test('a run conforms only when nothing is left open', () => {
  assert.equal(runVerdict(['pass', 'known', 'observed', 'not-applicable', 'excluded']), 'conforming');
  assert.equal(runVerdict(['pass', 'fail', 'environment', 'not-tested', 'harness']), 'non-conforming');
  for (const open of ['environment', 'not-tested', 'harness'] as const) {
    assert.equal(runVerdict(['pass', open]), 'inconclusive', open);
  }
});

test('a run in which nothing was judged proves nothing', () => {
  assert.equal(runVerdict([]), 'inconclusive');
  assert.equal(runVerdict(['excluded', 'not-applicable']), 'inconclusive');
});
