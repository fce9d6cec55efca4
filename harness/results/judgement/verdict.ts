import type { Level } from '../../../interface/rules/levels.ts';
import { kindOf } from '../../../helpers/errors/failure-kind.ts';

/** What became of one test or rule. Only `fail` says that the service broke its interface. */
export const verdicts = [
  'pass',
  'fail',
  'known',
  'not-tested',
  'not-applicable',
  'environment',
  'harness',
  'observed',
  'excluded',
] as const;
export type Verdict = (typeof verdicts)[number];

export type RunVerdict = 'conforming' | 'non-conforming' | 'inconclusive';

/** From the worst to the best: a rule is as bad as its worst test. */
const worstFirst: readonly Verdict[] = [
  'fail',
  'harness',
  'environment',
  'not-tested',
  'known',
  'pass',
  'observed',
  'not-applicable',
  'excluded',
];

/** The verdict of a rule from those of its tests; a rule whose tests did not run is not tested. */
export const worst = (of: readonly Verdict[]): Verdict => worstFirst.find((one) => of.includes(one)) ?? 'not-tested';

/** The verdict of a run: one failure decides; anything that kept a rule from being judged leaves it open. */
export const runVerdict = (of: readonly Verdict[]): RunVerdict => {
  if (of.includes('fail')) return 'non-conforming';
  const judged = of.some((one) => one === 'pass' || one === 'known' || one === 'observed');
  const open = of.some((one) => one === 'harness' || one === 'environment' || one === 'not-tested');
  return judged && !open ? 'conforming' : 'inconclusive';
};

/**
 * The verdict of one error of a test, as it was thrown or as Playwright reports it. A test that only observes cannot
 * blame the service: it leaves a payment page that does not work to the rules that judge it, and an assertion that
 * fails in it is the suite's own fault.
 */
export const verdictOfError = (error: unknown, level: Level = 'must'): Verdict => {
  const kind = kindOf(error);
  if (kind === 'assertion') return level === 'observe' ? 'harness' : 'fail';
  if (kind === 'payment-page') return level === 'observe' ? 'not-tested' : 'fail';
  return kind ?? 'harness';
};
