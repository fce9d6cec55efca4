import type { Results, RuleCase, RuleResult } from '../results/results-schema.ts';
import { counted } from '../results/text.ts';

/** A case that fails in one of two runs only, or in another way: how it fails in each, `null` where it does not. */
export interface ChangedCase {
  readonly rule: string;
  readonly case: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What changed between two runs, as ids of rules. */
export interface Comparison {
  broken: string[];
  stillBroken: string[];
  fixed: string[];
  notJudged: string[];
  judgedAgain: string[];
  added: string[];
  removed: string[];
  observedDifferently: string[];
  cases: ChangedCase[];
}

/** Compares two runs rule by rule; where one is partial, only the rules of both. */
export const compareRuns = (before: Results, after: Results): Comparison => {
  const old = new Map(before.rules.map((rule) => [rule.id, rule]));
  const isPartial = before.run.partial || after.run.partial;
  const both = after.rules.flatMap((later) => {
    const earlier = old.get(later.id);
    return earlier ? [{ id: later.id, earlier, later }] : [];
  });
  const ids = (test: (earlier: RuleResult, later: RuleResult) => boolean): string[] =>
    both.filter(({ earlier, later }) => test(earlier, later)).map(({ id }) => id);
  const isBroken = ({ verdict }: RuleResult): boolean => verdict === 'fail' || verdict === 'known';
  const known = new Set(after.rules.map(({ id }) => id));
  return {
    broken: ids((earlier, later) => later.verdict === 'fail' && !isBroken(earlier)),
    stillBroken: ids((earlier, later) => isBroken(earlier) && isBroken(later)),
    fixed: ids((earlier, later) => isBroken(earlier) && later.verdict === 'pass'),
    notJudged: ids((earlier, later) => isJudged(earlier) && !isJudged(later)),
    judgedAgain: ids((earlier, later) => !isJudged(earlier) && isJudged(later) && later.verdict !== 'fail'),
    added: isPartial ? [] : after.rules.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    removed: isPartial ? [] : before.rules.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    observedDifferently: ids(
      (earlier, later) =>
        later.observed.length > 0 && JSON.stringify(earlier.observed) !== JSON.stringify(later.observed),
    ),
    cases: both.flatMap(changedCases),
  };
};

const changedCases = ({
  id,
  earlier,
  later,
}: {
  id: string;
  earlier: RuleResult;
  later: RuleResult;
}): ChangedCase[] => {
  const [before, after] = [failuresOf(earlier), failuresOf(later)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ rule: id, case: name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((one) => one.before !== one.after);
};

/** How each failing case fails, in one line. */
const failuresOf = ({ cases }: RuleResult): Map<string, string> =>
  new Map(
    cases
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'known')
      .map(({ case: name, differences, message }) => [
        name,
        [...new Set(differences.map(inWords))].join('; ') || (message ?? 'fails'),
      ]),
  );

const inWords = ({ field, expected, received }: RuleCase['differences'][number]): string =>
  `${field}: ${received}, expected ${expected}`;

/** Whether the later run is worse: a rule is newly broken, or no longer judged. */
export const isRegression = ({ broken, notJudged }: Comparison): boolean => broken.length + notJudged.length > 0;

const names: readonly (readonly [Exclude<keyof Comparison, 'cases'>, string])[] = [
  ['broken', 'Newly broken'],
  ['stillBroken', 'Still broken'],
  ['fixed', 'Fixed'],
  ['notJudged', 'No longer judged'],
  ['judgedAgain', 'Judged again'],
  ['added', 'New rules'],
  ['removed', 'Rules that are gone'],
  ['observedDifferently', 'Observed differently'],
];

/** A comparison for people. */
export const formatComparison = (comparison: Comparison): string => {
  const parts = names.flatMap(([kind, name]) =>
    comparison[kind].length === 0
      ? []
      : [
          `${name}: ${counted(comparison[kind].length, 'rule')}`,
          ...comparison[kind].flatMap((id) => [`  ${id}`, ...casesOf(id, comparison)]),
        ],
  );
  return parts.length > 0 ? parts.join('\n') : 'Nothing changed.';
};

/** The cases shown of each rule. */
const mostCases = 5;

/** A case that fails now has a plus, one that no longer fails in this way a minus. */
const casesOf = (id: string, { cases }: Comparison): string[] => {
  const own = cases.filter(({ rule }) => rule === id);
  const lines = own
    .slice(0, mostCases)
    .flatMap(({ case: name, before, after }) => [
      ...(before === null ? [] : [`    - ${name}: ${before.slice(0, 200)}`]),
      ...(after === null ? [] : [`    + ${name}: ${after.slice(0, 200)}`]),
    ]);
  return own.length > mostCases ? [...lines, `    and ${counted(own.length - mostCases, 'more case')}`] : lines;
};

const isJudged = ({ verdict }: RuleResult): boolean => ['pass', 'fail', 'known', 'observed'].includes(verdict);
