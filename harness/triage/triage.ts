import { rmSync } from 'node:fs';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { isPlanned, type Encounters, type Planned, type Question, type Replayed } from '../again/plan.ts';
import { runAgain } from '../again/run-again.ts';
import type { KeptRun } from '../baselines/history/history.ts';
import type { Results, TestResult, Triage } from '../results/results-schema.ts';
import { causeOf, saidOf, tallyOf, type Answers } from './cause.ts';
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
import { toldOf, type Background, type Outcome } from './told.ts';

/** How long the tests that are run again may take together, in milliseconds. */
const mostMs = 40_000;

interface Circumstances extends Pick<Background, 'changeOf'> {
  /** The configuration of the run, as a path. */
  config: string;
  /** For what is needed meanwhile; it is removed. */
  folder: string;
  /** How many requests may be sent per second, where a shard has its share of what the settings say. */
  maxRequestsPerSecond: number | undefined;
  /** How long an answer of the target takes, in milliseconds. */
  answerMs: number;
  /** Runs of the same target, newest first. */
  history: () => Iterable<KeptRun>;
  /** Whether something was wrong with the way to the target around the time of a test. */
  hadTrouble: (test: Planned) => boolean;
}

/**
 * Why rules are broken: groups them by what their failures have in common and runs some of their tests again, as they
 * were and with one thing changed. It never changes a verdict.
 *
 * @returns the results with `run.triage`, and as they were when no rule is broken
 */
export const withTriage = async (results: Results, circumstances: Circumstances): Promise<Results> => {
  const groups = groupsOf(results);
  if (groups.length === 0) return results;
  const startedAt = Date.now();
  const failures = chosenOf(groups, results.run.shard?.of);
  const canary = canaryOf(results);
  const met = await ask(results, failures, canary, circumstances);
  const outcomes = outcomesOf(failures, results, canary, met, circumstances);
  const since = brokenSince(results, circumstances.history());
  const triage: Triage = {
    durationMs: Date.now() - startedAt,
    complete: met.isComplete,
    groups: toldOf(groups, outcomes, { since, changeOf: circumstances.changeOf }),
  };
  const left = [...new Set([...(results.run.leftBehind ?? []), ...met.leftBehind])];
  return { ...results, run: { ...results.run, triage, ...(left.length > 0 && { leftBehind: left }) } };
};

const nothing: Encounters = { errors: [], leftBehind: [], isComplete: false, tests: [] };

const ask = async (
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
  const end = Date.now() + mostMs;
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

/** Whether it failed in one way and passed in another, so that it takes more attempts to know why. */
const isMixed = (met: Encounters, test: TestResult): boolean =>
  [...foundIn(met, names.again, test), ...foundIn(met, names.fresh, test)].some(({ verdict }) => verdict === 'pass');

/** What was found out about the rules that were looked into, by their ids. */
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
        said: saidOf(answers),
        isAsked: foundIn(met, names.again, test).length > 0,
        smallest: smallestOf(failure, met, isSandbox),
      };
      return [rule.id, outcome];
    }),
  );
};

const foundIn = ({ tests }: Encounters, question: string, test: TestResult): Replayed[] =>
  tests.filter((one) => one.question === question && isPlanned([test], one));

/** The command of the smallest request that still fails in the same way, keys masked. */
const smallestOf = ({ test }: Failure, met: Encounters, isSandbox: boolean): string | undefined => {
  const sets = [...bareOf(test), ...partsOf(test)];
  return (smallerOf(test, met, sets, isSandbox) ?? stillFailing(test, met, names.again))?.curl;
};

/** A test as it failed with the most fields left out, where a sandbox without them passes. */
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

/** Whether a test fails as it did. */
const isSame = ({ verdict, error }: Replayed, test: TestResult): boolean =>
  verdict === 'fail' && findingOf(error) === findingOf(test.error);
