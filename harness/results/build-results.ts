import {
  beforeCheck,
  checkResultOf,
  type CheckResult,
  type CheckVerdict,
  type TestRecord,
} from '../../helpers/evidence/check-result.ts';
import type { KnownDeviation } from '../../helpers/deviations/known-deviations.ts';
import { pairsIn } from '../../helpers/values/combinations.ts';
import { catalogue, type RuleId } from '../../interface/rules/catalogue.ts';
import {
  resultsVersion,
  type Counts,
  type Results,
  type RuleCase,
  type RuleResult,
  type RunFacts,
} from './results-schema.ts';
import { isOtherBuild } from '../preflight/target-build.ts';
import { speedIn } from './speed.ts';
import { runVerdict, unjudged, verdicts, worst, type RunVerdict, type Verdict } from './verdicts.ts';

/** A test as the reporter saw it end. */
export interface EndedTest {
  title: string;
  file: string;
  line: number;
  project: string;
  /** The rules it covers. */
  rules: readonly RuleId[];
  durationMs: number;
  /** Undefined when the test ended before it could leave one. */
  record: TestRecord | undefined;
  /** The verdict of the rules that have no check: the test was skipped, interrupted, or crashed. */
  ended: { verdict: CheckVerdict; message: string; absent?: readonly string[] };
}

/** The facts of a run that do not come from its tests. */
export type RunInput = Omit<RunFacts, 'verdict' | 'rules' | 'tests' | 'sections' | 'sent' | 'speed' | 'endedEarly'>;

/**
 * Builds the results of a run from the checks of its tests.
 *
 * @param selected the rules that a partial run decides, listed beside all broken ones; undefined for a whole run
 * @param further checks that were made at the end of the run
 */
export const buildResults = (
  run: RunInput,
  tests: readonly EndedTest[],
  selected: ReadonlySet<string> | undefined,
  further: readonly CheckResult[] = [],
): Results => {
  const byRule = new Map<string, { check: CheckResult; test: EndedTest | undefined }[]>();
  const add = (check: CheckResult, test: EndedTest | undefined): void => {
    const list = byRule.get(check.rule);
    if (list) list.push({ check, test });
    else byRule.set(check.rule, [{ check, test }]);
  };
  for (const test of tests) {
    for (const check of test.record?.checks ?? []) add(check, test);
    if (test.record) continue;
    const { verdict, message } = test.ended;
    for (const rule of test.rules) add(checkResultOf({ rule, case: beforeCheck, verdict, message }), test);
  }
  for (const check of further) add(check, undefined);
  // A selection does not hide what its tests have found broken besides.
  const isBroken = (id: RuleId): boolean => byRule.get(id)?.some(({ check }) => check.verdict === 'fail') ?? false;
  const ids = (Object.keys(catalogue) as RuleId[]).filter((id) => !selected || selected.has(id) || isBroken(id));
  const rules = ids.flatMap((id) => ruleResult(id, byRule.get(id) ?? [], tests));
  const homes = [...new Set(rules.map(homeOf))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const endedEarly = tests.flatMap(({ file, line, title, record }) =>
    record?.endedBy ? `${file}:${line} ${title}: ${record.endedBy.message}` : [],
  );
  return {
    version: resultsVersion,
    run: {
      ...run,
      ...(endedEarly.length > 0 && { endedEarly }),
      sent: sentBy(tests),
      speed: speedIn(tests),
      verdict: verdictOf(run, rules, tests),
      rules: countsOf(rules.map(({ verdict }) => verdict)),
      tests: countsOf(tests.map(verdictOfTest)),
      sections: homes.map((section) => ({
        section,
        rules: countsOf(rules.filter((rule) => homeOf(rule) === section).map(({ verdict }) => verdict)),
      })),
    },
    rules,
  };
};

/** The worst verdict of the checks of a test; one that ended early is not tested to its end, whatever it has judged before. */
export const verdictOfTest = ({ record, ended }: EndedTest): Verdict => {
  if (!record) return ended.verdict;
  const early = ended.verdict === 'not-tested' || ended.verdict === 'environment' ? ended.verdict : [];
  return worst([...record.checks.map(({ verdict }) => verdict), early, record.endedBy?.verdict ?? []].flat());
};

/**
 * Known deviations that no longer deviate: a listed rule of a whole run whose listed cases all pass. Such an entry fails
 * its rule until it is removed, and so does one that has expired (which then covers nothing).
 */
export const passingAgain = (entries: readonly KnownDeviation[], results: Results): CheckResult[] =>
  entries.flatMap(({ rule, cases, ticket }) => {
    const found = results.rules.find(({ id }) => id === rule)?.cases ?? [];
    const listed = found.filter((one) => cases?.includes(one.case) ?? true);
    const isJudged = listed.some(({ verdict }) => verdict === 'pass');
    if (!isJudged || listed.some(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')) return [];
    const message = `Passes again, although the known deviation ${ticket} says that it fails: remove its entry.`;
    return [checkResultOf({ rule, case: `known deviation ${ticket}`, verdict: 'fail', message })];
  });

/** The cases of known deviations that no judged rule of a whole run has, as `TICKET, RULE: CASE`. */
export const goneCases = (entries: readonly KnownDeviation[], { rules }: Results): string[] =>
  entries.flatMap(({ rule: id, cases: listed = [], ticket }) => {
    const rule = rules.find((one) => one.id === id && ['pass', 'fail', 'known'].includes(one.verdict));
    const gone = rule ? listed.filter((name) => !rule.cases.some((one) => one.case === name)) : [];
    return gone.map((name) => `${ticket}, ${id}: ${name}`);
  });

/** The known deviations that have ended, or end within a week: `TICKET, RULE: ended on 2026-11-01 (OWNER)`. */
export const endingDeviations = (entries: readonly KnownDeviation[], { run, rules }: Results): string[] => {
  const [today, inAWeek] = [0, 7].map((days) =>
    new Date(Date.parse(run.startedAt) + days * 86_400_000).toISOString().slice(0, 10),
  ) as [string, string];
  const met = entries.filter((one) => one.expires <= inAWeek && rules.some(({ id }) => id === one.rule));
  const told = met.map(({ rule, ticket, owner, expires }) => {
    return `${ticket}, ${rule}: ${expires < today ? 'ended' : 'ends'} on ${expires} (${owner})`;
  });
  return [...new Set(told)];
};

/**
 * Interrupted and incomplete runs, suite failures, runs over two builds, and conforming runs that left something behind or
 * had a test that was not judged to its end, are inconclusive.
 */
const verdictOf = (run: RunInput, rules: readonly RuleResult[], tests: readonly EndedTest[]): RunVerdict => {
  if (run.interrupted || run.errors.length > 0 || run.shards?.missing.length) return 'inconclusive';
  if (isOtherBuild(run.builds)) return 'inconclusive';
  const verdict = runVerdict(rules.map((rule) => rule.verdict));
  const isOpen = run.leftBehind?.length || tests.some((test) => unjudged.includes(verdictOfTest(test)));
  return verdict === 'conforming' && isOpen ? 'inconclusive' : verdict;
};

const ruleResult = (
  id: RuleId,
  judged: readonly { check: CheckResult; test: EndedTest | undefined }[],
  tests: readonly EndedTest[],
): RuleResult | [] => {
  const { level, sections, sentence, reason } = catalogue[id];
  if (level === 'review') return [];
  const verdict = level === 'excluded' ? 'excluded' : worst(judged.map(({ check }) => check.verdict));
  const names = [...new Set(judged.map(({ check }) => check.case))];
  const cases = names.map((name) => caseOf(judged.filter(({ check }) => check.case === name)));
  const absent = judged.flatMap(({ test }) => test?.ended.absent ?? []);
  const broken = new Set(judged.flatMap(({ check, test }) => (check.verdict === 'fail' && test ? [test] : [])));
  return {
    id,
    level,
    sections: [...sections],
    sentence,
    verdict,
    reason: reason ?? reasonOf(verdict, cases),
    ...(verdict === 'not-applicable' && { absent: [...new Set(absent)] }),
    observed: [
      ...new Set(cases.flatMap((one) => (one.observed === null ? [] : [`${one.case}: ${one.observed}`]))),
    ].sort(),
    cases,
    tests: tests
      .filter((test) => test.rules.includes(id) || broken.has(test))
      .map((test) => {
        const own = (test.record?.checks ?? []).filter(({ rule }) => rule === id);
        const worstOfRule = test.record ? worst(own.map((one) => one.verdict)) : test.ended.verdict;
        const { title, file, line, project, durationMs } = test;
        const error =
          own.find((one) => one.verdict === worstOfRule)?.message ?? (test.record ? null : test.ended.message);
        return { title, file, line, project, verdict: worstOfRule, durationMs, error };
      }),
  };
};

/** One case from all tests that judged it, by its worst verdict. */
const caseOf = (judged: readonly { check: CheckResult; test: EndedTest | undefined }[]): RuleCase => {
  const verdict = worst(judged.map(({ check }) => check.verdict));
  const decisive = judged.find(({ check }) => check.verdict === verdict) ?? judged[0];
  const { check, test } = decisive ?? {};
  return {
    case: check?.case ?? '',
    verdict: verdict as CheckVerdict,
    message: check?.message ?? null,
    differences: check?.differences ?? [],
    observed: check?.observed ?? null,
    ticket: check?.ticket ?? null,
    ...(check?.evidence ? { evidence: check.evidence } : {}),
    file: test?.file ?? '',
    line: test?.line ?? 0,
    title: test?.title ?? 'at the end of the run',
  };
};

/** Why a rule was not judged; null for a judged rule. */
const reasonOf = (verdict: Verdict, cases: readonly RuleCase[]): string | null => {
  if (cases.length === 0) return 'no test of the rule ran';
  const isOpen = verdict === 'not-applicable' || unjudged.includes(verdict);
  return isOpen ? (cases.find((one) => one.verdict === verdict)?.message?.split('\n')[0] ?? null) : null;
};

const sentBy = (tests: readonly EndedTest[]): RunFacts['sent'] => ({
  requests: tests.reduce((sum, { record }) => sum + (record?.sent.requests ?? 0), 0),
  payments: tests.reduce((sum, { record }) => sum + (record?.sent.payments ?? 0), 0),
  pairs: pairsIn(tests.flatMap(({ record }) => record?.sent.combinations ?? [])),
});

const countsOf = (all: readonly Verdict[]): Counts =>
  Object.fromEntries(verdicts.map((name) => [name, all.filter((one) => one === name).length])) as Counts;

const homeOf = (rule: RuleResult): string => rule.sections[0] ?? '';
