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

/** From worst to best. */
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

/** The worst of the verdicts of tests; `not-tested` without tests. */
export const worst = (of: readonly Verdict[]): Verdict => worstFirst.find((one) => of.includes(one)) ?? 'not-tested';

/** The verdict of a run: a failure makes it non-conforming, and a rule without judgement otherwise inconclusive. */
export const runVerdict = (of: readonly Verdict[]): RunVerdict => {
  if (of.includes('fail')) return 'non-conforming';
  const judged = of.some((one) => one === 'pass' || one === 'known' || one === 'observed');
  const open = of.some((one) => one === 'harness' || one === 'environment' || one === 'not-tested');
  return judged && !open ? 'conforming' : 'inconclusive';
};
