import type { FullConfig, FullResult, TestCase } from '@playwright/test/reporter';
import { checkResultOf, eachExchange, type CheckResult } from '../../helpers/evidence/check-result.ts';
import { repeatedValuesIn } from '../../helpers/evidence/run-invariants.ts';
import type { Mask } from '../../helpers/redaction/secrets.ts';
import { readRun, runMark } from '../../helpers/run/run-log.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { besideSettings, suiteRoot } from '../../helpers/settings/settings-folder.cjs';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { rulesOfTags } from '../../interface/rules/covers.ts';
import type { PreflightCheck } from '../preflight/preflight-check.ts';
import type { SeenBuild } from '../preflight/target-build.ts';
import type { RunInput } from '../results/build-results.ts';
import { relativeTo } from '../results/place.ts';
import { limitsOf } from '../results/selection.ts';
import { suiteFacts } from '../results/suite-facts.ts';
import { readReviews, reviewsFile, undecidedPoints } from '../signoff/reviews.ts';

/** What the reporter has seen of its run. */
interface Seen {
  config: FullConfig | undefined;
  settings: Settings | undefined;
  mask: Mask;
  tests: readonly TestCase[];
  errors: readonly string[];
  builds: readonly SeenBuild[];
  preflight: readonly PreflightCheck[] | undefined;
}

/** The facts of a run that do not come from its tests. */
export const runFacts = (result: FullResult, seen: Seen): RunInput => {
  const { config, settings, mask, tests, errors, builds, preflight } = seen;
  const limits = limitsOf(config?.argv ?? process.argv).filter((limit) => !limit.startsWith('--shard'));
  const withoutRule = tests.filter(({ tags }) => rulesOfTags(tags).length === 0);
  return {
    target: settings?.target ?? 'sandbox',
    host: hostOf(settings),
    mark: runMark() ?? '',
    startedAt: result.startTime.toISOString(),
    durationMs: Math.round(result.duration),
    ...suiteFacts(suiteRoot),
    partial: limits.length > 0,
    limitedBy: limits.map(mask),
    // A run over its time limit ends like an interrupted one.
    interrupted: result.status === 'interrupted' || result.status === 'timedout',
    errors: [
      ...errors,
      ...withoutRule.map((test) => `${fileOf(test)}:${test.location.line} covers no rule: ${test.title}`),
    ],
    ...leftBehindIn(mask),
    // A target that was not ready is told as such.
    ...(preflight?.some(({ verdict }) => verdict === 'fail') ? {} : outageIn(readRun('reachable'), mask)),
    // Shards of one run have marks of their own.
    ...(config?.shard ? {} : otherRunsIn(readRun('other-run'))),
    ...(builds.length > 0 && { builds: [...builds] }),
    notApplicable: [...(settings?.notApplicable ?? [])],
    ...(settings?.screenshots === 0 && { screenshots: false }),
    undecided: undecidedPoints(readReviews(besideSettings(reviewsFile)), result.startTime.toISOString().slice(0, 10)),
    ...(preflight && { preflight: [...preflight] }),
    ...(settings && { seed: String(settings.seed.number), generatedRuns: settings.generatedRuns }),
  };
};

/** The rules that a selection asks for by id, level or section; otherwise all rules that the selected tests cover. */
export const selectedRules = (config: FullConfig | undefined, tests: readonly TestCase[]): Set<string> => {
  const patterns = [config?.grep ?? []].flat();
  const asked = Object.entries(catalogue).flatMap(([id, { level, sections }]) => {
    const tags = [`@${id}`, `@${level}`, ...sections.map((section) => `@section-${section}`)].join(' ');
    return patterns.some((pattern) => String(pattern) !== '/.*/' && new RegExp(pattern).test(tags)) ? [id] : [];
  });
  const covered = new Set<string>(tests.flatMap(({ tags }) => rulesOfTags(tags)));
  const chosen = asked.filter((id) => covered.has(id));
  return chosen.length > 0 ? new Set(chosen) : covered;
};

/** Values that must be unique, but were answered to requests of several workers. */
export const repeatedValues = (seen: readonly Record<string, unknown>[]): CheckResult[] =>
  [...repeatedValuesIn(seen)].map((rule) =>
    checkResultOf({
      rule,
      case: eachExchange,
      verdict: 'fail',
      message: 'a value that must be unique was answered to two requests of the run',
      differences: [{ field: 'value', expected: 'unique', received: 'repeated' }],
    }),
  );

const leftBehindIn = (mask: Mask): Pick<RunInput, 'leftBehind' | 'mayExist'> => {
  const lines = readRun('left-behind');
  const whatIs = (certain: boolean): string[] =>
    lines.filter((line) => line.certain === certain).map(({ what }) => mask(String(what)));
  const [leftBehind, mayExist] = [whatIs(true), whatIs(false)];
  return { ...(leftBehind.length > 0 && { leftBehind }), ...(mayExist.length > 0 && { mayExist }) };
};

/** The marks of other runs that were seen in notifications. */
const otherRunsIn = (lines: readonly Record<string, unknown>[]): Pick<RunInput, 'otherRuns'> => {
  const marks = [...new Set(lines.map(({ mark }) => String(mark)))];
  return marks.length > 0 ? { otherRuns: marks } : {};
};

/** Why the workers stopped using the target, if they did. */
const outageIn = (lines: readonly Record<string, unknown>[], mask: Mask): Pick<RunInput, 'outage'> => {
  const { down } = lines.find((line) => typeof line.down === 'string') ?? {};
  return down === undefined ? {} : { outage: mask(String(down)) };
};

/** The file of a test, relative to the suite. */
export const fileOf = (test: TestCase): string => relativeTo(suiteRoot, test.location.file);

/** Host and port of the target; empty while unknown, because the sandbox has an address only once it listens. */
export const hostOf = (settings: Settings | undefined): string => {
  const address = settings?.baseUrl || process.env.SANDBOX_URL;
  return address ? new URL(address).host : '';
};
