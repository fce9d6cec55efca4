import { compareRuns } from '../baselines/compare-runs.ts';
import { buildsInWords } from '../preflight/target-build.ts';
import type { Results } from '../results/results-schema.ts';
import { speedDrift, withSpeedBefore } from '../results/speed.ts';
import type { Manifest } from './seal.ts';

/** What changed since an earlier sign-off. */
export interface SinceLast {
  /** What the earlier one was, and from which build and suite to which. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  /** What changed, as titles with ids of rules or sentences; without those of which there are none. */
  readonly changes: readonly (readonly [title: string, items: readonly string[]])[];
  /** The rules that were judged then, and are not now. */
  readonly newlyOpen: readonly string[];
}

/** Compares a run with that of an earlier sign-off. @param earlier the earlier sign-off, verified, and its run */
export const sinceLast = (earlier: { manifest: Manifest; results: Results }, results: Results): SinceLast => {
  const { manifest, results: before } = earlier;
  const changed = compareRuns(before, results);
  const verdictBefore = new Map(before.rules.map(({ id, verdict }) => [id, verdict]));
  const becameKnown = results.rules.filter(
    ({ id, verdict }) => verdict === 'known' && verdictBefore.has(id) && verdictBefore.get(id) !== 'known',
  );
  const speed = withSpeedBefore(results.run.speed ?? [], before);
  const changes: [string, readonly string[]][] = [
    ['Newly broken', changed.broken],
    ['Newly accepted as known deviations', becameKnown.map(({ id }) => id)],
    ['No longer judged', changed.notJudged],
    ['Repaired', changed.fixed],
    ['New rules', changed.added],
    ['Rules that are gone', changed.removed],
    ['Observed otherwise', changed.observedDifferently],
    ['Plainly faster or slower', speedDrift({ ...results.run, speed })],
  ];
  const isWhole = ({ run }: Results): boolean =>
    ![run.partial, run.interrupted, run.outage, run.errors[0]].some(Boolean);
  const incomplete = [...(isWhole(before) ? [] : ['the earlier run']), ...(isWhole(results) ? [] : ['this run'])];
  const suite = ({ run }: Results): string => `${run.suiteVersion}, ${run.commit?.slice(0, 12) ?? 'no commit'}`;
  const build = ({ run }: Results): string => buildsInWords(run.builds) || 'not read';
  return {
    facts: [
      ['Since', `${manifest.decision} of ${manifest.issuedAt}, ${manifest.host}, by ${manifest.approver}`],
      ['Build', `${build(before)} → ${build(results)}`],
      ['Suite', `${suite(before)} → ${suite(results)}`],
      ...(incomplete.length > 0 ? [['Incomplete', `${incomplete.join(' and ')}: less can be compared`] as const] : []),
    ],
    changes: changes.filter(([, items]) => items.length > 0),
    newlyOpen: changed.notJudged,
  };
};
