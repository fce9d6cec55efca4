import type { Results, RuleResult } from '../../results/results-schema.ts';
import { worst, type Verdict } from '../../results/judgement/verdict.ts';
import { slowerEndpoints, type SlowerEndpoint } from './durations.ts';

/** The verdicts of a rule in two runs. */
export interface RuleChange {
  id: string;
  sentence: string;
  before: Verdict;
  after: Verdict;
  /** The reason for the later verdict, in one line; null when there is none. */
  reason: string | null;
}

/** A rule with changed observations. Each list is sorted. */
export interface ObservationChange {
  id: string;
  sentence: string;
  before: readonly string[];
  after: readonly string[];
}

/** The differences between two runs. Rules that only one run has count only when both runs were complete. */
export interface Comparison {
  before: RunInShort;
  after: RunInShort;
  /** Whether a run was partial, so that only rules in both runs were compared. */
  partial: boolean;
  broken: RuleChange[];
  stillBroken: RuleChange[];
  fixed: RuleChange[];
  /** Judged in the earlier run, not judged in the later one. */
  newlyNotTested: RuleChange[];
  /** Not judged in the earlier run, judged without failure in the later one. */
  judgedAgain: RuleChange[];
  added: string[];
  removed: string[];
  observations: ObservationChange[];
  slower: SlowerEndpoint[];
}

export type RunInShort = Pick<
  Results['run'],
  'target' | 'host' | 'startedAt' | 'verdict' | 'commit' | 'modified' | 'partial'
>;

/** Compares two runs, on the same target or on different ones. */
export const compare = (before: Results, after: Results): Comparison => {
  const old = new Map(before.rules.map((rule) => [rule.id, rule]));
  const pairs = after.rules.flatMap((rule) => {
    const earlier = old.get(rule.id);
    return earlier ? [{ earlier: after.run.partial ? ofTests(earlier, rule) : earlier, rule }] : [];
  });
  const changes = pairs.map(({ earlier, rule }) => changeOf(earlier, rule));
  const partial = before.run.partial || after.run.partial;
  const known = new Set(after.rules.map(({ id }) => id));
  return {
    before: inShort(before),
    after: inShort(after),
    partial,
    broken: changes.filter((one) => one.after === 'fail' && one.before !== 'fail'),
    stillBroken: changes.filter((one) => one.before === 'fail' && isBroken(one.after)),
    fixed: changes.filter((one) => isBroken(one.before) && isGood(one.after) && !isBroken(one.after)),
    newlyNotTested: changes.filter((one) => isOpen(one.after) && !isOpen(one.before)),
    judgedAgain: changes.filter((one) => isOpen(one.before) && isGood(one.after)),
    added: partial ? [] : after.rules.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    removed: partial ? [] : before.rules.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    observations: pairs.flatMap(({ earlier, rule }) => observationChange(earlier, rule)),
    slower: slowerEndpoints(pairs.map(({ earlier, rule }) => [earlier, rule])),
  };
};

/** Whether the later run is worse: a rule broke, is no longer judged, or was removed. */
export const isRegression = ({ broken, newlyNotTested, removed }: Comparison): boolean =>
  broken.length + newlyNotTested.length + removed.length > 0;

/** Whether the runs do not differ; rules that stay broken do not count. */
export const isUnchanged = (comparison: Comparison): boolean =>
  !isRegression(comparison) &&
  [comparison.fixed, comparison.judgedAgain, comparison.added, comparison.observations, comparison.slower].every(
    (list) => list.length === 0,
  );

/** Restricts an earlier result to the tests of a later run, so that a partial run fixes only what it tested. */
const ofTests = (earlier: RuleResult, later: RuleResult): RuleResult => {
  const keyOf = ({ project, file, title }: RuleResult['tests'][number]): string => `${project} ${file} ${title}`;
  const among = new Set(later.tests.map(keyOf));
  const tests = earlier.tests.filter((one) => among.has(keyOf(one)));
  return tests.length === 0 ? earlier : { ...earlier, tests, verdict: worst(tests.map(({ verdict }) => verdict)) };
};

/** A known deviation counts as broken. */
const isBroken = (verdict: Verdict): boolean => verdict === 'fail' || verdict === 'known';
const isOpen = (verdict: Verdict): boolean => /^(not-tested|environment|harness)$/.test(verdict);
const isGood = (verdict: Verdict): boolean => /^(pass|known|observed)$/.test(verdict);

const changeOf = (earlier: RuleResult, rule: RuleResult): RuleChange => ({
  id: rule.id,
  sentence: rule.sentence,
  before: earlier.verdict,
  after: rule.verdict,
  reason: firstReason(rule),
});

/** The reason for the verdict of a rule, in one line; null when it has none. */
export const firstReason = (rule: RuleResult): string | null => {
  const worst = rule.tests.find((test) => test.verdict === rule.verdict && test.error !== null);
  const lines = (worst?.error ?? rule.reason ?? '').split('\n').filter((line) => line.trim() !== '');
  const received = lines.find((line) => line.startsWith('Received'));
  return received ?? lines[0] ?? null;
};

/** Ignores rules that one of the runs did not exercise. */
const observationChange = (earlier: RuleResult, rule: RuleResult): ObservationChange[] => {
  if (earlier.observed.length === 0 || rule.observed.length === 0) return [];
  if (JSON.stringify(earlier.observed) === JSON.stringify(rule.observed)) return [];
  return [{ id: rule.id, sentence: rule.sentence, before: earlier.observed, after: rule.observed }];
};

const inShort = ({ run: { target, host, startedAt, verdict, commit, modified, partial } }: Results): RunInShort => ({
  target,
  host,
  startedAt,
  verdict,
  commit,
  modified,
  partial,
});
