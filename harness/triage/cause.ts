import type { Replayed } from './again/plan.ts';
import type { Cause } from '../results/results-schema.ts';
import type { Verdict } from '../results/judgement/verdict.ts';

/** The minimum number of rules of a group with the same cause before it is assumed for the others. */
const minAgreeing = 3;

/** The outcomes of the tests of a question. */
interface Tally {
  failed: number;
  /** Failed or passed; the others could not be judged. */
  judged: number;
  environment: number;
}

/** The outcomes of repeating a failed test. */
export interface Answers {
  /** Unchanged, on the target. */
  again: Tally;
  /** With new references and a different amount, on the target. */
  fresh: Tally;
  /** On a sandbox, failed for the same reason. */
  sandbox: Tally;
  /** Of a control test that passed in the run. */
  canary: Tally;
  /** Whether the target is the sandbox itself. */
  isSandbox: boolean;
  /** Whether there were network problems when the test failed in the run. */
  hadTrouble: boolean;
}

/**
 * The cause of a failure. Without certainty it is the product, so that no fault of the service is excused.
 *
 * @returns undefined when nothing was judged
 */
export const causeOf = ({ again, fresh, sandbox, isSandbox, hadTrouble }: Answers): Cause | undefined => {
  if (isSandbox ? always(again) : always(sandbox) || (always(again) && sandbox.failed > 0)) return 'suite';
  if (again.judged === 0) return undefined;
  if (again.failed === 0) return hadTrouble ? 'environment' : 'unstable';
  if (again.failed < again.judged) return 'unstable';
  if (fresh.failed === 0 && fresh.judged > 2) return 'data';
  return fresh.failed > 0 && fresh.failed < fresh.judged ? 'unstable' : 'product';
};

/** The cause of rules of a group that were not repeated: the common cause of the others, or else the product. */
export const causeOfRest = (causes: readonly Cause[]): Cause => {
  const [first] = causes;
  return first && causes.length >= minAgreeing && causes.every((one) => one === first) ? first : 'product';
};

export const tallyOf = (tests: readonly Pick<Replayed, 'verdict'>[]): Tally => {
  const count = (...verdicts: Verdict[]): number => tests.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const failed = count('fail', 'known');
  return { failed, judged: failed + count('pass'), environment: count('environment') };
};

const always = ({ failed, judged }: Tally): boolean => judged > 1 && failed === judged;

const times = ({ failed, judged }: Tally): string => `${failed} of ${judged} times`;

/** The outcomes of the attempts in one sentence; the run itself counts as the first attempt. */
export const describeAttempts = ({ again, fresh, sandbox, canary, isSandbox, hadTrouble }: Answers): string =>
  [
    again.judged > 0
      ? `failed ${again.failed + 1} of ${again.judged + 1} times`
      : again.environment > 0
        ? 'the target did not answer when the test was repeated'
        : 'not repeated',
    ...(fresh.judged > 0 ? [`with other data ${times(fresh)}`] : []),
    ...(sandbox.judged > 0 && !isSandbox ? [`on the sandbox ${times(sandbox)}`] : []),
    ...(canary.judged > 0 ? [`a control test ${canary.failed === 0 ? 'passed' : 'failed as well'}`] : []),
    ...(hadTrouble ? ['there were network problems at the time'] : []),
  ].join(', ');
