/** The verdict of a test or rule. Only `fail` means that the service violates its interface. */
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

/** The verdicts of what could not be judged, worst first. */
export const unjudged: readonly Verdict[] = ['harness', 'environment', 'not-tested'];

/** From worst to best. */
const worstFirst: readonly Verdict[] = ['fail', ...unjudged, 'known', 'pass', 'observed', 'not-applicable', 'excluded'];

/** The worst of the verdicts of tests; `not-tested` without tests. */
export const worst = (of: readonly Verdict[]): Verdict => worstFirst.find((one) => of.includes(one)) ?? 'not-tested';

/** The verdict of a run: a failure makes it non-conforming, and a rule without judgement otherwise inconclusive. */
export const runVerdict = (of: readonly Verdict[]): RunVerdict => {
  if (of.includes('fail')) return 'non-conforming';
  const judged = of.some((one) => one === 'pass' || one === 'known' || one === 'observed');
  return judged && !of.some((one) => unjudged.includes(one)) ? 'conforming' : 'inconclusive';
};
