import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReporterDescription } from '@playwright/test';
import { Program } from '../../processes/tests/program.ts';
import { playwrightCli } from '../../processes/installed.mjs';
import { parseResults, type TestResult } from '../../../harness/results/results-schema.ts';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';
import { noSettings } from '../../settings/declarations/declarations.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const fromRoot = (path: string): string => pathToFileURL(join(root, path)).href;

/** The imports of every spec of such a run. */
const imports = (browser: boolean): string => `
import { expect, test } from '${fromRoot(browser ? 'fixtures/browser.ts' : 'fixtures/index.ts')}';
import { rule } from '${fromRoot('interface/rules/rule.ts')}';
import { Payment } from '${fromRoot('helpers/payments/payment.ts')}';
import { PageFault } from '${fromRoot('helpers/payments/page-fault.ts')}';
import { EnvironmentFault, NotTested } from '${fromRoot('helpers/errors/errors.ts')}';
`;

const configWith = (reporters: readonly ReporterDescription[]): string => `
import base from '${fromRoot('playwright.config.ts')}';
export default {
  ...base,
  globalSetup: undefined,
  globalTeardown: undefined,
  reporter: ${JSON.stringify([[join(root, 'harness/reporter/reporter.ts')], ...reporters])},
  projects: base.projects!.map((project) => ({ ...project, testDir: project.name })),
};
`;

interface More {
  settings?: Readonly<Record<string, string>>;
  /** Arguments of `playwright test`. */
  args?: readonly string[];
  /** Used in addition to the suite's own; their files are relative to the folder of the run. */
  reporters?: readonly ReporterDescription[];
  /** Called with the folder of the run before it is removed. */
  read?: (folder: string) => unknown;
}

interface FailingRun {
  code: number | null;
  output: string;
  /** The tests by the last part of their titles. */
  tests: ReadonlyMap<string, TestResult>;
}

/**
 * Runs generated specs against a staging service, with the suite's fixtures and reporter.
 *
 * @param specs by file, below `api/` or `browser/`; the imports are added
 */
export const failingRun = async (
  address: string,
  specs: Readonly<Record<string, string>>,
  { settings = {}, args = [], reporters = [], read }: More = {},
): Promise<FailingRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'failing-'));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  try {
    mkdirSync(join(folder, 'api'));
    mkdirSync(join(folder, 'browser'));
    write('package.json', '{"version":"0.0.0","type":"module"}');
    write('playwright.config.ts', configWith(reporters));
    for (const [name, text] of Object.entries(specs)) write(name, imports(name.startsWith('browser/')) + text);
    const run = new Program(process.execPath, [playwrightCli, 'test', ...args], {
      cwd: folder,
      settings: { ...noSettings, ...sandboxAsStaging(address), PREFETCH_CONCURRENCY: '0', ...settings },
    });
    const code = await run.ended();
    await read?.(folder);
    const { rules } = parseResults(readFileSync(join(folder, 'reports', 'results.json'), 'utf8'));
    const tests = rules.flatMap((one) => one.tests);
    return { code, output: run.output, tests: new Map(tests.map((one) => [one.title.split(' · ').at(-1) ?? '', one])) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
