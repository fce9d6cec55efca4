import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { playwrightCli } from '../../../helpers/processes/installed.mjs';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';

/** A test as Playwright lists it. */
export interface ListedTest {
  title: string;
  /** Relative to the repository. */
  file: string;
  line: number;
  project: string;
  tags: readonly string[];
}

/**
 * Lists the tests of the suite without running them: by default all of them, independent of any settings.
 *
 * @param chosen arguments and environment variables of the run whose tests are listed
 * @throws with Playwright's message when a spec does not load
 */
export const listTests = async (
  root: string,
  chosen: { args: readonly string[]; env: NodeJS.ProcessEnv } = { args: [], env: noSettings },
): Promise<ListedTest[]> => {
  const env = { ...process.env, ...chosen.env };
  const options = { cwd: root, env, maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [playwrightCli, 'test', '--list', '--reporter=json', ...chosen.args],
    options,
  ).catch(
    // A spec that does not load makes Playwright exit with 1, and the report contains the error.
    (error: { stdout?: string; message: string }) => ({ stdout: error.stdout || Promise.reject(error) }),
  );
  const report = JSON.parse(await stdout) as JSONReport;
  if (report.errors.length > 0)
    throw new Error(report.errors.map((error) => error.message ?? String(error.value)).join('\n'));
  return report.suites.flatMap(testsOf);
};

const testsOf = (suite: JSONReportSuite): ListedTest[] => [
  ...suite.specs.map(({ title, file, line, tags, tests: [test] }) => ({
    title,
    file,
    line,
    project: test?.projectName ?? '',
    tags: tags.map((tag) => `@${tag}`),
  })),
  ...(suite.suites ?? []).flatMap(testsOf),
];
