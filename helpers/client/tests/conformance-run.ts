import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Program } from '../../processes/tests/program.ts';
import { playwrightCli } from '../../processes/installed.mjs';
import { parseResults, type Results } from '../../../harness/results/results-schema.ts';
import { startSandbox as start } from '../../processes/start-sandbox.ts';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Starts a sandbox in a separate process that ends with the test. @returns its address */
export const startSandbox = async (t: TestContext): Promise<string> => {
  const { child, address } = await start('--quiet');
  // Killed, since the test file would wait for a sandbox that is slow to stop.
  t.after(() => child.kill('SIGKILL'));
  return address;
};

interface Run {
  exitCode: number | null;
  output: string;
  results: Results;
  folder: string;
}

/**
 * A whole conformance run against a staging target, as a user starts it, but with reports in a separate folder.
 *
 * @param args of `playwright test`
 */
export const conformanceRun = async (
  t: TestContext,
  address: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Run> => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '0.0.0' }));
  // Playwright resolves reporters from the folder of the configuration.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `import base from ${JSON.stringify(`${root}playwright.config.ts`)};
     const projects = base.projects.map((one) => ({ ...one, testDir: ${JSON.stringify(root)} + one.testDir }));
     const resultsDir = ${JSON.stringify(join(folder, 'reports', 'allure-results'))};
     const reporter = [[${JSON.stringify(`${root}harness/reporter/reporter.ts`)}], ['allure-playwright', { resultsDir }]];
     export default { ...base, projects, reporter };`,
  );
  const run = new Program(process.execPath, [playwrightCli, 'test', '-c', folder, ...args], {
    settings: { ...sandboxAsStaging(address), ...settings },
  });
  t.after(() => run.kill('SIGKILL'));
  const exitCode = await run.ended();
  const { output } = run;
  const file = join(folder, 'reports', 'results.json');
  if (!existsSync(file)) throw new Error(`the run ended with ${exitCode} and without results:\n${output}`);
  const results = parseResults(readFileSync(file, 'utf8'));
  return { exitCode, output, results, folder };
};
