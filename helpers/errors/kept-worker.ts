import type { Level } from '../../interface/rules/levels.ts';
import { verdictOfError } from './classify-error.ts';

// Playwright starts a new worker after each unexpected failure, which takes longer than a hundred tests of the API. A
// failed judgement leaves its worker usable, so it is declared expected at the very end of its test, and made
// unexpected again before any other reporter sees it.

/** The pid of the runner whose reporter reverts the declarations of its workers. */
const variable = 'UNEXPECTED_AGAIN_IN';

/** Called in the runner, whose first reporter from now on calls `expectNoFailure` at the end of each test. */
export const keepWorkers = (): void => {
  process.env[variable] = String(process.pid);
};

/** Called in a worker: whether its runner reverts the declaration. The variable may be inherited from an outer run. */
export const areWorkersKept = (): boolean => process.env[variable] === String(process.ppid);

/** The `trace` mode that keeps the trace of a failed test although its failure is declared expected. */
export const traceOfFailures = 'retain-on-failure-and-retries';

/** Whether a trace mode works without unexpected failures. @param mode undefined for none */
export const leavesTrace = (mode = 'off'): boolean => ['off', 'on', traceOfFailures].includes(mode);

/** A test at its end in the worker. */
interface EndedTest {
  readonly status?: string | undefined;
  readonly expectedStatus: string;
  readonly errors: readonly object[];
  readonly annotations: readonly { type: string }[];
}

/**
 * Whether a test failed only by judgements or missing prerequisites, which leave its worker usable for the next test.
 */
export const leavesWorkerUsable = (
  { status, expectedStatus, errors, annotations }: EndedTest,
  level?: Level,
): boolean =>
  status === 'failed' &&
  expectedStatus === 'passed' &&
  errors.every((error) => ['fail', 'not-tested'].includes(verdictOfError(error, level))) &&
  // Playwright retries such a test only if its failure is unexpected.
  !annotations.some(({ type }) => type === 'environment');

/** A test as reported to the runner. */
interface ReportedTest {
  expectedStatus: string;
  readonly annotations: readonly { type: string }[];
}

/** Makes a failure unexpected again, unless the test itself uses `test.fail`. */
export const expectNoFailure = (test: ReportedTest): void => {
  const isDeclared = test.annotations.some(({ type }) => type === 'fail');
  if (test.expectedStatus === 'failed' && !isDeclared) test.expectedStatus = 'passed';
};
