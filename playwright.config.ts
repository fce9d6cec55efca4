import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { traceOfFailures } from './helpers/errors/kept-worker.ts';
import { loadCheckoutPage } from './helpers/payments/checkout-module.ts';
import { launchOptionsOf } from './helpers/processes/launch-options.ts';
import { escaped } from './harness/triage/again/plan.ts';
import { readKnownDeviations } from './harness/baselines/deviations/known-deviations.ts';
import { corpusFileOf } from './harness/baselines/history/corpus.ts';
import { firstFiles } from './harness/triage/again/first-files.ts';
import { History } from './harness/baselines/history/history.ts';
import { readDecisions } from './harness/baselines/reviews/decisions.ts';
import { pinFileOf, placeOf, readPins } from './harness/baselines/observations/pinned.ts';
import { profileOf, sinceVariable } from './helpers/settings/command-line/profile.mjs';
import { targetName } from './harness/results/target-name.ts';
import { counted } from './harness/results/text.ts';
import { exitCodes, useOurExitCodes } from './harness/results/exit-code.ts';
import { frontPageFile } from './harness/results/files/place.ts';
import { forgetSearch } from './harness/scrub/hand-on.mjs';
import { reportsOfWholeRun } from './harness/reporter/frame/playwright-reports.ts';
import { longestRunMs } from './harness/reporter/frame/longest-run.ts';
import { notesOnNames, readSettings } from './helpers/settings/environment.ts';
import {
  enterTargetFolder,
  hasFolder,
  suiteRoot,
  targetFolder,
} from './helpers/settings/command-line/target-folder.mjs';
import { forShard, type Settings } from './helpers/settings/settings.ts';
import { lockCallbacks } from './fixtures/api/callbacks/callback-lock.ts';
import { findBrowser } from './helpers/processes/find-browser.mjs';
import { durationsFileFor, readDurations } from './harness/shards/durations.ts';
import { reportsFolder, shardOfRun } from './harness/shards/shard.mjs';
import { nameRunFolder } from './helpers/client/network/run-folder.ts';

// Workers load this file, too; only the runner's process reports and decides.
const isRunner = process.env.TEST_WORKER_INDEX === undefined;
const given = (flag: string): boolean => process.argv.some((argument) => argument.split('=')[0] === flag);
orEnd(() => enterTargetFolder());

if (isRunner) nameRunFolder();
// Custom reporters keep Playwright's exit codes.
if (isRunner && !given('--reporter')) useOurExitCodes();

// Suppresses undici's warning in every worker that its decompression is experimental.
const quiet = '--disable-warning=ExperimentalWarning';
if (!process.env.NODE_OPTIONS?.includes(quiet)) process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${quiet}`;

const profile = orEnd(() => profileOf());
const shard = shardOfRun(isRunner);
const settings = forShard(orEnd(readSettings), shard);
if (isRunner) for (const { found, mend } of notesOnNames()) console.error(`${found}; ${mend}`);
// Must be set before Playwright loads the specs, which declare their locks.
lockCallbacks(settings);
// Reads lists before the first request, so that a damaged one ends the run.
if (isRunner) orEnd(() => readKnownDeviations(settings.knownDeviations));
if (isRunner) orEnd(() => readDecisions());
// A module that cannot be loaded is a wrong setting, which ends the run before the first request.
if (isRunner && settings.checkoutPage) await loadCheckoutPage(settings.checkoutPage).catch(end);
// Other configurations skip the observation baseline.
const comparesObservations = isRunner && !['--list', '--config', '-c'].some(given);
if (comparesObservations) orEnd(() => readPins(targetFolder(), pinFileOf(placeOf(settings))));
if (isRunner && shard) orEnd(() => readDurations(targetFolder(), durationsFileFor(targetFolder(), placeOf(settings))));
const reports = reportsFolder(shard);
// Playwright resolves relative paths against this file.
const place = hasFolder() ? `${targetFolder()}/` : '';
// The reports must not be published until this run has searched them for keys.
if (comparesObservations) forgetSearch(`${targetFolder()}/${reports}`);
const isShuffled = profile === 'stability';
const isSandbox = settings.target === 'sandbox';
// Playwright's JSON reporter prints the whole configuration; this keeps keys out of it.
Object.defineProperty(settings, 'toJSON', { value: () => ({ target: settings.target }) });

export default defineConfig<object, { settings: Settings; recordsIn: string; corpusFile: string }>({
  forbidOnly: true,
  // On a slow target, tests of a long file must not hold up the run.
  fullyParallel: isShuffled || !isSandbox,
  // --grep selects among these tests.
  ...(profile === 'smoke' && { grep: /@smoke(?![\w-])/ }),
  ...(settings.generatedRuns === 0 && { grepInvert: /@generated\./ }),
  // No retries by default. Only after an environment fault the reporter retries a test, once.
  retries: 0,
  // Two for each project on the sandbox: API tests are bound by the CPU, browser tests mostly wait. A worker cannot
  // change between projects. On a real target, each project may have more of the four.
  workers: 4,
  // A test waits for a few answers and at most two redirects; a shorter timeout would hide which of them was late.
  timeout: 3 * settings.redirectTimeoutMs + 2 * settings.requestTimeoutMs,
  globalTimeout: longestRunMs(settings),
  expect: { timeout: isSandbox ? 5_000 : settings.requestTimeoutMs },
  outputDir: `${place}${reports}/test-results`,
  // A sandbox ends with the run, so nothing on it needs to be cleaned up.
  globalSetup: isSandbox
    ? undefined
    : fileURLToPath(new URL('./harness/reporter/frame/global-setup.ts', import.meta.url)),
  globalTeardown: isSandbox ? './harness/reporter/frame/global-teardown.ts' : undefined,
  reporter: [
    // First, because it masks keys for the other reporters. No triage in the stability profile, which compares
    // repetitions.
    ['./harness/reporter/reporter.ts', { triage: settings.triage === 'on' && comparesObservations && !isShuffled }],
    ['./harness/reporter/answers.ts'],
    ...(shard ? ([['blob', { outputFile: `${place}${reports}/blob/report.zip` }]] as const) : reportsOfWholeRun(place)),
    [
      './harness/allure/reporter.ts',
      {
        resultsDir: `${place}${reports}/allure-results`,
        detail: false,
        environmentInfo: {
          target: settings.target,
          address: settings.baseUrl || 'this machine',
          node: process.version,
        },
      },
    ],
  ],
  use: {
    settings,
    corpusFile: corpusFileOf(targetFolder(), placeOf(settings)),
    recordsIn: process.env.RECORD_EXCHANGES_IN ?? '',
    actionTimeout: settings.requestTimeoutMs,
    navigationTimeout: settings.redirectTimeoutMs,
  },
  projects: firstThenRest(isSandbox ? [api(), browser()] : [browser(), api()]),
  webServer: isSandbox ? sandbox() : undefined,
});

/** Returns the result of a function, or prints its error and ends the process. */
function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return end(error);
  }
}

/** On a real target it has no limit of its own; it comes after the browser, which would otherwise get no workers. */
function api() {
  return { name: 'api', testDir: 'tests/api', ...(isSandbox && { workers: 2 }) };
}

function browser() {
  return {
    name: 'browser',
    testDir: 'tests/browser',
    use: browserOptions(),
    // Workers cannot share the port to which a remote browser returns.
    workers: settings.browserAddress && settings.merchantOrigin ? 1 : isSandbox ? 2 : 3,
  };
}

/**
 * With --since, splits every project into one with the first files and one with all others. Playwright starts projects
 * in this order, without dependencies between them.
 */
function firstThenRest<P extends { name: string; testDir: string }>(all: P[]): P[] {
  const first = filesToBeginWith();
  if (first.length === 0) return all;
  const paths = first.map((file) => new RegExp(`^${escaped(join(suiteRoot, file))}$`));
  return [
    ...all.map((project) => ({ ...project, testMatch: paths })),
    ...all.map((project) => ({ ...project, testIgnore: paths })),
  ];
}

/** The files to begin with. The runner determines them, and passes them to its workers in a variable. */
function filesToBeginWith(): string[] {
  const variable = 'CONFORMANCE_FIRST_FILES';
  const since = process.env[sinceVariable];
  if (!since) return [];
  if (isRunner) {
    const history = new History(targetFolder(), (line) => console.error(line));
    const { files, why } = orEnd(() => firstFiles(since, suiteRoot, history, targetName(placeOf(settings))));
    console.error(`First: ${counted(files.length, 'spec file')} (${why}), then the rest`);
    process.env[variable] = JSON.stringify(files);
  }
  return JSON.parse(process.env[variable] ?? '[]') as string[];
}

function end(error: unknown): never {
  // The editor's plugin shows the error itself, and needs its server process to keep running.
  if (given('test-server')) throw error;
  // The front page of an earlier run must not be taken for that of this run.
  if (isRunner && !given('--list')) rmSync(`${targetFolder()}/reports/${frontPageFile}`, { force: true });
  console.error(error instanceof Error ? error.message : error);
  process.exit(exitCodes.brokenSuite);
}

function sandbox(): PlaywrightTestConfig['webServer'] {
  return {
    name: 'sandbox',
    // --while ends the sandbox when the runner is killed.
    command: `node --import tsx sandbox/main.ts --quiet --while ${process.pid}`,
    // The named group becomes the variable SANDBOX_URL, from which readSettings takes the address.
    wait: { stdout: /sandbox listening on (?<sandbox_url>http:\/\/\S+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 3_000 },
  };
}

function browserOptions(): PlaywrightTestConfig['use'] {
  const headless = !['--headed', '--debug', '--ui', 'test-server'].some(given) && !process.env.PWDEBUG;
  // Only the runner knows whether the browser is headless; workers get its choice by the variable.
  const path = settings.browserAddress ? undefined : orEnd(() => findBrowser({ headless }))?.path;
  if (path) process.env.BROWSER_PATH = path;
  return {
    browserName: 'chromium',
    trace: traceOfFailures,
    screenshot: 'only-on-failure',
    launchOptions: launchOptionsOf(path),
  };
}
