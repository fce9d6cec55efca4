import type { Results, RuleResult } from '../../results/results-schema.ts';
import { worst, type Verdict } from '../../results/judgement/verdict.ts';
import { slowerEndpoints, type SlowerEndpoint } from './durations.ts';

/** A rule whose verdict is worth a line. */
export interface RuleChange {
  id: string;
  sentence: string;
  before: Verdict;
  after: Verdict;
  /** What went wrong in the later run, in one line; null when nothing did. */
  reason: string | null;
}

/** A rule of which something else was observed. Each list is sorted. */
export interface ObservationChange {
  id: string;
  sentence: string;
  before: readonly string[];
  after: readonly string[];
}

/** What differs between two runs. Rules of which only one run knows count only when both runs were complete. */
export interface Comparison {
  before: RunInShort;
  after: RunInShort;
  /** Whether only the rules that both runs have in common were compared. */
  partial: boolean;
  broken: RuleChange[];
  stillBroken: RuleChange[];
  fixed: RuleChange[];
  /** Judged before, and left open now. */
  newlyNotTested: RuleChange[];
  /** Left open before, and judged now without a finding. */
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

/** What became of rules between two runs, on one target or on two. Neither order nor data of the runs matter. */
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

/** Whether the later run is worse: a rule broke, is no longer judged, or is gone. */
export const isRegression = ({ broken, newlyNotTested, removed }: Comparison): boolean =>
  broken.length + newlyNotTested.length + removed.length > 0;

/** Whether nothing at all differs. */
export const isUnchanged = (comparison: Comparison): boolean =>
  !isRegression(comparison) &&
  [comparison.fixed, comparison.judgedAgain, comparison.added, comparison.observations, comparison.slower].every(
    (list) => list.length === 0,
  );

/** A rule as far as the tests of a later run have judged it before: what others of its tests found is not fixed by them. */
const ofTests = (earlier: RuleResult, later: RuleResult): RuleResult => {
  const keyOf = ({ project, file, title }: RuleResult['tests'][number]): string => `${project} ${file} ${title}`;
  const among = new Set(later.tests.map(keyOf));
  const tests = earlier.tests.filter((one) => among.has(keyOf(one)));
  return tests.length === 0 ? earlier : { ...earlier, tests, verdict: worst(tests.map(({ verdict }) => verdict)) };
};

/** What is listed as known is broken all the same. */
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

/** What went wrong with a rule, in one line; null when nothing did. */
export const firstReason = (rule: RuleResult): string | null => {
  const worst = rule.tests.find((test) => test.verdict === rule.verdict && test.error !== null);
  const lines = (worst?.error ?? rule.reason ?? '').split('\n').filter((line) => line.trim() !== '');
  const received = lines.find((line) => line.startsWith('Received'));
  return received ?? lines[0] ?? null;
};

/** A rule that was not exercised in one of the runs has nothing to compare. */
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
