import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';

/** A test as Playwright lists it. `file` is relative to the suite. */
export interface ListedTest {
  title: string;
  file: string;
  line: number;
  tags: readonly string[];
}

/**
 * Lists the tests of the suite without running them, independent of any settings.
 *
 * @throws with Playwright's message when a spec does not load
 */
export const listTests = async (): Promise<ListedTest[]> => {
  const args = [playwrightCli, 'test', '--config', suiteRoot, '--list', '--reporter=json'];
  const env = { ...process.env, ENV_FILE: '', TARGET: 'sandbox', BASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 28 }).catch(
    // A spec that does not load makes Playwright end with 1, and the report has the error.
    (error: { stdout?: string; message: string }) => ({ stdout: error.stdout || Promise.reject(error) }),
  );
  const report = JSON.parse(await stdout) as JSONReport;
  if (report.errors.length > 0)
    throw new Error(report.errors.map((error) => error.message ?? String(error.value)).join('\n'));
  return report.suites.flatMap((suite) => testsOf(suite));
};

const testsOf = (suite: JSONReportSuite): ListedTest[] => [
  ...suite.specs.map(({ title, file, line, tags }) => ({ title, file, line, tags: tags.map((tag) => `@${tag}`) })),
  ...(suite.suites ?? []).flatMap((one) => testsOf(one)),
];
