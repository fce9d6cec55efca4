import type { Results, RuleResult, TestResult } from '../../harness/results/results-schema.ts';

/** A failed test of a run, to be run again. */
export interface Recorded {
  rule: RuleResult;
  test: TestResult;
  /** SEED that reproduces its generated values. */
  seed: string;
  /** Whether the seed reproduces only the smallest failing case, not the search for it. */
  isSmallest: boolean;
}

/**
 * The failed tests of a run that a text selects: by the id of a rule, by file and line, or by a title or a part of one.
 *
 * @throws Error when there is none, listing the failed tests
 */
export const chosen = (results: Results, text: string): Recorded[] => {
  const all = results.rules.flatMap((rule) => rule.tests.map((test) => ({ rule, test })));
  const wanted = text.trim().replace(/^@/, '');
  const matches = [
    all.filter(({ rule }) => rule.id === wanted),
    all.filter(({ test }) => `/${test.file}:${test.line}`.endsWith(`/${wanted}`)),
    all.filter(({ test }) => test.title === wanted),
    all.filter(({ test }) => wanted.length > 3 && test.title.includes(wanted)),
  ].find((list) => list.length > 0);
  const failed = all.filter(({ test }) => hasFailed(test));
  const found = (matches ?? []).filter(({ test }) => hasFailed(test));
  if (found.length > 0) return found.map((one) => ({ ...one, ...seedOf(one.test, results) }));
  const why = matches
    ? `did not fail in that run: ${[...new Set(matches.map(({ test }) => test.verdict))].join(', ')}`
    : 'is neither a rule, nor a place, nor part of the title of a test of that run';
  const list = failed.slice(0, 8).map(({ rule, test }) => `  ${rule.id}  ${test.file}:${test.line}  ${test.title}`);
  const more = failed.length > list.length ? [`  and ${failed.length - list.length} more`] : [];
  throw new Error(
    [`"${escaped(text)}" ${why}.`, failed.length > 0 ? 'These failed:' : 'No test failed.', ...list, ...more].join(
      '\n',
    ),
  );
};

/**
 * The failed tests of a run up to a limit, and how many more there are.
 *
 * @param most the limit
 */
export const allFailed = (results: Results, most: number): { tests: Recorded[]; more: number } => {
  const all = results.rules.flatMap((rule) =>
    rule.tests.filter(hasFailed).map((test) => ({ rule, test, ...seedOf(test, results) })),
  );
  return { tests: all.slice(0, most), more: Math.max(0, all.length - most) };
};

/** Upper bound of what these tests send: everything that the tests of their rules sent in that run. */
export const sentBy = (tests: readonly Recorded[]): { requests: number; payments: number } => {
  const rules = [...new Map(tests.map(({ rule }) => [rule.id, rule])).values()];
  const sum = (what: 'requests' | 'payments') => rules.reduce((all, { sent }) => all + (sent?.[what] ?? 0), 0);
  return { requests: sum('requests'), payments: sum('payments') };
};

const hasFailed = ({ verdict }: TestResult): boolean => verdict === 'fail' || verdict === 'known';

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The error of a generated test names the seed of its smallest failing case; other tests use the seed of the run. */
const seedOf = ({ error }: TestResult, { run }: Results): Pick<Recorded, 'seed' | 'isSmallest'> => {
  const [, smallest] = /^Repeat: SEED=(\S+) /m.exec(error ?? '') ?? [];
  return { seed: smallest ?? run.seed ?? '', isSmallest: smallest !== undefined };
};
