import type { TestInfo } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';

// Playwright ends a worker after each failed test, and keeps its trace. Where a service breaks many rules, or one in a
// hundred tests, starting workers would take longer than the tests. So a test that keeps no trace, or shows only what the
// run has seen before, declares its failure as expected, and the reporter of the suite takes that back before any report is
// written.

const variable = 'CONFORMANCE_REPEATED_FAILURES';
const mark = 'This failure needs no new worker.';

/** In the runner: `takeBack` will be called for each test. Without it, no failure is ever declared as expected. */
export const allowRepeatedFailures = (): void => {
  process.env[variable] = '1';
};

/** In a worker, for a test that failed by its checks: the worker is used for further tests. */
export const keepWorker = (testInfo: TestInfo): void => {
  if (process.env[variable]) testInfo.fail(true, mark);
};

/** In the runner, before the other reporters: the failure of a test is no longer expected. */
export const takeBack = (test: TestCase, result: TestResult): void => {
  const isMarked = ({ description }: { description?: string }): boolean => description === mark;
  if (!result.annotations.some(isMarked)) return;
  for (const { annotations } of [test, result])
    annotations.splice(0, Infinity, ...annotations.filter((one) => !isMarked(one)));
  test.expectedStatus = 'passed';
};
