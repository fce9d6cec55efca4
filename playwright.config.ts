import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { traceOfFailures } from './helpers/errors/kept-worker.ts';
import { loadCheckoutPage } from './helpers/payments/checkout-module.ts';
import { launchOptionsOf } from './helpers/processes/launch-options.ts';
import { escaped } from './harness/again/plan.ts';
import { readKnownDeviations } from './harness/baselines/deviations/known-deviations.ts';
import { corpusFileOf } from './harness/baselines/history/corpus.ts';
import { firstFiles } from './harness/again/first-files.ts';
import { History } from './harness/baselines/history/history.ts';
import { readDecisions } from './harness/baselines/reviews/decisions.ts';
import { pinFileOf, placeOf, readPins } from './harness/baselines/observations/pinned.ts';
import { profileOf, sinceVariable } from './helpers/settings/command-line/profile.mjs';
import { targetName } from './harness/results/target-name.ts';
import { exitCodes, useOurExitCodes } from './harness/results/exit-code.ts';
import { frontPageFile } from './harness/results/files/place.ts';
import { forgetSearch } from './harness/scrub/hand-on.mjs';
import { reportsOfWholeRun } from './harness/reporter/frame/playwright-reports.ts';
import { longestRunMs } from './harness/reporter/frame/longest-run.ts';
import { readSettings } from './helpers/settings/environment.ts';
import { notesOn } from './helpers/settings/given.ts';
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

// Workers load this file again; only the runner's process reports and decides.
const isRunner = process.env.TEST_WORKER_INDEX === undefined;
const given = (flag: string): boolean => process.argv.some((argument) => argument.split('=')[0] === flag);
orEnd(() => enterTargetFolder());

if (isRunner) nameRunFolder();
// Who chose other reporters gets their exit codes.
if (isRunner && !given('--reporter')) useOurExitCodes();

// Every worker would announce that undici's decompression is experimental.
const quiet = '--disable-warning=ExperimentalWarning';
if (!process.env.NODE_OPTIONS?.includes(quiet)) process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${quiet}`;

const profile = orEnd(() => profileOf());
const shard = shardOfRun(isRunner);
const settings = forShard(orEnd(readSettings), shard);
if (isRunner) for (const note of notesOn(process.env)) console.error(note);
// Playwright asks for locks while it loads the specs.
lockCallbacks(settings);
// Nothing is asked either before it is clear what is known.
if (isRunner) orEnd(() => readKnownDeviations(settings.knownDeviations));
if (isRunner) orEnd(() => readDecisions());
// A module that cannot be loaded is a wrong setting, and no reason to ask the target anything.
if (isRunner && settings.checkoutPage) await loadCheckoutPage(settings.checkoutPage).catch(end);
// Whoever comes with another configuration compares nothing with what is pinned.
const comparesObservations = isRunner && !['--list', '--config', '-c'].some(given);
if (comparesObservations) orEnd(() => readPins(targetFolder(), pinFileOf(placeOf(settings))));
if (isRunner && shard) orEnd(() => readDurations(targetFolder(), durationsFileFor(targetFolder(), placeOf(settings))));
const reports = reportsFolder(shard);
// Playwright takes paths to be relative to this file.
const place = hasFolder() ? `${targetFolder()}/` : '';
// Until this run has searched what it writes, nobody hands it on.
if (comparesObservations) forgetSearch(`${targetFolder()}/${reports}`);
const isShuffled = profile === 'stability';
const isSandbox = settings.target === 'sandbox';
// Playwright's JSON reporter prints the configuration with everything in it.
Object.defineProperty(settings, 'toJSON', { value: () => ({ target: settings.target }) });

export default defineConfig<object, { settings: Settings; recordsIn: string; corpusFile: string }>({
  forbidOnly: true,
  // What --grep selects is selected of these.
  // Where answers take long, no file is waited for.
  fullyParallel: isShuffled || !isSandbox,
  ...(profile === 'smoke' && { grep: /@smoke(?![\w-])/ }),
  ...(settings.generatedRuns === 0 && { grepInvert: /@generated\./ }),
  // What fails, fails at once. Only after an environment fault the reporter lets a test start afresh, once.
  retries: 0,
  // Two for either project, side by side: API tests keep a core busy each, browser tests mostly wait for a payment to be
  // made. A worker that changes between them would have to start anew. A target that takes its time gets more of them.
  workers: 4,
  // A test waits for a few answers and at most two redirects; a limit below that would hide which of them was late.
  timeout: 3 * settings.redirectTimeoutMs + 2 * settings.requestTimeoutMs,
  globalTimeout: longestRunMs(settings),
  expect: { timeout: isSandbox ? 5_000 : settings.requestTimeoutMs },
  outputDir: `${place}${reports}/test-results`,
  // A sandbox ends with the run, and what is on it too.
  globalSetup: isSandbox
    ? undefined
    : fileURLToPath(new URL('./harness/reporter/frame/global-setup.ts', import.meta.url)),
  globalTeardown: isSandbox ? './harness/reporter/frame/global-teardown.ts' : undefined,
  reporter: [
    // First, because it takes the keys out of what the others read.
    // Repetitions are compared with each other.
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

/** What a reader of settings gives; when they do not allow a run, what is wrong with them and the end. */
function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return end(error);
  }
}

/** On a real target it has all workers that the browser leaves, which it would take first if it came first. */
function api() {
  return { name: 'api', testDir: 'tests/api', ...(isSandbox && { workers: 2 }) };
}

function browser() {
  return {
    name: 'browser',
    testDir: 'tests/browser',
    use: browserOptions(),
    // The one port that a browser elsewhere comes to cannot be shared.
    workers: settings.browserAddress && settings.merchantOrigin ? 1 : isSandbox ? 2 : 3,
  };
}

/**
 * Every project twice, where a run begins with some files: with these alone, and with all others. Playwright takes
 * projects in their order, and nothing waits for anything.
 */
function firstThenRest<P extends { name: string; testDir: string }>(all: P[]): P[] {
  const first = filesOfBeginning();
  if (first.length === 0) return all;
  const paths = first.map((file) => new RegExp(`^${escaped(join(suiteRoot, file))}$`));
  return [
    ...all.map((project) => ({ ...project, testMatch: paths })),
    ...all.map((project) => ({ ...project, testIgnore: paths })),
  ];
}

/** The runner finds them out, and hands them to its workers. */
function filesOfBeginning(): string[] {
  const variable = 'CONFORMANCE_FIRST_FILES';
  const since = process.env[sinceVariable];
  if (!since) return [];
  if (isRunner) {
    const history = new History(targetFolder(), (line) => console.error(line));
    const { files, why } = orEnd(() => firstFiles(since, suiteRoot, history, targetName(placeOf(settings))));
    console.error(`First: ${files.length} spec files (${why}), then the rest`);
    process.env[variable] = JSON.stringify(files);
  }
  return JSON.parse(process.env[variable] ?? '[]') as string[];
}

function end(error: unknown): never {
  // The editor's plugin shows the error itself, and must not lose the process behind it.
  if (given('test-server')) throw error;
  // Nobody takes the front page of an earlier run for what came of this one.
  if (isRunner && !given('--list')) rmSync(`${targetFolder()}/reports/${frontPageFile}`, { force: true });
  console.error(error instanceof Error ? error.message : error);
  process.exit(exitCodes.brokenSuite);
}

function sandbox(): PlaywrightTestConfig['webServer'] {
  return {
    name: 'sandbox',
    // Nothing else would end it when the runner is killed.
    command: `node --import tsx sandbox/main.ts --quiet --while ${process.pid}`,
    // The named group becomes the variable SANDBOX_URL, which readSettings takes the address from.
    wait: { stdout: /sandbox listening on (?<sandbox_url>http:\/\/\S+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 3_000 },
  };
}

function browserOptions(): PlaywrightTestConfig['use'] {
  const headless = !['--headed', '--debug', '--ui', 'test-server'].some(given) && !process.env.PWDEBUG;
  // Only the runner knows whether windows are wanted; workers find its choice in the variable.
  const path = settings.browserAddress ? undefined : orEnd(() => findBrowser({ headless }))?.path;
  if (path) process.env.BROWSER_PATH = path;
  return {
    browserName: 'chromium',
    trace: traceOfFailures,
    screenshot: 'only-on-failure',
    launchOptions: launchOptionsOf(path),
  };
}
