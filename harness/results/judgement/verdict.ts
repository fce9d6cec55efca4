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
