import { stripVTControlCharacters } from 'node:util';
import { catalogue, type TestedRuleId } from '../../interface/rules/catalogue.ts';
import type { RuleJudgement } from '../../interface/answers/judge-exchange.ts';
import type { Mismatch } from '../../interface/messages/mismatch.ts';
import { knownDeviationOf, type KnownDeviation } from '../deviations/known-deviations.ts';
import { textOfError } from '../errors/errors.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import { escapeControlChars } from '../redaction/escape-control.ts';
import { normalize } from '../redaction/placeholders.ts';
import type { Mask } from '../redaction/secrets.ts';
import { assertionInWords, type AssertionResult } from './assertion-words.ts';
import {
  beforeCheck,
  checkResultOf,
  eachExchange,
  type CheckResult,
  type Difference,
  type Evidence,
  type TestRecord,
} from './check-result.ts';

// From what a test recorded to its results: pure functions of what was judged, and of how the test ended.

/** What one exchange or payment shows about a rule, with what was sent and what came, keys masked. */
export interface JudgedRule extends RuleJudgement {
  readonly received: string;
  readonly evidence?: Evidence | undefined;
}

/** A judgement of a rule, before known deviations and its level are considered. */
export type Outcome = Pick<CheckResult, 'verdict' | 'message' | 'differences' | 'evidence'>;

/** What results need of a run besides the tests. */
export interface ResultContext {
  readonly mask: Mask;
  readonly deviations: readonly KnownDeviation[];
}

/** What a check that holds comes to. */
export const passed: Outcome = { verdict: 'pass', message: null, differences: [] };
const longestMessage = 8_000;
const mostShown = 10;

/** What a matcher of the suite, or an assertion of Playwright, says. */
type MatcherResult = AssertionResult & { mismatches?: readonly Mismatch[]; message?: string };

/** The outcome of a check that threw, by the kind of its error. */
export const outcomeOfError = (error: unknown, mask: Mask): Outcome => {
  const { matcherResult: result } = error as { matcherResult?: MatcherResult };
  const said = textOfError(error);
  if (result) {
    const words = result.mismatches ? { ...result, message: result.message ?? said } : assertionInWords(said, result);
    const message = cutAndMasked(words.message, mask);
    return { verdict: 'fail', message, differences: differencesOf(words.mismatches ?? [], '', mask) };
  }
  const message = cutAndMasked(said, mask);
  const kind = failureKindOf(error);
  const isFailure = kind === 'payment-page' || kind === 'assertion';
  if (isFailure) return { verdict: 'fail', message, differences: differencesOf([], kind, mask) };
  return { verdict: kind ?? 'harness', message, differences: [] };
};

/** The outcome of judgements about one rule: what is wrong in any of them. */
export const outcomeOf = (judged: readonly JudgedRule[], mask: Mask): Outcome => {
  const broken = judged.filter(({ mismatches }) => mismatches.length > 0);
  const [first] = broken;
  if (!first) return passed;
  const shown = broken
    .slice(0, mostShown)
    .map(({ expected, mismatches, received }) =>
      [`Expected: ${expected}`, `Received: ${received}`, ...mismatches.map(({ text }) => `  - ${text}`)].join('\n'),
    );
  const more = broken.length > mostShown ? [`… and ${broken.length - mostShown} more in this test`] : [];
  return {
    verdict: 'fail',
    message: cutAndMasked([...shown, ...more].join('\n\n'), mask),
    differences: differencesOf(
      broken.flatMap(({ mismatches }) => mismatches),
      '',
      mask,
    ),
    ...(first.evidence ? { evidence: first.evidence } : {}),
  };
};

/** The worse of two outcomes about the same rule and case, with what both say. */
export const bothOf = (one: Outcome, other: Outcome): Outcome => {
  if (other.verdict === 'pass') return one;
  if (one.verdict !== 'fail') return one.verdict === 'pass' ? other : one;
  const known = new Set(one.differences.map((difference) => JSON.stringify(difference)));
  const further = other.differences.filter((difference) => !known.has(JSON.stringify(difference)));
  if (further.length === 0) return one;
  const message = `${one.message}\n\n${other.message}`.slice(0, longestMessage);
  return { ...one, message, differences: [...one.differences, ...further] };
};

/** The result of a rule and case: a listed deviation is known, and an open question cannot be answered wrongly. */
export const resultOf = (
  rule: TestedRuleId,
  name: string,
  outcome: Outcome,
  { deviations }: ResultContext,
): CheckResult => {
  const result = checkResultOf({ rule, case: name, ...outcome });
  if (outcome.verdict !== 'fail') return result;
  if (catalogue[rule].level !== 'must') return { ...result, verdict: 'harness' };
  const known = knownDeviationOf(deviations, result, new Date().toISOString().slice(0, 10));
  return known ? { ...result, verdict: 'known', ticket: known.ticket } : result;
};

/** One result for each rule, from judgements about any number of them. */
export const resultsOf = (name: string, judged: readonly JudgedRule[], context: ResultContext): CheckResult[] => {
  const byRule = new Map<TestedRuleId, JudgedRule[]>();
  for (const one of judged) byRule.set(one.rule, [...(byRule.get(one.rule) ?? []), one]);
  return [...byRule].map(([rule, ofRule]) => resultOf(rule, name, outcomeOf(ofRule, context.mask), context));
};

/** The results of what no check of a test has judged, by the case of each. */
export const resultsAtEnd = (
  judged: readonly (JudgedRule & { readonly case: string })[],
  context: ResultContext,
): CheckResult[] =>
  [...new Set(judged.map((one) => one.case))].flatMap((name) =>
    resultsOf(
      name,
      judged.filter((one) => one.case === name),
      context,
    ),
  );

/**
 * The results at the end of a green test on the sandbox, where a covered rule that the spec itself judges nowhere is a
 * fault: a reader would not see where it is judged. Other targets are not blamed for that.
 *
 * @param inSpec the results of the test's own checks
 */
export const withFaultsOfSpec = (
  atEnd: readonly CheckResult[],
  inSpec: readonly CheckResult[],
  covered: ReadonlySet<string>,
): CheckResult[] => {
  const judged = new Set(inSpec.map(({ rule }) => rule));
  const isHidden = ({ rule, case: name }: CheckResult): boolean =>
    name === eachExchange && covered.has(rule) && !judged.has(rule);
  const message = 'the test covers the rule, but judges it nowhere: add judge(…) or check(…) where it is seen';
  return atEnd.map((result) => (isHidden(result) ? { ...result, verdict: 'harness', message } : result));
};

/** How a test ended: its status, and the errors that are not failed checks. */
export interface TestEnd {
  readonly status: string | undefined;
  readonly errors: readonly { readonly message?: string | undefined; readonly cause?: unknown }[];
}

/** The results of covered rules that nothing has judged. */
export const resultsWithoutCheck = (
  covered: readonly TestedRuleId[],
  results: readonly CheckResult[],
  end: TestEnd,
): CheckResult[] => {
  const judged = new Set(results.map(({ rule }) => rule));
  const missing = [...new Set(covered)].filter((rule) => !judged.has(rule));
  if (missing.length === 0) return [];
  const outcome = whyNotJudged(results, end);
  return missing.map((rule) => {
    // A broken page breaks no question that the interface leaves open.
    const isOpen = catalogue[rule].level !== 'must' && outcome.verdict === 'fail';
    const verdict = isOpen ? 'not-tested' : outcome.verdict;
    return { rule, case: beforeCheck, ...outcome, verdict, observed: null, ticket: outcome.ticket ?? null };
  });
};

/** What ended the test early, or which broken rule has hidden the others; else a fault of the suite. */
const whyNotJudged = (
  results: readonly CheckResult[],
  { status, errors }: TestEnd,
): Outcome & { ticket?: string | null } => {
  const kinds = errors.map((error) => failureKindOf(error)).filter((kind) => kind !== undefined);
  const message = firstLine(errors.find((error) => failureKindOf(error))?.message ?? errors[0]?.message ?? '');
  const notTested = (reason: string): Outcome => ({ verdict: 'not-tested', message: reason, differences: [] });
  if (kinds.includes('not-tested')) return notTested(message);
  if (kinds.includes('not-applicable')) return { verdict: 'not-applicable', message, differences: [] };
  if (kinds.includes('environment')) return { verdict: 'environment', message, differences: [] };
  if (kinds.includes('payment-page'))
    return { verdict: 'fail', message, differences: differencesOf([], 'payment page', String) };
  if (status === 'interrupted') return notTested('the run was interrupted');
  if (status === 'timedOut')
    return notTested('the time of the test ran out before the rule could be judged; see docs/network.md');
  const broken =
    results.find(({ verdict }) => verdict === 'fail') ?? results.find(({ verdict }) => verdict === 'known');
  if (broken && errors.length === 0) {
    const why = notTested(`nothing was seen of the rule, since the service broke ${broken.rule} (${broken.case})`);
    // What is accepted for a while is accepted with what it hides.
    return broken.verdict === 'known' ? { ...why, verdict: 'known', ticket: broken.ticket } : why;
  }
  const missing = 'the test covers the rule, but has no check of it';
  return { verdict: 'harness', message: message === '' ? missing : message, differences: [] };
};

/**
 * What ended a test although each of its rules had a result: its time ran out, or an error. What would have been checked
 * after it is unknown.
 */
export const endOfJudged = ({ status, errors }: TestEnd, mask: Mask): TestRecord['endedBy'] => {
  if (status === 'timedOut') return { verdict: 'not-tested', message: 'the time of the test ran out' };
  const ends = errors.filter((error) => failureKindOf(error) !== 'not-applicable');
  const isOfSuite = (error: unknown): boolean => !/^(?:not-tested|environment)$/.test(failureKindOf(error) ?? '');
  const end = ends.find(isOfSuite) ?? ends[0];
  const verdict = isOfSuite(end) ? 'harness' : (failureKindOf(end) as 'not-tested' | 'environment');
  return end && { verdict, message: mask(firstLine(end.message ?? 'an error without a message')) };
};

/** Mismatches as data: every value that may change from run to run is replaced by `#`. */
const differencesOf = (mismatches: readonly Mismatch[], text: string, mask: Mask): Difference[] =>
  mismatches.length > 0
    ? mismatches.slice(0, 20).map(({ field, expected, received }) => ({
        field,
        expected: normalize(mask(expected)),
        received: normalize(mask(received)),
      }))
    : [{ field: '', expected: '', received: normalize(mask(stripVTControlCharacters(text))) }];

const cutAndMasked = (text: string, mask: Mask): string =>
  escapeControlChars(mask(stripVTControlCharacters(text))).slice(0, longestMessage);

/** Without the name of the error, which says nothing to a reader. */
const firstLine = (text: string): string =>
  (text.split('\n', 1)[0] ?? '').replace(/^(?:Error|NotTested|LeftOut|EnvironmentFault): /, '');
