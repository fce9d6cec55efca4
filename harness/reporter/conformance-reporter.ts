import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { textOfError } from '../../helpers/errors/errors.ts';
import { readRun } from '../../helpers/run/run-log.ts';
import { deviationsFor, readKnownDeviations, type KnownDeviation } from '../../helpers/deviations/known-deviations.ts';
import { allowRepeatedFailures, takeBack } from '../../helpers/run/repeated-failure.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { maskFor, type Mask } from '../../helpers/redaction/secrets.ts';
import { readDigestSettings, settingsNotes, settingsOf } from '../../helpers/settings/environment.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { suiteRoot } from '../../helpers/settings/settings-folder.cjs';
import { formatCheck, warn, type PreflightCheck } from '../preflight/preflight-check.ts';
import { readBuild, type SeenBuild } from '../preflight/target-build.ts';
import {
  buildResults,
  endingDeviations,
  goneCases,
  passingAgain,
  verdictOfTest,
  type EndedTest,
  type RunInput,
} from '../results/build-results.ts';
import { decideExitCode, exitCodeOf, exitCodes } from '../results/exit-code.ts';
import { keepRun, runBefore, withHistory } from '../results/last-run.ts';
import { relativeTo } from '../results/place.ts';
import { readResults } from '../results/read-results.ts';
import type { Results } from '../results/results-schema.ts';
import { limitsOf } from '../results/selection.ts';
import { searchReports } from '../scrub/search-reports.ts';
import { mergedRun, noteRemoved, writeShardRecord, type ShardRecord } from './shard-record.ts';
import { dropRecord } from '../../helpers/evidence/check-result.ts';
import { endedTest } from './ended-test.ts';
import { picturesIn, type Picture } from '../summary/payments-page.ts';
import { Progress } from './progress.ts';
import { longestFirst } from './longest-first.ts';
import { fileOf, hostOf, repeatedValues, runFacts, selectedRules } from './run-facts.ts';
import { lostReports } from './run-lock.ts';
import { nothingSelected, summaryOf } from './run-summary.ts';
import { removeOldReports, sendDigest, writeReports, writeResults } from './write-reports.ts';

const print = (...lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

interface Options {
  reports: string;
  checks?: PreflightCheck[] | undefined;
  shards?: readonly ShardRecord[];
}

/** Judges a run from the checks of its tests, prints progress and summary, writes the reports and decides the exit code. */
export default class ConformanceReporter implements Reporter {
  readonly #listing = process.argv.includes('--list');
  readonly #progress = new Progress(print);
  readonly #errors: string[] = [];
  readonly #ended = new Map<string, EndedTest>();
  readonly #folder: string;
  readonly #shards: readonly ShardRecord[] | undefined;
  #settings: Settings | undefined;
  #mask: Mask = (text) => text;
  #config: FullConfig | undefined;
  #tests: readonly TestCase[] = [];
  #result: FullResult | undefined;
  #preflight: PreflightCheck[] | undefined;
  readonly #builds: SeenBuild[] = [];
  readonly #films: Picture[] = [];
  #isRemoved = false;
  #isStopped = false;
  /** Why no test runs; undefined when the target is ready. */
  #notReady: string | undefined;

  /**
   * @param reports the folder of the reports
   * @param checks of a staging before the run
   * @param shards the records of the shards that are merged; undefined for a run
   */
  constructor({ reports, checks, shards }: Options) {
    this.#folder = reports;
    this.#preflight = checks;
    this.#shards = shards;
  }

  /** With --list, only Playwright prints to the console. */
  printsToStdio(): boolean {
    return !this.#listing;
  }

  /** Skips all tests if a staging is not ready: every test would end as unreachable. */
  async preprocess({ config, suite, testRun }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    longestFirst(suite);
    if (this.#listing || !this.#preflight || suite.allTests().length === 0) return;
    const failed = this.#preflight.filter(({ verdict }) => verdict === 'fail');
    const settings = settingsOf(config);
    if (failed.length === 0 && settings) await this.#noteBuild(settings);
    print(...this.#preflight.filter(({ verdict }) => verdict !== 'ok').flatMap(formatCheck));
    if (failed.length === 0) return;
    this.#notReady = `the target is not ready: ${failed.map(({ name }) => name).join(', ')}`;
    this.#progress.notReady(this.#notReady);
    for (const project of suite.suites) testRun.skip(project, this.#notReady);
  }

  /** Which build answers now; one that cannot be read is no verdict. */
  async #noteBuild(settings: Settings): Promise<void> {
    const build = await readBuild(settings);
    if (typeof build === 'object') this.#builds.push(build);
    else if (build !== undefined && !this.#preflight?.some(({ name }) => name === 'build'))
      this.#preflight?.push(warn('build', build, 'correct BUILD_URL; until then the build of the target is not known'));
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (this.#listing) return;
    allowRepeatedFailures();
    this.#config = config;
    if (!this.#shards) process.once('SIGINT', () => (this.#isStopped = true));
    this.#settings = settingsOf(config);
    if (this.#settings) this.#mask = maskFor(this.#settings);
    this.#tests = suite.allTests();
    removeOldReports(this.#folder);
    const files = this.#tests.map(fileOf);
    const { target = 'the target' } = this.#settings ?? {};
    const seed = this.#settings ? `, seed ${this.#settings.seed.number}` : '';
    const host = hostOf(this.#settings);
    const notes = this.#settings ? settingsNotes().map(({ problem, fix }) => `Settings: ${problem}; ${fix}`) : [];
    print(
      this.#notReady === undefined
        ? `Checking ${target}${host ? ` at ${host}` : ''}: ${files.length} tests in ${new Set(files).size} files${seed}`
        : 'No test runs, because the target is not ready. Fix what failed; npm run doctor checks it alone.',
    );
    if (notes.length > 0) print(...notes);
    this.#progress.begin(files);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    takeBack(test, result);
    this.#endWithoutFolder();
    const before = this.#ended.get(test.id);
    const around = { mask: this.#mask, notReady: this.#notReady, isStopped: this.#isStopped, before };
    const ended = endedTest(test, result, around);
    this.#ended.set(test.id, ended);
    this.#films.push(...picturesIn(result.attachments));
    // The reporters behind this one would write each record into a file; those of shards are read again.
    if (!this.#config?.shard && !this.#shards) dropRecord(result);
    this.#progress.ended(ended, verdictOfTest(ended));
  }

  #nothingSelected(): string {
    const limits = limitsOf(this.#config?.argv ?? process.argv)
      .map(this.#mask)
      .join(' ');
    return `${nothingSelected} ${limits}; npm run rules -- --find TEXT lists rules with their tests`;
  }

  onError(error: TestError): void {
    const text = this.#mask(stripVTControlCharacters(error.message ?? error.value ?? 'an error without a message'));
    const { file, line } = error.location ?? {};
    const place = file ? ` (${relativeTo(suiteRoot, file)}:${line})` : '';
    if (text.startsWith('Error: No tests found')) return void this.#errors.push(this.#nothingSelected());
    // With --max-failures the failure itself decides the verdict.
    if (!text.startsWith('Testing stopped early after')) this.#errors.push(escapeControlChars(text) + place);
  }

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(this.#mask(String(chunk)));
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(this.#mask(String(chunk)));
  }

  onEnd(result: FullResult): void {
    this.#progress.end();
    // An empty list of tests is no error of Playwright's.
    if (result.status === 'passed' && this.#ended.size === 0 && this.#errors.length === 0 && !this.#config?.shard)
      this.#errors.push(this.#nothingSelected());
    this.#result = result;
  }

  /** After the other reporters have written their files, which are searched for keys. */
  async onExit(): Promise<void> {
    if (this.#listing || !this.#result) return;
    this.#endWithoutFolder();
    if (this.#isRemoved) return decideExitCode(exitCodes.brokenSuite);
    try {
      if (this.#settings && this.#preflight && this.#notReady === undefined) await this.#noteBuild(this.#settings);
      const run = this.#runInput(this.#result);
      const { shard } = this.#config ?? {};
      const isShard = shard !== null && shard !== undefined && !this.#shards;
      if (isShard)
        writeShardRecord(this.#folder, { shard, run, unique: readRun('unique'), deviations: this.#deviations(run) });
      const limitedBy = isShard ? [...run.limitedBy, `--shard=${shard.current}/${shard.total}`] : run.limitedBy;
      const judged = this.#results({ ...run, limitedBy, partial: limitedBy.length > 0 });
      const results = withHistory(judged, runBefore(this.#folder, judged.run));
      decideExitCode(exitCodeOf(results));
      const published = await this.#publish(results);
      if (isShard) noteRemoved(this.#folder, published.run);
    } catch (error) {
      // The folder may have been removed meanwhile, or the disk be full.
      decideExitCode(exitCodes.brokenSuite);
      print(`The reports could not be written: ${this.#mask(textOfError(error))}`);
    }
  }

  /** Ends the run, callbacks cleaned up, when the folder of the reports was removed meanwhile. */
  #endWithoutFolder(): void {
    if (this.#isRemoved || !lostReports(this.#folder)) return;
    this.#isRemoved = true;
    print(`The reports cannot be written: ${this.#folder} was removed while the run was writing to it.`);
    // Allure's reporter would fail for each test.
    mkdirSync(join(this.#folder, 'allure-results'), { recursive: true });
    process.emit('SIGINT');
  }

  /** Writes the reports, and searches all that is in their folder for keys; what the summary and the digest say is of them. */
  async #publish(results: Results): Promise<Results> {
    const settings = this.#settings;
    const drift = writeReports(this.#folder, results, this.#films);
    const published = settings ? await this.#searched(results, settings) : results;
    const { GITHUB_STEP_SUMMARY: jobSummary } = process.env;
    // GitHub shows it on the page of the job.
    if (jobSummary) appendFileSync(jobSummary, `${readFileSync(join(this.#folder, 'digest.md'), 'utf8')}\n`);
    const before = runBefore(this.#folder, published.run);
    const problem = await sendDigest(published, drift ?? [], settings ?? readDigestSettings(), before);
    print(summaryOf(published, relative(process.cwd(), this.#folder) || this.#folder, drift));
    if (problem) print(problem);
    keepRun(this.#folder, published);
    const isDescribed = settings?.checkoutPage !== undefined || !this.#tests.some(isInBrowser);
    if (settings && !isDescribed && this.#notReady === undefined)
      print(
        'Next: npm run page, which proposes the lines for CHECKOUT_PAGE; without them nothing is paid in the browser',
      );
    return published;
  }

  /** The results as they are in the searched folder. */
  async #searched(results: Results, settings: Settings): Promise<Results> {
    try {
      const { removed, unsearched } = await searchReports(this.#folder, settings);
      if (removed.length + unsearched.length === 0) return results;
      const published = readResults(join(this.#folder, 'results.json'));
      Object.assign(published.run, removed.length > 0 && { removed }, unsearched.length > 0 && { unsearched });
      writeResults(this.#folder, published);
      return published;
    } catch (error) {
      results.run.errors.push(textOfError(error));
      results.run.verdict = 'inconclusive';
      decideExitCode(exitCodes.brokenSuite);
      writeReports(this.#folder, results, this.#films);
      return results;
    }
  }

  /** The facts of this run; those of merged shards come from their records. */
  #runInput(result: FullResult): RunInput {
    if (this.#shards) return mergedRun(this.#shards, this.#errors);
    return runFacts(result, {
      config: this.#config,
      settings: this.#settings,
      mask: this.#mask,
      tests: this.#tests,
      errors: this.#errors,
      builds: this.#builds,
      preflight: this.#preflight,
    });
  }

  #results(run: RunInput): Results {
    const tests = [...this.#ended.values()];
    const selected = run.partial ? selectedRules(this.#config, this.#tests) : undefined;
    const seen = this.#shards?.flatMap(({ unique }) => unique) ?? readRun('unique');
    // Payments that were stopped may have been looked at twice.
    const further = run.interrupted ? [] : repeatedValues(seen);
    const results = buildResults(run, tests, selected, further);
    const deviations = this.#deviations(run);
    const ending = endingDeviations(deviations, results);
    // What was not met may be in the tests that did not run.
    const isWhole = !run.partial && !run.interrupted;
    const gone = isWhole ? goneCases(deviations, results) : [];
    const again = isWhole ? passingAgain(deviations, results) : [];
    if (ending.length > 0) results.run.endingDeviations = ending;
    if (gone.length > 0) results.run.goneCases = gone;
    return again.length === 0 ? results : buildResults(results.run, tests, selected, [...further, ...again]);
  }

  #deviations({ target, host }: RunInput): KnownDeviation[] {
    if (this.#shards) return this.#shards[0]?.deviations ?? [];
    const all = readKnownDeviations(this.#settings?.knownDeviations);
    return deviationsFor(all, target === 'sandbox' ? 'sandbox' : host);
  }
}

const isInBrowser = (test: TestCase): boolean => test.parent.project()?.name === 'browser';
