import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
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
import { blocking, checkLines, type Check } from '../preflight/check.ts';
import { preflight } from '../preflight/preflight.ts';
import { leftBehind } from '../journal/earlier-runs.ts';
import { announced } from '../journal/book/journal.ts';
import { withDrift } from '../observations/drift.ts';
import { ruleOfTags } from '../rules/rule.ts';
import type { Settings } from '../settings/settings.ts';
import { maskFor, maskingOf, type Mask, type Masking } from '../target/secrets.ts';
import { Outages } from '../target/way/outages.ts';
import { runFolder } from '../target/way/run-folder.ts';
import { Progress } from './console/progress.ts';
import { summaryOf } from './console/summary.ts';
import { WholeLines } from './console/whole-lines.ts';
import { decideExitCode, exitCodeOf } from './exit-code.ts';
import { buildResults, type JudgedTest } from './outcome/build-results.ts';
import { FreshStarts, secondAttempt } from './outcome/fresh-starts.ts';
import { judgeTest } from './outcome/judge-test.ts';
import { limitsOf } from './outcome/selection.ts';
import { suiteFacts } from './outcome/suite-facts.ts';
import type { Results } from './results-schema.ts';
import { provenScan } from './scrub/canaries.ts';
import { maskEvidence } from './scrub/mask-evidence.ts';
import { searchable, tooOrdinary, type Removal } from './scrub/scan.ts';
import { visible, visibleInColour } from './visible.ts';

/**
 * Judges a run: progress and summary on the console, reports/results.json, the exit code, and no key in any artefact.
 * It must be the first reporter, so that the others read what has been masked.
 */
export default class ConformanceReporter implements Reporter {
  readonly #listing = process.argv.includes('--list');
  readonly #progress = new Progress((line) => process.stdout.write(`${line}\n`));
  readonly #errors: string[] = [];
  readonly #freshStarts = new FreshStarts();
  readonly #outages = new Outages(runFolder());
  #mask: Mask = (text) => text;
  #maskFile: Masking = (text) => text;
  readonly #removed: Removal[] = [];
  #ended: FullResult | undefined;
  readonly #output = (['stdout', 'stderr'] as const).map(
    (stream) => new WholeLines((lines) => process[stream].write(visibleInColour(this.#mask(lines)))),
  );
  #settings: Settings | undefined;
  #root = process.cwd();
  #checks: Check[] | undefined;
  /** Why no test is run. */
  #notReady: string | undefined;
  #limits: string[] = [];
  #tests: readonly TestCase[] = [];

  /** While tests are only listed, Playwright's own listing has the console. */
  printsToStdio(): boolean {
    return !this.#listing;
  }

  /** A target that is not ready would make every test an environment fault; none of them needs to find that out. */
  async preprocess({ config, suite, testRun }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    const settings = settingsOf(config);
    if (this.#listing || settings?.target !== 'staging' || suite.allTests().length === 0) return;
    const selected = suite.suites.filter((project) => project.allTests().length > 0).map(({ title }) => title);
    const browser = config.projects.find(({ name }) => name === 'browser' && selected.includes(name))?.use;
    this.#checks = await preflight(settings, {
      browser: browser && { ...browser.launchOptions, headless: browser.headless ?? true },
      thorough: false,
    });
    const failed = blocking(this.#checks);
    if (failed.length === 0) return;
    this.#notReady = failed.map(({ name, found }) => `the target is not ready: ${name}: ${found}`).join('; ');
    for (const project of suite.suites) testRun.skip(project, this.#notReady);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (this.#listing) return;
    this.#settings = settingsOf(config);
    if (this.#settings) {
      this.#mask = maskFor(this.#settings);
      this.#maskFile = maskingOf(searchable(this.#settings));
    }
    this.#root = dirname(config.configFile ?? join(this.#root, 'none'));
    this.#tests = suite.allTests();
    this.#limits = limitsOf(config.argv);
    // Whatever happens from here on, nobody takes the results of an earlier run for those of this one.
    for (const stale of ['results.json', 'allure-results']) {
      rmSync(`${this.#root}/reports/${stale}`, { recursive: true, force: true });
    }
    const files = this.#tests.map((test) => this.#fileOf(test));
    process.stdout.write(`Checking ${this.#hostText()}: ${files.length} tests in ${new Set(files).size} files\n`);
    for (const check of this.#checks ?? []) if (check.verdict !== 'ok') print(checkLines(check));
    if (this.#notReady) print(['  No test is run. npm run doctor looks at everything a run needs.']);
    else this.#progress.begin(files);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const removed = maskEvidence(result, this.#mask, this.#maskFile);
    this.#removed.push(...removed.map((one) => ({ ...one, file: this.#relative(one.file).replace(/^reports\//, '') })));
    const judged = this.#judge(test);
    if (!judged || result.status === 'interrupted') return;
    const { down } = this.#outages;
    if (down) this.#progress.givenUp(`${down}; what is left is not run`);
    if (result.retry > 0) this.#noteFreshStart(test, result);
    if (!down && this.#startsAfresh(judged, result)) {
      // Playwright looks at this once the reporters have heard of a test.
      test.retries = Math.max(test.retries, 1);
      // Some reporters read it when a test begins, others when it ends.
      test.annotations.push(secondAttempt);
      this.#progress.startedAfresh(judged);
    } else {
      this.#progress.tested(judged);
    }
  }

  #startsAfresh(judged: JudgedTest, result: TestResult): boolean {
    if (result.status === 'skipped') return false;
    const last = (judged.attempts?.at(-1) ?? judged).verdict;
    return this.#freshStarts.grants(result.retry + 1, last === 'environment', judged.timeline);
  }

  #noteFreshStart(test: TestCase, result: TestResult): void {
    if (judgeTest('must', test.results.slice(0, 1), this.#wasOut).verdict !== 'environment') return;
    result.annotations.push(secondAttempt);
    test.annotations.push(secondAttempt);
  }

  readonly #wasOut = (from: number, to: number): boolean => this.#outages.during(from, to);

  /** What tests and the sandbox print is shown line by line, for whoever looks for a fault. */
  onStdOut(chunk: string | Buffer): void {
    this.#output[0]?.write(chunk);
  }

  onStdErr(chunk: string | Buffer): void {
    this.#output[1]?.write(chunk);
  }

  onError(error: TestError): void {
    const text = visible(
      stripVTControlCharacters(this.#mask(error.message ?? error.value ?? 'an error without a message')),
    );
    // A run that was told to stop at a failure has its verdict from that failure.
    if (text.startsWith('Testing stopped early')) return;
    const place = error.location ? ` (${this.#relative(error.location.file)}:${error.location.line})` : '';
    this.#errors.push(text + place);
  }

  onEnd(result: FullResult): void {
    if (this.#listing) return;
    this.#progress.end();
    for (const output of this.#output) output.end();
    this.#ended = result;
    this.#write(this.#results(result));
  }

  /** All reports are written by now. They are searched before anybody is told of them. */
  async onExit(): Promise<void> {
    if (this.#listing || !this.#ended) return;
    try {
      if (this.#settings) this.#removed.push(...provenScan(`${this.#root}/reports`, searchable(this.#settings)));
    } catch (error) {
      this.#errors.push(this.#mask(String(error)));
    }
    const results = this.#results(this.#ended);
    this.#write(results);
    process.stdout.write(`${this.#maskFile(summaryOf(results))}\n`);
  }

  #write(results: Results): void {
    writeAtomically(`${this.#root}/reports`, 'results.json', `${this.#maskFile(JSON.stringify(results, null, 2))}\n`);
    decideExitCode(exitCodeOf(results));
  }

  #results(result: FullResult): Results {
    const settings = this.#settings;
    const strangers = this.#tests.filter((test) => !ruleOfTags(test.tags));
    const results = buildResults(
      {
        target: settings?.target ?? 'sandbox',
        host: this.#host(),
        startedAt: result.startTime.toISOString(),
        durationMs: Math.round(result.duration),
        ...suiteFacts(this.#root),
        partial: this.#limits.length > 0,
        limitedBy: this.#limits.map(this.#mask),
        interrupted: result.status === 'interrupted',
        ...(this.#outages.down ? { outage: this.#mask(this.#outages.down) } : {}),
        errors: [
          ...this.#errors,
          ...strangers.map((test) => `${this.#fileOf(test)}:${test.location.line} belongs to no rule: ${test.title}`),
        ],
        ...this.#leftBehind(),
        notApplicable: [...(settings?.notApplicable ?? [])],
        ...(this.#checks ? { preflight: this.#checks } : {}),
        ...(settings && { seed: String(settings.seed.number), generatedRuns: settings.generatedRuns }),
        ...this.#searched(),
      },
      this.#tests.flatMap((test) => this.#judge(test) ?? []),
    );
    return withDrift(this.#root, results);
  }

  #leftBehind(): { leftBehind?: string[] } {
    if (this.#settings?.target !== 'staging') return {};
    const left = leftBehind(this.#settings, announced());
    return left.length === 0 ? {} : { leftBehind: left.map(this.#mask) };
  }

  /** What the search of the reports removed, and what it could not search for. */
  #searched(): Pick<Results['run'], 'removed' | 'unsearched'> {
    const unsearched = this.#settings ? tooOrdinary(this.#settings) : [];
    return {
      ...(this.#removed.length > 0 ? { removed: this.#removed } : {}),
      ...(unsearched.length > 0 ? { unsearched } : {}),
    };
  }

  #judge(test: TestCase): JudgedTest | undefined {
    const rule = ruleOfTags(test.tags);
    if (!rule) return undefined;
    const project = test.parent.project()?.name ?? '';
    const place = { file: this.#fileOf(test), line: test.location.line, project };
    const judgement = judgeTest(rule.level, test.results, this.#wasOut);
    const down = judgement.verdict === 'not-tested' && this.#notReady;
    const fault = down ? { verdict: 'environment' as const, error: down } : {};
    return { rule: rule.id, title: test.title, ...place, ...judgement, ...fault };
  }

  #fileOf(test: TestCase): string {
    return this.#relative(test.location.file);
  }

  #relative(file: string): string {
    return relative(this.#root, file).split(sep).join('/');
  }

  /** The sandbox's address is known only once it listens. */
  #host(): string {
    const address = this.#settings?.baseUrl || process.env.SANDBOX_URL;
    return address ? new URL(address).host : '';
  }

  #hostText(): string {
    const host = this.#host();
    return `${this.#settings?.target ?? 'the target'}${host ? ` at ${host}` : ''}`;
  }
}

/** Not by way of reporter options: other reporters print those. */
const settingsOf = (config: FullConfig): Settings | undefined =>
  (config.projects[0]?.use as { settings?: Settings } | undefined)?.settings;

const print = (lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

/** Whoever reads the file sees the whole of it, or none. */
const writeAtomically = (folder: string, name: string, text: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.part`, text);
  renameSync(`${folder}/${name}.part`, `${folder}/${name}`);
};
