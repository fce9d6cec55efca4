import type { FullResult, TestCase } from '@playwright/test/reporter';
import { leftBehind, mayExist } from '../../helpers/callbacks/clean-up/earlier-runs.ts';
import { leftAnnotation } from '../../helpers/callbacks/clean-up/words.ts';
import { announced } from '../../helpers/callbacks/journal/journal.ts';
import { keyOfTest, type Answers } from '../baselines/answers/answers.ts';
import type { Deviations } from '../baselines/deviations/deviations.ts';
import { profileOf } from '../../helpers/settings/command-line/profile.mjs';
import { ruleOfTags } from '../../interface/rules/rule.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import type { Part } from '../shards/part.ts';
import type { Mask } from '../../helpers/redaction/secrets.ts';
import type { CircuitBreaker } from '../../helpers/client/network/retries/circuit-breaker.ts';
import { runFolder, runMark } from '../../helpers/client/network/run-folder.ts';
import { trafficIn } from '../../helpers/client/network/traffic.ts';
import type { RateLimiter } from '../../helpers/client/network/rate-limit.ts';
import { StatusOverride } from '../baselines/deviations/told-tests.ts';
import { buildResults, type JudgedTest } from '../results/judgement/build-results.ts';
import { judgeTest } from '../results/judgement/judge-test.ts';
import { suiteFacts } from '../results/judgement/suite-facts.ts';
import type { Results } from '../results/results-schema.ts';
import { relativeTo } from '../results/files/place.ts';
import { answersIn, type Answer } from '../../helpers/evidence/answers.ts';
import { timelineIn } from '../../helpers/evidence/timeline.ts';
import type { Planned } from '../triage/again/plan.ts';
import type { Readiness } from './frame/readiness.ts';

/** The time within which events are considered related, in milliseconds. */
const nearMs = 1_000;

/** The facts of a run at its start. */
interface RunStart {
  settings: Settings | undefined;
  /** The folder of the suite. */
  root: string;
  tests: readonly TestCase[];
  /** The arguments that limit the run to some of the tests. */
  limits: readonly string[];
  /** The shard of the run; undefined for a complete run. */
  part: Part | undefined;
  readiness: Readiness;
  outages: CircuitBreaker;
  rateLimiter: Pick<RateLimiter, 'found'>;
  mask: Mask;
  deviations: Deviations;
}

/** The maximum number of screenshots listed for a test. */
const maxScreenshots = 4;

/** The screenshots of a test, relative to Playwright's output folder. */
const screenshotsOf = (test: TestCase): string[] => {
  const folder = test.parent.project()?.outputDir ?? '';
  const paths = test.results.flatMap(({ attachments }) =>
    attachments.flatMap(({ name, path }) => (name === 'screenshot' && path ? relativeTo(folder, path) : [])),
  );
  return paths.filter((path) => !path.startsWith('..')).slice(-maxScreenshots);
};

/** Judges the tests of a run, and the run. */
export class JudgedRun {
  readonly #start: RunStart;
  readonly #overrides = new StatusOverride();
  /** The times of requests without an answer of the service; computed on first use. */
  #troubles: number[] | undefined;

  constructor(start: RunStart) {
    this.#start = start;
    for (const test of start.tests) {
      const known = start.deviations.of(ruleOfTags(test.tags)?.id);
      if (known) this.#overrides.announce(test, known);
    }
  }

  /** Problems with known deviations that name tests which do not exist. */
  problemsOfDeviations(): string[] {
    const { limits, deviations, tests, part } = this.#start;
    const all = part?.tests ?? tests.map(({ title, tags }) => ({ rule: ruleOfTags(tags)?.id, title }));
    return (part?.limits ?? limits).length > 0 ? [] : deviations.unknownTests(all);
  }

  /** Judges a test. @returns undefined for a test that belongs to no rule */
  judge(test: TestCase): JudgedTest | undefined {
    const rule = ruleOfTags(test.tags);
    if (!rule) return undefined;
    const project = test.parent.project()?.name ?? '';
    const place = { file: this.fileOf(test), line: test.location.line, project };
    const { deviations, readiness } = this.#start;
    const isKnown = (error: string): boolean => deviations.isKnown(rule.id, test.title, error);
    const attempts = test.results.map((result) => this.#overrides.original(result));
    const judgement = deviations.withAdvice(
      rule.id,
      test.title,
      judgeTest(rule.level, attempts, this.#wasOut, isKnown),
    );
    const down = judgement.verdict === 'not-tested' && readiness.notReady;
    const fault = down ? { verdict: 'environment' as const, error: down } : {};
    const screenshots = judgement.verdict === 'fail' ? screenshotsOf(test) : [];
    return { rule: rule.id, title: test.title, ...place, ...judgement, ...fault, screenshots };
  }

  /** Makes other reporters show the verdict of a test that a known deviation covers. */
  applyToOtherReporters(test: TestCase, judged: JudgedTest): void {
    const known = this.#start.deviations.of(judged.rule);
    if (known) this.#overrides.apply(test, judged, known);
  }

  /** Whether an environment fault ended the first attempt at a test. */
  beganWithEnvironmentFault(test: TestCase): boolean {
    return judgeTest('must', test.results.slice(0, 1), this.#wasOut).verdict === 'environment';
  }

  /**
   * @param errors failures of the suite itself
   * @param searched the findings of the key scan
   */
  results(
    result: FullResult,
    errors: readonly string[],
    searched: Pick<Results['run'], 'removed' | 'unsearched'>,
  ): Results {
    const { settings, root, tests, limits, part, readiness, outages, rateLimiter, mask, deviations } = this.#start;
    const rate = rateLimiter.found;
    const mark = runMark();
    const sent = trafficIn(runFolder());
    const withoutRule = tests.filter((test) => !ruleOfTags(test.tags));
    return buildResults(
      {
        target: settings?.target ?? 'sandbox',
        host: hostOf(settings),
        ...(mark && { mark }),
        startedAt: result.startTime.toISOString(),
        durationMs: Math.round(result.duration),
        profile: profileOf(),
        ...suiteFacts(root),
        partial: limits.length > 0,
        limitedBy: limits.map(mask),
        // A run over its time limit ends like an interrupted one.
        interrupted: result.status === 'interrupted' || result.status === 'timedout',
        ...(part ? { shard: { index: part.index, of: part.of } } : {}),
        ...(rate === undefined ? {} : { rate: toOneDecimal(rate) }),
        ...(outages.down ? { outage: mask(outages.down) } : {}),
        errors: [
          ...errors,
          ...withoutRule.map((test) => `${this.fileOf(test)}:${test.location.line} belongs to no rule: ${test.title}`),
        ],
        ...this.#leftBehind(),
        notApplicable: [...(settings?.notApplicable ?? [])],
        ...(readiness.checks ? { preflight: readiness.checks } : {}),
        ...(settings && { seed: String(settings.seed.number), generatedRuns: settings.generatedRuns }),
        ...searched,
      },
      tests.flatMap((test) => this.judge(test) ?? []),
      (id) => deviations.of(id),
      (id) => sent.get(id),
    );
  }

  /** Whether there were network problems while a test ran, or shortly before or after. */
  hadTrouble({ project, file, title }: Planned): boolean {
    const test = this.#start.tests.find(
      (one) => one.title === title && one.parent.project()?.name === project && this.fileOf(one) === file,
    );
    this.#troubles ??= this.#start.tests.flatMap(({ results }) =>
      results.flatMap(({ attachments }) => timelineIn(attachments).map(({ at }) => Date.parse(at))),
    );
    return (test?.results ?? []).some(({ startTime, duration }) => {
      const from = startTime.getTime() - nearMs;
      return this.#troubles?.some((at) => at >= from && at <= startTime.getTime() + duration + nearMs);
    });
  }

  /** The answers that tests received so far. */
  answers(): Answers {
    const all = answersIn(runFolder());
    return new Map(
      this.#start.tests.flatMap((test): [string, readonly Answer[]][] => {
        const answers = all.get(test.id);
        return answers ? [[keyOfTest({ file: this.fileOf(test), title: test.title }), answers]] : [];
      }),
    );
  }

  get tests(): readonly TestCase[] {
    return this.#start.tests;
  }

  fileOf(test: TestCase): string {
    return relativeTo(this.#start.root, test.location.file);
  }

  readonly #wasOut = (from: number, to: number): boolean => this.#start.outages.during(from, to);

  #leftBehind(): { leftBehind?: string[]; mayExist?: string[] } {
    const { settings, mask, tests } = this.#start;
    if (settings?.target !== 'staging') return {};
    const noted = tests.flatMap(({ results }) => results.flatMap(({ annotations }) => annotations));
    const annotated = noted.filter(({ type }) => type === leftAnnotation).map(({ description = '' }) => description);
    const left = [...new Set([...leftBehind(settings, announced()), ...annotated])];
    const lost = mayExist(announced());
    return {
      ...(left.length > 0 && { leftBehind: left.map(mask) }),
      ...(lost.length > 0 && { mayExist: lost.map(mask) }),
    };
  }
}

/** Rounds down, so that the suggested rate was really accepted, but never to zero. */
const toOneDecimal = (rate: number): number => Math.max(0.1, Math.floor(rate * 10) / 10);

/** Host and port of the target; empty while unknown, because the sandbox has an address only once it listens. */
export const hostOf = (settings: Settings | undefined): string => {
  const address = settings?.baseUrl || process.env.SANDBOX_URL;
  return address ? new URL(address).host : '';
};
