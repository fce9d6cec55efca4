import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { runVerdict, verdicts, worst, type RunVerdict, type Verdict } from './verdict.ts';
import {
  resultsVersion,
  type Counts,
  type Results,
  type RuleResult,
  type RunFacts,
  type TestResult,
} from '../results-schema.ts';
import type { Traffic } from '../../../helpers/client/network/traffic.ts';
import type { Step } from '../../../helpers/evidence/steps.ts';
import type { TimelineEntry } from '../../../helpers/evidence/timeline.ts';
import { secondAttempt } from './fresh-starts.ts';
import type { JudgedAttempt } from './judge-test.ts';

/** A judged test with its rule. */
export interface JudgedTest extends Omit<TestResult, 'attempts' | 'environment' | 'note' | 'exchanges'> {
  rule: RuleId;
  observed: readonly string[];
  notApplicable: string | undefined;
  attempts?: JudgedAttempt[] | undefined;
  timeline?: TimelineEntry[] | undefined;
  exchanges?: Step[] | undefined;
}

/** The facts of a run that do not come from its tests. */
export type RunInput = Omit<RunFacts, 'verdict' | 'rules' | 'tests' | 'sections'>;

/**
 * Builds the results of a run. A partial run lists the selected rules, a complete run the whole catalogue except manual
 * reviews.
 *
 * @param knownOf the known deviation that covers a rule on the target
 * @param sentBy the traffic of the tests of a rule
 */
export const buildResults = (
  run: RunInput,
  tests: readonly JudgedTest[],
  knownOf: (id: RuleId) => RuleResult['known'] = () => undefined,
  sentBy: (id: RuleId) => Traffic | undefined = () => undefined,
): Results => {
  const selected = new Set(tests.map((test) => test.rule));
  const ids = (Object.keys(catalogue) as RuleId[]).filter((id) => !run.partial || selected.has(id));
  const rules = ids.flatMap((id) =>
    ruleResult(
      id,
      tests.filter((test) => test.rule === id),
      knownOf(id),
      sentBy(id),
    ),
  );
  return resultsOf(run, rules);
};

/** Builds the results of a run from those of its rules. */
export const resultsOf = (run: RunInput, rules: RuleResult[]): Results => {
  const homes = [...new Set(rules.map(homeOf))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    version: resultsVersion,
    run: {
      ...run,
      verdict: verdictOf(run, rules),
      rules: countsOf(rules),
      tests: countsOf(rules.flatMap((rule) => rule.tests)),
      sections: homes.map((section) => ({
        section,
        rules: countsOf(rules.filter((rule) => homeOf(rule) === section)),
      })),
    },
    rules,
  };
};

/** Interrupted and incomplete runs, suite failures and conforming runs that left something behind are inconclusive. */
const verdictOf = (run: RunInput, rules: readonly RuleResult[]): RunVerdict => {
  if (run.interrupted || run.errors.length > 0 || run.shards?.missing.length) return 'inconclusive';
  const verdict = runVerdict(rules.map((rule) => rule.verdict));
  return verdict === 'conforming' && run.leftBehind?.length ? 'inconclusive' : verdict;
};

const ruleResult = (
  id: RuleId,
  tests: readonly JudgedTest[],
  known: RuleResult['known'],
  sent: Traffic | undefined,
): RuleResult | [] => {
  const { level, sections, sentence, reason } = catalogue[id];
  if (level === 'review') return [];
  const verdict = level === 'excluded' ? 'excluded' : worst(tests.map((test) => test.verdict));
  return {
    id,
    level,
    sections: [...sections],
    sentence,
    verdict,
    reason: reason ?? reasonOf(verdict, tests),
    observed: [...new Set(tests.flatMap((test) => test.observed))].sort(),
    ...(known ? { known } : {}),
    ...(sent ? { sent } : {}),
    tests: tests.map(testResult),
  };
};

const testResult = (test: JudgedTest): TestResult => {
  const { title, file, line, project, verdict, durationMs, error, attempts, timeline, exchanges, screenshots } = test;
  const isRepeated = attempts?.[0]?.verdict === 'environment';
  return {
    title,
    file,
    line,
    project,
    verdict,
    durationMs,
    error,
    ...(isRepeated ? { note: `${secondAttempt.type} ${secondAttempt.description}` } : {}),
    ...(attempts ? { attempts } : {}),
    ...(timeline ? { environment: timeline } : {}),
    ...(screenshots && screenshots.length > 0 ? { screenshots } : {}),
    ...(exchanges ? { exchanges } : {}),
  };
};

/** Why a rule was not judged; null for a judged rule. */
const reasonOf = (verdict: Verdict, tests: readonly JudgedTest[]): string | null => {
  if (tests.length === 0) return 'no test of the rule ran';
  const decisive = tests.find((test) => test.verdict === verdict);
  if (verdict === 'not-applicable') return `the target is declared not to have: ${decisive?.notApplicable ?? 'it'}`;
  const unjudged = verdict === 'not-tested' || verdict === 'environment' || verdict === 'harness';
  return unjudged ? (decisive?.error?.split('\n')[0] ?? null) : null;
};

const countsOf = (all: readonly { verdict: Verdict }[]): Counts =>
  Object.fromEntries(verdicts.map((name) => [name, all.filter((one) => one.verdict === name).length])) as Counts;

const homeOf = (rule: RuleResult): string => rule.sections[0] ?? '';
