import type { Replayed } from '../again/plan.ts';
import type { Cause } from '../results/results-schema.ts';
import type { Verdict } from '../results/judgement/verdict.ts';

/** What became of the tests of one question. */
interface Tally {
  failed: number;
  /** Failed or passed; the rest could not be judged. */
  judged: number;
  environment: number;
}

/** What a few more attempts at one failed test have shown. */
export interface Answers {
  /** As it was, at the target. */
  again: Tally;
  /** With new references and another amount. */
  fresh: Tally;
  /** At a sandbox, for the same reason. */
  sandbox: Tally;
  /** Of a test beside it that had passed in the run. */
  canary: Tally;
  /** Whether the target is the sandbox itself. */
  isSandbox: boolean;
  /** Whether something was wrong with the way to the target while the test first failed. */
  hadTrouble: boolean;
}

/**
 * Why a test fails. What is not certain is the product's: a fault of the service is not to be excused.
 *
 * @returns undefined when nothing was judged
 */
export const causeOf = ({ again, fresh, sandbox, isSandbox, hadTrouble }: Answers): Cause | undefined => {
  if (isSandbox ? always(again) : always(sandbox) || (always(again) && sandbox.failed > 0)) return 'suite';
  if (again.judged === 0) return undefined;
  if (again.failed === 0) return hadTrouble ? 'environment' : 'unstable';
  if (again.failed < again.judged) return 'unstable';
  if (never(fresh)) return 'data';
  return fresh.failed > 0 && fresh.failed < fresh.judged ? 'unstable' : 'product';
};

export const tallyOf = (tests: readonly Pick<Replayed, 'verdict'>[]): Tally => {
  const count = (...verdicts: Verdict[]): number => tests.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const failed = count('fail', 'known');
  return { failed, judged: failed + count('pass'), environment: count('environment') };
};

const always = ({ failed, judged }: Tally): boolean => judged > 1 && failed === judged;
const never = ({ failed, judged }: Tally): boolean => judged > 1 && failed === 0;

const times = ({ failed, judged }: Tally): string => `${failed} of ${judged} times`;

/** What the attempts have shown, in one sentence; the run itself counts as the first of them. */
export const saidOf = ({ again, fresh, sandbox, canary, isSandbox, hadTrouble }: Answers): string =>
  [
    again.judged > 0
      ? `failed ${again.failed + 1} of ${again.judged + 1} times`
      : again.environment > 0
        ? 'the target gave no answer when it was asked again'
        : 'not asked again',
    ...(fresh.judged > 0 ? [`with other data ${times(fresh)}`] : []),
    ...(sandbox.judged > 0 && !isSandbox ? [`at the sandbox ${times(sandbox)}`] : []),
    ...(canary.judged > 0 ? [`a test beside it ${canary.failed === 0 ? 'passed' : 'failed as well'}`] : []),
    ...(hadTrouble ? ['the way to the target was bad at the time'] : []),
  ].join(', ');
