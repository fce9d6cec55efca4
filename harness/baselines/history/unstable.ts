import { variantOf } from '../../../interface/rules/variant.ts';
import type { RunFacts, TestResult } from '../../results/results-schema.ts';
import type { KeptRun } from './history.ts';

/** Other tests that are named beside one. */
const mostBeside = 5;

/** What is told of a run. */
type RunInShort = Pick<RunFacts, 'startedAt' | 'suiteVersion' | 'commit' | 'seed'>;

/** A test whose verdict went to and fro between the runs of one target. */
export interface UnstableTest {
  rule: string;
  sentence: string;
  project: string;
  file: string;
  line: number;
  variant: string;
  /** Runs in which it was judged, oldest first, and whether it failed there. */
  outcomes: { run: RunInShort; failed: boolean }[];
  failures: number;
  /** Its first failure of these runs. */
  since: string;
  /** The last of the errors, keys masked. */
  error: string;
  /** Other unstable tests that failed in the same runs, with how often, the most frequent first. */
  beside: { rule: string; variant: string; times: number }[];
}

interface Judged {
  rule: string;
  sentence: string;
  test: TestResult;
  outcomes: { run: RunInShort; failed: boolean; error: string | null }[];
}

/**
 * The tests that are neither broken nor sound: they failed, and passed before and after it, or passed, and failed before
 * and after it. What broke once, or was mended once, is none of them.
 *
 * @param runs of one target, newest first
 * @param from runs that began before are left out, as milliseconds since the epoch
 * @returns those that fail most often first
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
  const tests = [...known.values()].filter(isUnstable).map(toldOf);
  return { tests: withBeside(tests).sort((one, other) => rateOf(other) - rateOf(one)), runs: count };
};

/** The part of its runs in which it failed, from 0 to 1. */
export const rateOf = ({ failures, outcomes }: UnstableTest): number => failures / outcomes.length;

/** Two changes at least: to the other verdict, and back. */
const isUnstable = ({ outcomes }: Judged): boolean =>
  outcomes.filter(({ failed }, index) => index > 0 && failed !== outcomes[index - 1]?.failed).length > 1;

const toldOf = ({ rule, sentence, test, outcomes }: Judged): UnstableTest => {
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
    return { ...one, beside: beside.slice(0, mostBeside) };
  });
