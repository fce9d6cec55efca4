import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { RunOptions } from '../../fixtures/run.ts';
import { suiteRoot } from '../../helpers/settings/settings-folder.cjs';
import suiteConfig from '../../playwright.config.ts';

// Opens the payment page in the browser of the suite, for the program that describes it.

export default suiteConfig.then((suite) =>
  defineConfig<object, RunOptions>({
    ...suite,
    testDir: '.',
    projects: suite.projects?.filter(({ name }) => name === 'browser').map((project) => ({ ...project, testDir: '.' })),
    globalSetup: undefined,
    // The sandbox is started in the folder of the suite, not in that of this file.
    webServer: [suite.webServer ?? []].flat().map((one) => ({ ...one, cwd: suiteRoot })),
    workers: 1,
    timeout: 600_000,
    reporter: [[join(__dirname, 'print-output.ts')]],
  }),
);
