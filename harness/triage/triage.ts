import { rmSync } from 'node:fs';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { isPlanned, type Encounters, type Planned, type Question, type Replayed } from './again/plan.ts';
import { runAgain } from './again/run-again.ts';
import type { KeptRun } from '../baselines/history/history.ts';
import type { Results, TestResult, Triage } from '../results/results-schema.ts';
import { causeOf, describeAttempts, tallyOf, type Answers } from './cause.ts';
import { findingOf, groupsOf, type Failure } from './groups.ts';
import { brokenSince } from './since.ts';
import {
  atFirst,
  bareOf,
  canaryOf,
  chosenOf,
  firstQuestions,
  furtherQuestions,
  isRepeatable,
  names,
  partsOf,
} from './questions.ts';
import { withCauses, type Background, type Outcome } from './told.ts';

/** The time limit for all repeated tests, in milliseconds. */
const maxMs = 40_000;

interface Circumstances extends Pick<Background, 'changeOf'> {
  /** The path of the configuration of the run. */
  config: string;
  /** A temporary folder, which is removed. */
  folder: string;
  /** The rate limit, of which a shard has its share. */
  maxRequestsPerSecond: number | undefined;
  /** The response time of the target, in milliseconds. */
  answerMs: number;
  /** The runs of the same target, newest first. */
  history: () => Iterable<KeptRun>;
  /** Whether there were network problems around the time of a test. */
  hadTrouble: (test: Planned) => boolean;
}

/**
 * Finds the causes of broken rules: groups them by what their failures have in common, and repeats some of their tests,
 * unchanged and with a single change. It never changes a verdict.
 *
 * @returns the results with `run.triage`; unchanged when no rule is broken
 */
export const withTriage = async (results: Results, circumstances: Circumstances): Promise<Results> => {
  const groups = groupsOf(results);
  if (groups.length === 0) return results;
  const startedAt = Date.now();
  const failures = chosenOf(groups, results.run.shard?.of);
  const canary = canaryOf(results);
  const met = await repeat(results, failures, canary, circumstances);
  const outcomes = outcomesOf(failures, results, canary, met, circumstances);
  const since = brokenSince(results, circumstances.history());
  const triage: Triage = {
    durationMs: Date.now() - startedAt,
    complete: met.isComplete,
    groups: withCauses(groups, outcomes, { since, changeOf: circumstances.changeOf }),
  };
  const left = [...new Set([...(results.run.leftBehind ?? []), ...met.leftBehind])];
  return { ...results, run: { ...results.run, triage, ...(left.length > 0 && { leftBehind: left }) } };
};

const nothing: Encounters = { errors: [], leftBehind: [], isComplete: false, tests: [] };

const repeat = async (
  results: Results,
  failures: readonly Failure[],
  canary: TestResult | undefined,
  { config, folder, maxRequestsPerSecond, answerMs }: Circumstances,
): Promise<Encounters> => {
  const isSandbox = results.run.target === 'sandbox';
  const sandbox = isSandbox ? undefined : await startSandbox('--quiet');
  const { seed, generatedRuns } = results.run;
  const env = {
    ...(seed && { SEED: seed }),
    ...(generatedRuns && { GENERATED_RUNS: String(generatedRuns) }),
    ...(maxRequestsPerSecond && { MAX_REQUESTS_PER_SECOND: String(maxRequestsPerSecond) }),
  };
  const end = Date.now() + maxMs;
  const meet = async (questions: Question[]): Promise<Encounters> => {
    const left = end - Date.now();
    if (questions.length === 0) return { ...nothing, isComplete: true };
    return (left > 0 && (await runAgain(folder, { config, questions, mostMs: left }, { env }))) || nothing;
  };
  try {
    const count = atFirst(answerMs);
    const first = await meet(firstQuestions(failures.slice(0, count), canary, sandbox?.address));
    const tests = failures.filter(isRepeatable).map(({ test }) => test);
    const mixed = tests.filter((test) => isMixed(first, test));
    const blamed = failures
      .map(({ test }) => test)
      .filter((test) => foundIn(first, names.sandbox, test).some(({ verdict }) => verdict === 'fail'));
    const needy = tests.filter((test) => bareOf(test).length > 0 && !smallerOf(test, first, bareOf(test), isSandbox));
    const further = await meet(furtherQuestions(failures.slice(count), mixed, blamed, needy, sandbox?.address));
    return {
      errors: [...first.errors, ...further.errors],
      leftBehind: [...first.leftBehind, ...further.leftBehind],
      isComplete: first.isComplete && further.isComplete,
      tests: [...first.tests, ...further.tests],
    };
  } finally {
    sandbox?.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Whether a test passed in some attempts, so that more attempts are needed. */
const isMixed = (met: Encounters, test: TestResult): boolean =>
  [...foundIn(met, names.again, test), ...foundIn(met, names.fresh, test)].some(({ verdict }) => verdict === 'pass');

/** The outcomes of the chosen rules, by rule id. */
const outcomesOf = (
  chosen: readonly Failure[],
  { run }: Results,
  canary: TestResult | undefined,
  met: Encounters,
  { hadTrouble }: Circumstances,
): Map<string, Outcome> => {
  const isSandbox = run.target === 'sandbox';
  return new Map(
    chosen.map((failure) => {
      const { rule, test } = failure;
      const tally = (question: string) => tallyOf(foundIn(met, question, test));
      const answers: Answers = {
        again: tally(names.again),
        fresh: tally(names.fresh),
        sandbox: tallyOf(
          foundIn(met, names.sandbox, test).filter((one) => isSame(one, test) || one.verdict === 'pass'),
        ),
        canary: tallyOf(canary ? foundIn(met, names.again, canary) : []),
        isSandbox,
        hadTrouble: hadTrouble(test),
      };
      const outcome: Outcome = {
        cause: causeOf(answers) ?? 'product',
        said: describeAttempts(answers),
        isAsked: foundIn(met, names.again, test).length > 0,
        smallest: smallestOf(failure, met, isSandbox),
      };
      return [rule.id, outcome];
    }),
  );
};

const foundIn = ({ tests }: Encounters, question: string, test: TestResult): Replayed[] =>
  tests.filter((one) => one.question === question && isPlanned([test], one));

/** The command of the smallest request that still fails in the same way, with keys masked. */
const smallestOf = ({ test }: Failure, met: Encounters, isSandbox: boolean): string | undefined => {
  const sets = [...bareOf(test), ...partsOf(test)];
  return (smallerOf(test, met, sets, isSandbox) ?? stillFailing(test, met, names.again))?.curl;
};

/** The failure with the most fields left out with which the sandbox passes. */
const smallerOf = (
  test: TestResult,
  met: Encounters,
  sets: readonly string[][],
  isSandbox: boolean,
): Replayed | undefined =>
  sets
    .filter((set) => isSandbox || foundIn(met, names.control(set), test).some(({ verdict }) => verdict === 'pass'))
    .sort((one, other) => other.length - one.length)
    .map((set) => stillFailing(test, met, names.without(set)))
    .find((one) => one !== undefined);

const stillFailing = (test: TestResult, met: Encounters, question: string): Replayed | undefined =>
  foundIn(met, question, test).find((one) => isSame(one, test));

/** Whether a test fails in the same way as in the run. */
const isSame = ({ verdict, error }: Replayed, test: TestResult): boolean =>
  verdict === 'fail' && findingOf(error) === findingOf(test.error);
