import { variantOf } from '../../../interface/rules/variant.ts';
import type { RunFacts, TestResult } from '../../results/results-schema.ts';
import type { KeptRun } from './history.ts';

/** The maximum number of other tests listed for a test. */
const maxBeside = 5;

/** The facts of a run that reports show. */
type RunInShort = Pick<RunFacts, 'startedAt' | 'suiteVersion' | 'commit' | 'seed'>;

/** A test whose verdict changed repeatedly between runs of one target. */
export interface UnstableTest {
  rule: string;
  sentence: string;
  project: string;
  file: string;
  line: number;
  variant: string;
  /** The runs that judged it, oldest first, and whether it failed. */
  outcomes: { run: RunInShort; failed: boolean }[];
  failures: number;
  /** The start of the first of these runs in which it failed. */
  since: string;
  /** The error of its last failure, with keys masked. */
  error: string;
  /** Other unstable tests that failed in the same runs, most frequent first. */
  beside: { rule: string; variant: string; times: number }[];
}

interface Judged {
  rule: string;
  sentence: string;
  test: TestResult;
  outcomes: { run: RunInShort; failed: boolean; error: string | null }[];
}

/**
 * Finds tests whose verdict changed at least twice, for example from passed to failed and back. Tests that broke once
 * or were fixed once are not unstable.
 *
 * @param runs of one target, newest first
 * @param from the earliest start of a run, in milliseconds since the epoch
 * @returns the tests with the highest failure rate first
 */
export const unstableSince = (runs: Iterable<KeptRun>, from: number): { tests: UnstableTest[]; runs: number } => {
  const known = new Map<string, Judged>();
  let count = 0;
  for (const { results } of runs) {
    const { startedAt, suiteVersion, commit, seed } = results.run;
    if (Date.parse(startedAt) < from) break;
    count += 1;
    for (const { id, sentence, tests } of results.rules) {
      for (const test of tests) {
        if (!['pass', 'fail', 'known'].includes(test.verdict)) continue;
        const key = [id, test.project, test.file, test.title].join('|');
        const one = known.get(key) ?? { rule: id, sentence, test, outcomes: [] };
        const failed = test.verdict !== 'pass';
        one.outcomes.unshift({ run: { startedAt, suiteVersion, commit, seed }, failed, error: test.error });
        known.set(key, one);
      }
    }
  }
  const tests = [...known.values()].filter(isUnstable).map(summarise);
  return { tests: withBeside(tests).sort((one, other) => rateOf(other) - rateOf(one)), runs: count };
};

/** The failure rate, from 0 to 1. */
export const rateOf = ({ failures, outcomes }: UnstableTest): number => failures / outcomes.length;

/** At least two changes: to the other verdict and back. */
const isUnstable = ({ outcomes }: Judged): boolean =>
  outcomes.filter(({ failed }, index) => index > 0 && failed !== outcomes[index - 1]?.failed).length > 1;

const summarise = ({ rule, sentence, test, outcomes }: Judged): UnstableTest => {
  const failures = outcomes.filter(({ failed }) => failed);
  return {
    rule,
    sentence,
    project: test.project,
    file: test.file,
    line: test.line,
    variant: variantOf(test.title, sentence),
    outcomes: outcomes.map(({ run, failed }) => ({ run, failed })),
    failures: failures.length,
    since: failures[0]?.run.startedAt ?? '',
    error: failures.at(-1)?.error ?? '',
    beside: [],
  };
};

const withBeside = (tests: readonly UnstableTest[]): UnstableTest[] =>
  tests.map((one) => {
    const bad = new Set(one.outcomes.flatMap(({ run, failed }) => (failed ? run.startedAt : [])));
    const beside = tests
      .filter((other) => other !== one)
      .map(({ rule, variant, outcomes }) => ({
        rule,
        variant,
        times: outcomes.filter(({ run, failed }) => failed && bad.has(run.startedAt)).length,
      }))
      .filter(({ times }) => times > 0)
      .sort((first, second) => second.times - first.times);
    return { ...one, beside: beside.slice(0, maxBeside) };
  });
