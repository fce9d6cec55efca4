import { defineConfig, type PlaywrightTestConfig, type ReporterDescription } from '@playwright/test';
import type { RunOptions } from './fixtures/run.ts';
import { workersFor } from './harness/preflight/workers.ts';
import type * as PrepareRun from './harness/reporter/prepare-run.ts';
import { endWithoutVerdict, useOurExitCodes } from './harness/results/exit-code.ts';
import { nameRunFolder } from './helpers/run/run-log.ts';
import type * as SharedConnections from './helpers/run/shared-connections.ts';
import { findBrowser } from './helpers/processes/find-browser.cjs';
import { launchOptionsOf, withoutPages } from './helpers/processes/launch-options.ts';
import { readSettings } from './helpers/settings/environment.ts';
import { inReports } from './helpers/settings/settings-folder.cjs';
import type { Settings } from './helpers/settings/settings.ts';

const has = (...flags: string[]): boolean =>
  flags.some((flag) => process.argv.some((one) => one.split('=')[0] === flag));
const reports = inReports();

// Workers load this file, too, at their start; so what only the runner does is loaded where it is done.
const isRunner = process.env.TEST_WORKER_INDEX === undefined;
if (isRunner) nameRunFolder();
if (isRunner && !has('--reporter')) useOurExitCodes();

/** Wrong settings and lists end a run with one message, before its first request. */
const prepare = async (): Promise<{ settings: Settings; prepared: PrepareRun.Prepared }> => {
  let prepared: PrepareRun.Prepared = { answerMs: 0 };
  try {
    const settings = readSettings();
    if (!isRunner) return { settings, prepared };
    if (process.argv[2] === 'test' && !has('--list')) {
      const { prepareRun } = require('./harness/reporter/prepare-run.ts') as typeof PrepareRun;
      prepared = await prepareRun(settings, reports, has('--shard'));
    }
    const { shareConnections } = require('./helpers/run/shared-connections.ts') as typeof SharedConnections;
    await shareConnections(settings);
    return { settings, prepared };
  } catch (error) {
    return endWithoutVerdict(error);
  }
};

const configure = async (): Promise<PlaywrightTestConfig<object, RunOptions>> => {
  const { settings, prepared } = await prepare();
  // Playwright's JSON reporter prints the whole configuration; this keeps keys out of it.
  Object.defineProperty(settings, 'toJSON', { value: () => ({ target: settings.target }) });

  const workers = workersFor(prepared.answerMs, settings);
  const isSandbox = settings.target === 'sandbox';
  const headless = !has('--headed', '--debug', '--ui') && !process.env.PWDEBUG;

  /** A shard leaves its results for npm run merge. */
  const ofPlaywright: ReporterDescription = has('--shard')
    ? ['blob', { outputDir: `${reports}/blob` }]
    : ['html', { outputFolder: `${reports}/playwright`, open: 'never', title: 'Payment collection conformance' }];

  return defineConfig<object, RunOptions>({
    forbidOnly: true,
    // One file after the other where the target answers at once; any test beside any other on a slow one. Playwright divides
    // tests or files by it, so that it must be the same for all shards.
    fullyParallel: prepared.answerMs > 10 || has('--shard'),
    workers: workers.api + workers.browser,
    // Each request, wait and payment extends the time of its test.
    timeout: 3 * settings.redirectTimeoutMs + 2 * settings.requestTimeoutMs,
    globalTimeout: 8 * 3_600_000,
    outputDir: `${reports}/test-results`,
    globalSetup: [...(isSandbox ? [] : ['./helpers/callbacks/keep-journal.ts']), './helpers/values/accepted-forms.ts'],
    reporter: [
      ['./harness/reporter/conformance-reporter.ts', { reports, checks: prepared.checks }],
      ['./harness/allure/rule-reporter.ts', { resultsDir: `${reports}/allure-results`, detail: false }],
      ofPlaywright,
    ],
    use: {
      settings,
      actionTimeout: settings.requestTimeoutMs,
      navigationTimeout: settings.redirectTimeoutMs,
    },
    projects: [
      // Its tests begin first, so that those of the API fill the time in which a page is waited for.
      {
        name: 'browser',
        testDir: 'tests/browser',
        workers: workers.browser,
        use: {
          browserName: 'chromium',
          // Windows of a failed test are photographed as they are closed; Playwright would do so for each window.
          screenshot: 'off',
          launchOptions: launchOptionsOf(settings.browserAddress ? undefined : findBrowser({ headless })?.path),
        },
      },
      {
        name: 'api',
        testDir: 'tests/api',
        grepInvert: settings.generatedRuns === 0 ? /@generated\./ : undefined,
        use: withoutPages,
        // --workers sets another number.
        workers: process.argv.some((one) => /^(-j|--workers)/.test(one)) ? undefined : workers.api,
      },
    ],
    webServer: isSandbox
      ? {
          name: 'sandbox',
          // --while ends the sandbox when the runner is killed.
          command: `node --import tsx sandbox/main.ts --quiet --while ${process.pid}`,
          // The named group becomes the variable SANDBOX_URL, from which readSettings takes the address.
          wait: { stdout: /sandbox listening on (?<sandbox_url>http:\/\/\S+)/ },
          gracefulShutdown: { signal: 'SIGTERM', timeout: 3_000 },
        }
      : undefined,
  });
};

/** A promise, which Playwright waits for. */
export default configure();
