import { dirname, join } from 'node:path';
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
import { expectNoFailure, keepWorkers } from '../../helpers/errors/kept-worker.ts';
import { deviationsOf } from '../baselines/deviations/deviations.ts';
import { CircuitBreaker } from '../../helpers/client/network/retries/circuit-breaker.ts';
import { RateLimiter } from '../../helpers/client/network/rate-limit.ts';
import { retriesDisabled } from '../../helpers/client/network/retries/repetition.ts';
import { runFolder } from '../../helpers/client/network/run-folder.ts';
import type { Part } from '../shards/part.ts';
import { named, reportsFolder } from '../shards/shard.mjs';
import { takeShard } from '../shards/take-shard.ts';
import { hasFolder, suiteRoot, targetFolder } from '../../helpers/settings/command-line/target-folder.mjs';
import { attachAllFailures } from '../results/all-failures.ts';
import { Progress } from './console/progress.ts';
import { WholeLines } from './console/whole-lines.ts';
import type { JudgedTest } from '../results/judgement/build-results.ts';
import { FreshStarts, secondAttempt } from '../results/judgement/fresh-starts.ts';
import { CleanReports } from './clean-reports.ts';
import { Disk } from './disk.ts';
import { hostOf, JudgedRun } from './judged-run.ts';
import { RunReports } from './run-reports.ts';
import { relativeTo } from '../results/files/place.ts';
import { limitsOfRun } from './frame/limits-of-run.ts';
import { isInteractive } from './frame/looks-on.ts';
import { examine, readinessLines, type Readiness } from './frame/readiness.ts';
import { settingsOf } from '../../helpers/settings/environment.ts';
import { escapeControlChars, escapeControlCharsButColours } from '../../helpers/redaction/escape-control.ts';

/**
 * Judges a run, prints progress and summary, writes reports/results.json, decides the exit code and keeps keys out of
 * all artefacts. It must be the first reporter, so that the others read masked data.
 */
export default class ConformanceReporter implements Reporter {
  readonly #listing = process.argv.includes('--list');
  readonly #progress = new Progress((line) => process.stdout.write(`${line}\n`));
  readonly #errors: string[] = [];
  readonly #disk = new Disk((line) => print(line));
  readonly #freshStarts = new FreshStarts(retriesDisabled());
  readonly #outages = new CircuitBreaker(runFolder());
  readonly #rateLimiter = new RateLimiter(undefined, runFolder());
  readonly #output = (['stdout', 'stderr'] as const).map(
    (stream) => new WholeLines((lines) => process[stream].write(escapeControlCharsButColours(this.#clean.mask(lines)))),
  );
  readonly #givenRoot: string | undefined;
  readonly #triages: boolean;
  #config = '';
  #root = process.cwd();
  #clean = new CleanReports(undefined, this.#root);
  #readiness: Readiness = { checks: undefined, notReady: undefined };
  /** The shard of this run; undefined for a complete run. */
  #part: Part | undefined;
  /** Undefined until the run starts. */
  #run: JudgedRun | undefined;
  #runReports: RunReports | undefined;
  #ended: FullResult | undefined;
  #maxFailures = 0;

  /**
   * @param root the folder that contains `reports`; by default the folder of the configuration
   * @param triage whether to triage broken rules at the end
   */
  constructor({ root, triage = false }: { root?: string; triage?: boolean } = {}) {
    this.#givenRoot = root;
    this.#triages = triage;
  }

  /** With --list, only Playwright prints to the console. */
  printsToStdio(): boolean {
    return !this.#listing;
  }

  /** Checks the target first: if it is not ready, every test would end with an environment fault. */
  async preprocess(start: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    const settings = settingsOf(start.config);
    const { shard } = start.config;
    if (shard && settings) {
      const root = this.#rootOf(start.config);
      const asked = { index: shard.current, of: shard.total };
      const target = { target: settings.target, host: hostOf(settings) };
      this.#part = takeShard(start, asked, {
        root: suiteOf(root),
        target,
        limits: limitsOfRun(start.config, settings),
      });
    }
    if (this.#listing || settings?.target !== 'staging' || start.suite.allTests().length === 0) return;
    this.#readiness = await examine(start, settings);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (this.#listing) return;
    const settings = settingsOf(config);
    const root = this.#rootOf(config);
    this.#root = root;
    this.#config = config.configFile ?? '';
    this.#maxFailures = config.maxFailures;
    // With --max-failures, retries or an interactive run, Playwright must see failures as failures.
    const isOrdinary = config.maxFailures > 0 || config.projects.some(({ retries }) => retries > 0) || isInteractive();
    if (!isOrdinary) keepWorkers();
    this.#clean = new CleanReports(settings, root, reportsFolder(this.#part));
    const run = new JudgedRun({
      settings,
      root: suiteOf(root),
      tests: suite.allTests(),
      limits: limitsOfRun(config, settings),
      part: this.#part,
      readiness: this.#readiness,
      outages: this.#outages,
      rateLimiter: this.#rateLimiter,
      mask: this.#clean.mask,
      deviations: deviationsOf(settings, hostOf(settings)),
    });
    this.#run = run;
    this.#errors.push(...run.problemsOfDeviations());
    this.#runReports = new RunReports({
      run,
      settings,
      root,
      part: this.#part,
      errors: this.#errors,
      clean: this.#clean,
      disk: this.#disk,
      print,
    });
    this.#runReports.begin();
    const files = suite.allTests().map((test) => run.fileOf(test));
    const host = hostOf(settings);
    print(
      `Checking ${settings?.target ?? 'the target'}${host ? ` at ${host}` : ''}: ` +
        `${files.length} tests in ${new Set(files).size} files${this.#part ? `, ${named(this.#part)}` : ''}`,
      ...readinessLines(this.#readiness, settings, suite),
    );
    if (!this.#readiness.notReady) this.#progress.begin(files);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    expectNoFailure(test);
    this.#clean.clean(result);
    attachAllFailures(result);
    const judged = this.#run?.judge(test);
    if (!judged || result.status === 'interrupted') return;
    const { down } = this.#outages;
    if (down) this.#progress.stopped(`${down}; the remaining tests are skipped`);
    if (result.retry > 0 && this.#run?.beganWithEnvironmentFault(test)) {
      result.annotations.push(secondAttempt);
      test.annotations.push(secondAttempt);
    }
    if (!down && this.#isRepeated(judged, result)) {
      // Playwright reads this after the reporters have handled the end of the test.
      test.retries = Math.max(test.retries, 1);
      // Some reporters read annotations at the start of a test, others at its end.
      test.annotations.push(secondAttempt);
      this.#progress.retried(judged);
    } else {
      this.#run?.applyToOtherReporters(test, judged);
      this.#progress.tested(judged);
    }
  }

  #isRepeated(judged: JudgedTest, result: TestResult): boolean {
    if (result.status === 'skipped') return false;
    const last = (judged.attempts?.at(-1) ?? judged).verdict;
    return this.#freshStarts.grants(result.retry + 1, last === 'environment', judged.timeline);
  }

  /** Shows the output of tests and the sandbox line by line, for debugging. */
  onStdOut(chunk: string | Buffer): void {
    this.#output[0]?.write(chunk);
  }

  onStdErr(chunk: string | Buffer): void {
    this.#output[1]?.write(chunk);
  }

  onError(error: TestError): void {
    const text = escapeControlChars(
      stripVTControlCharacters(this.#clean.mask(error.message ?? error.value ?? 'an error without a message')),
    );
    // With --max-failures the failure itself decides the verdict, not this message.
    if (text === `Testing stopped early after ${this.#maxFailures} maximum allowed failures.`) return;
    const { file, line } = error.location ?? {};
    this.#errors.push(file ? `${text} (${relativeTo(suiteOf(this.#root), file)}:${line})` : text);
  }

  onEnd(result: FullResult): void {
    if (this.#listing) return;
    this.#progress.end();
    for (const output of this.#output) output.end();
    this.#ended = result;
    this.#runReports?.conclude(result);
  }

  async onExit(): Promise<void> {
    const ended = this.#ended;
    if (this.#listing || !ended) return;
    // No triage with --max-failures, in an interactive run, after an interruption or an outage.
    const isOver = ended.status === 'interrupted' || ended.status === 'timedout' || this.#outages.down;
    if (this.#triages && this.#maxFailures === 0 && !isInteractive() && !isOver) {
      await this.#runReports?.triageFailures(ended, this.#config);
    }
    await this.#runReports?.publish(ended);
  }

  #rootOf(config: FullConfig): string {
    if (this.#givenRoot !== undefined) return this.#givenRoot;
    return hasFolder() ? targetFolder() : dirname(config.configFile ?? join(this.#root, 'none'));
  }
}

/** The folder of the suite, whose files reports refer to. @param root the folder that contains `reports` */
const suiteOf = (root: string): string => (hasFolder() ? suiteRoot : root);

const print = (...lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
