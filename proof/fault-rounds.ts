import type { ListedTest } from './mutant-plan.ts';
import type { MutantResult } from './run-mutants.ts';

/** A fault of the sandbox, and the rule that it breaks. */
export interface Fault {
  name: string;
  rule: string;
  /** Whether it shows only in a browser. */
  browser?: boolean;
  /** Settings by which it shows, by variable. */
  needs?: Readonly<Record<string, string>>;
}

/**
 * First each fault meets one test of its rule, since most are killed by any; who survives meets two more, then all of them.
 * On a busy machine a short time-out may leave a rule not tested, so the last round has those of a run.
 */
export const lastRound = 2;

/**
 * The tests that a fault meets in a round, which begins with 0. The one that killed it before comes first, then those of
 * its project, and of these the ones whose titles share most words with its name: the fault `wallets-named-data` meets the
 * test of a list of wallets.
 *
 * @param index of the fault: where words decide nothing, faults of one rule begin with different tests
 * @param killer the key of the test that killed it before, where that is known
 */
export const testsInRound = (
  { name, rule, browser = false }: Fault,
  tests: readonly ListedTest[],
  index: number,
  round: number,
  killer?: string,
): ListedTest[] => {
  const words = wordsOf(name);
  const rank = ({ project, key }: ListedTest): number =>
    (key === killer ? 10_000 : 0) +
    ((project === 'browser') === browser ? 1_000 : 0) +
    [...wordsOf(key)].filter((word) => words.has(word)).length;
  const ofRule = tests.filter(({ tags }) => tags.includes(`@${rule}`));
  const start = ofRule.length === 0 ? 0 : index % ofRule.length;
  const inOrder = [...ofRule.slice(start), ...ofRule.slice(0, start)].sort((a, b) => rank(b) - rank(a));
  if (round === 0) return inOrder.slice(0, 1);
  return round === 1 ? inOrder.slice(1, 3) : inOrder;
};

/** The words of a text, in the singular. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.map((word) => word.replace(/(?<=..)s$/, '')),
  );

/** Whether a test found the fault of its sandbox: by a check of the rule that the fault breaks, and by no other. */
export const isKilledBy = ({ name, rule, checks }: MutantResult): boolean =>
  name !== 'none' && checks.some((check) => check.rule === rule && check.verdict === 'fail');

/** Whether a test found nothing at a sandbox without a fault. */
export const isGreen = ({ ended, checks }: MutantResult): boolean =>
  ended === 'passed' && checks.every(({ verdict }) => verdict === 'pass' || verdict === 'observed');

/** Whether a test without a fault was only waiting for less than a busy machine takes: it says nothing wrong. */
export const isUndecided = (result: MutantResult): boolean =>
  !isGreen(result) && result.checks.every(({ verdict }) => verdict !== 'fail' && verdict !== 'harness');
