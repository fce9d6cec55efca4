import { join, resolve } from 'node:path';
import type { PlaywrightTestConfig, ReporterDescription } from '@playwright/test';

/** The options of reporters that are paths. */
const pathOptions = new Set(['outputFolder', 'outputFile', 'resultsDir']);

/**
 * Adapts the configuration of the repository for a configuration file in another folder, because Playwright resolves
 * paths relative to the configuration file it is started with.
 *
 * @param root the folder of the repository
 */
export const configFromRoot = <Test, Worker>(
  base: PlaywrightTestConfig<Test, Worker>,
  root: string,
): PlaywrightTestConfig<Test, Worker> => ({
  ...base,
  testDir: root,
  ...(base.outputDir && { outputDir: resolve(root, base.outputDir) }),
  ...(typeof base.globalTeardown === 'string' && { globalTeardown: join(root, base.globalTeardown) }),
  ...(base.webServer && { webServer: { cwd: root, ...(base.webServer as { command: string }) } }),
  ...(Array.isArray(base.reporter) && { reporter: reportersFromRoot(base.reporter, root) }),
  projects: (base.projects ?? []).map((project) => ({ ...project, testDir: resolve(root, project.testDir ?? '.') })),
});

/** Makes the paths of reporters absolute, so that they write into the reports of the repository. */
export const reportersFromRoot = (reporters: readonly ReporterDescription[], root: string): ReporterDescription[] =>
  reporters.map(([name, options]) => [
    name.startsWith('./') ? join(root, name) : name,
    {
      ...Object.fromEntries(
        Object.entries((options ?? {}) as Record<string, unknown>).map(([option, value]) =>
          pathOptions.has(option) ? [option, resolve(root, String(value))] : [option, value],
        ),
      ),
      ...(name === './harness/reporter/reporter.ts' && { root }),
    },
  ]);
