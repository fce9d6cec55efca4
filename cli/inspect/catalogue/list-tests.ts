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
 * Tests of the suite: every one of them, and no setting has a say in it, unless told otherwise. Nothing is run.
 *
 * @param chosen arguments and variables of the run that is asked about
 * @throws with Playwright's own words when a spec does not load
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
    // A spec that does not load makes the exit code 1; what is wrong stands in the report all the same.
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
