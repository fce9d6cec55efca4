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
import type { Planned } from '../again/plan.ts';
import type { Readiness } from './frame/readiness.ts';

/** What happens within this time has to do with each other, in milliseconds. */
const nearMs = 1_000;

/** What a run is made of, as it begins. */
interface RunBegun {
  settings: Settings | undefined;
  /** The suite. */
  root: string;
  tests: readonly TestCase[];
  /** The arguments that limit it to some of the tests. */
  limits: readonly string[];
  /** What the run is a part of; undefined when it is a whole one. */
  part: Part | undefined;
  readiness: Readiness;
  outages: CircuitBreaker;
  rateLimiter: Pick<RateLimiter, 'found'>;
  mask: Mask;
  deviations: Deviations;
}

/** Screenshots of one test that are told of. */
const mostScreenshots = 4;

/** The pictures of a test, below the folder that Playwright keeps them in. */
const screenshotsOf = (test: TestCase): string[] => {
  const folder = test.parent.project()?.outputDir ?? '';
  const paths = test.results.flatMap(({ attachments }) =>
    attachments.flatMap(({ name, path }) => (name === 'screenshot' && path ? relativeTo(folder, path) : [])),
  );
  return paths.filter((path) => !path.startsWith('..')).slice(-mostScreenshots);
};

/** Judges the tests of a run, and the run. */
export class JudgedRun {
  readonly #begun: RunBegun;
  readonly #told = new StatusOverride();
  /** When requests got no answer of the service; undefined until somebody asks. */
  #troubles: number[] | undefined;

  constructor(begun: RunBegun) {
    this.#begun = begun;
    for (const test of begun.tests) {
      const known = begun.deviations.of(ruleOfTags(test.tags)?.id);
      if (known) this.#told.announce(test, known);
    }
  }

  /** What the known deviations say about tests that do not exist. */
  strayDeviations(): string[] {
    const { limits, deviations, tests, part } = this.#begun;
    const all = part?.tests ?? tests.map(({ title, tags }) => ({ rule: ruleOfTags(tags)?.id, title }));
    return (part?.limits ?? limits).length > 0 ? [] : deviations.strays(all);
  }

  /** Undefined for a test that belongs to no rule. */
  judge(test: TestCase): JudgedTest | undefined {
    const rule = ruleOfTags(test.tags);
    if (!rule) return undefined;
    const project = test.parent.project()?.name ?? '';
    const place = { file: this.fileOf(test), line: test.location.line, project };
    const { deviations, readiness } = this.#begun;
    const isKnown = (error: string): boolean => deviations.isKnown(rule.id, test.title, error);
    const attempts = test.results.map((result) => this.#told.original(result));
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

  /** Has the other reporters show a test as it was judged, where a known deviation made the difference. */
  tell(test: TestCase, judged: JudgedTest): void {
    const known = this.#begun.deviations.of(judged.rule);
    if (known) this.#told.apply(test, judged, known);
  }

  /** Whether an environment fault ended the first attempt at a test. */
  beganInEnvironment(test: TestCase): boolean {
    return judgeTest('must', test.results.slice(0, 1), this.#wasOut).verdict === 'environment';
  }

  /**
   * @param errors what kept the suite itself from working
   * @param searched what the search of the reports found
   */
  results(
    result: FullResult,
    errors: readonly string[],
    searched: Pick<Results['run'], 'removed' | 'unsearched'>,
  ): Results {
    const { settings, root, tests, limits, part, readiness, outages, rateLimiter, mask, deviations } = this.#begun;
    const rate = rateLimiter.found;
    const mark = runMark();
    const sent = trafficIn(runFolder());
    const strangers = tests.filter((test) => !ruleOfTags(test.tags));
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
        // A run that took too long is cut off like one that somebody stops.
        interrupted: result.status === 'interrupted' || result.status === 'timedout',
        ...(part ? { shard: { index: part.index, of: part.of } } : {}),
        ...(rate === undefined ? {} : { rate: toOneDecimal(rate) }),
        ...(outages.down ? { outage: mask(outages.down) } : {}),
        errors: [
          ...errors,
          ...strangers.map((test) => `${this.fileOf(test)}:${test.location.line} belongs to no rule: ${test.title}`),
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

  /** Whether something was wrong with the way to the target while a test ran, or shortly before or after. */
  hadTrouble({ project, file, title }: Planned): boolean {
    const test = this.#begun.tests.find(
      (one) => one.title === title && one.parent.project()?.name === project && this.fileOf(one) === file,
    );
    this.#troubles ??= this.#begun.tests.flatMap(({ results }) =>
      results.flatMap(({ attachments }) => timelineIn(attachments).map(({ at }) => Date.parse(at))),
    );
    return (test?.results ?? []).some(({ startTime, duration }) => {
      const from = startTime.getTime() - nearMs;
      return this.#troubles?.some((at) => at >= from && at <= startTime.getTime() + duration + nearMs);
    });
  }

  /** What tests were answered so far. */
  answers(): Answers {
    const all = answersIn(runFolder());
    return new Map(
      this.#begun.tests.flatMap((test): [string, readonly Answer[]][] => {
        const answers = all.get(test.id);
        return answers ? [[keyOfTest({ file: this.fileOf(test), title: test.title }), answers]] : [];
      }),
    );
  }

  get tests(): readonly TestCase[] {
    return this.#begun.tests;
  }

  fileOf(test: TestCase): string {
    return relativeTo(this.#begun.root, test.location.file);
  }

  readonly #wasOut = (from: number, to: number): boolean => this.#begun.outages.during(from, to);

  #leftBehind(): { leftBehind?: string[]; mayExist?: string[] } {
    const { settings, mask, tests } = this.#begun;
    if (settings?.target !== 'staging') return {};
    const noted = tests.flatMap(({ results }) => results.flatMap(({ annotations }) => annotations));
    const untold = noted.filter(({ type }) => type === leftAnnotation).map(({ description = '' }) => description);
    const left = [...new Set([...leftBehind(settings, announced()), ...untold])];
    const lost = mayExist(announced());
    return {
      ...(left.length > 0 && { leftBehind: left.map(mask) }),
      ...(lost.length > 0 && { mayExist: lost.map(mask) }),
    };
  }
}

/** Rounded down, so that no more is proposed than was taken; never to nothing. */
const toOneDecimal = (rate: number): number => Math.max(0.1, Math.floor(rate * 10) / 10);

/** Host and port of the target; empty when unknown, since the sandbox's address is known only once it listens. */
export const hostOf = (settings: Settings | undefined): string => {
  const address = settings?.baseUrl || process.env.SANDBOX_URL;
  return address ? new URL(address).host : '';
};
