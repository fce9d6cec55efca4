import type { Level } from '../../interface/rules/levels.ts';
import { verdictOfError } from './classify-error.ts';

// Playwright starts a new worker after each failure that it does not expect, which takes longer than a hundred tests of
// the API. A failed judgement leaves nothing behind in its worker, so it is declared expected at the very end of its
// test, and is unexpected again before any other reporter hears of it.

/** The process whose reporter undoes what a worker declares. */
const variable = 'UNEXPECTED_AGAIN_IN';

/** Of the runner: from now on its first reporter calls `expectNoFailure` at the end of each test. */
export const keepWorkers = (): void => {
  process.env[variable] = String(process.pid);
};

/** Of a worker: whether its runner undoes what it declares. The variable may also come from a run around this one. */
export const areWorkersKept = (): boolean => process.env[variable] === String(process.ppid);

/** What `trace` has to be, so that the trace of a failed test is kept although its failure is declared expected. */
export const traceOfFailures = 'retain-on-failure-and-retries';

/** Whether a way to keep traces does without a failure that nobody expected; undefined where there are none. */
export const leavesTrace = (mode = 'off'): boolean => ['off', 'on', traceOfFailures].includes(mode);

/** A test as it ends in its worker. */
interface Ended {
  readonly status?: string | undefined;
  readonly expectedStatus: string;
  readonly errors: readonly object[];
  readonly annotations: readonly { type: string }[];
}

/** Whether a test only failed by judging, or for want of what it needs: then the next one finds the worker as it was. */
export const leavesWorkerUsable = ({ status, expectedStatus, errors, annotations }: Ended, level?: Level): boolean =>
  status === 'failed' &&
  expectedStatus === 'passed' &&
  errors.every((error) => ['fail', 'not-tested'].includes(verdictOfError(error, level))) &&
  // It may start afresh, which Playwright allows only what it takes for a failure.
  !annotations.some(({ type }) => type === 'environment');

/** A test as its runner hears of it. */
interface Told {
  expectedStatus: string;
  readonly annotations: readonly { type: string }[];
}

/** Has a failed test count as one, unless it says itself that it is to fail. */
export const expectNoFailure = (test: Told): void => {
  const isDeclared = test.annotations.some(({ type }) => type === 'fail');
  if (test.expectedStatus === 'failed' && !isDeclared) test.expectedStatus = 'passed';
};
