import { compare, type RuleChange } from './comparison.ts';
import { inOneLine } from './printed.ts';
import { coloured, minute } from '../../results/text.ts';
import type { Results, RunFacts } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';
import type { History, KeptRun } from './history.ts';

type Comparison = NonNullable<RunFacts['comparison']>;

/** The maximum number of rules listed for each kind of change. */
const maxListed = 6;

/** The last run of the same target that judged any rule; a run during an outage gives no basis for a comparison. */
export const lastRun = (results: Results, history: History): KeptRun | undefined => {
  if (results.run.interrupted || !hasJudged(results)) return undefined;
  for (const one of history.runs(targetName(results.run))) if (hasJudged(one.results)) return one;
  return undefined;
};

const hasJudged = ({ run: { rules } }: Results): boolean => rules.pass + rules.fail + rules.known > 0;

/** Adds the comparison with an earlier run to results. */
export const withComparison = (results: Results, last: KeptRun | null): Results => {
  if (!last) return results;
  const found = compare(last.results, results);
  const ids = (changes: readonly Pick<RuleChange, 'id'>[]): string[] => changes.map(({ id }) => id);
  const { startedAt, verdict, commit } = last.results.run;
  const comparison: Comparison = {
    with: { file: last.file, startedAt, verdict, commit },
    partial: found.partial,
    broken: ids(found.broken),
    stillBroken: ids(found.stillBroken),
    fixed: ids(found.fixed),
    newlyNotTested: ids(found.newlyNotTested),
    judgedAgain: ids(found.judgedAgain),
    added: found.added,
    removed: found.removed,
    observations: ids(found.observations),
    slower: found.slower.map(({ endpoint, ratio, beforeMs, afterMs }) => ({
      endpoint,
      ratio: Math.round(ratio * 100) / 100,
      beforeMs: Math.round(beforeMs),
      afterMs: Math.round(afterMs),
    })),
  };
  return { ...results, run: { ...results.run, comparison } };
};

/** The changes since the last run for the summary: one line of totals, then the rules by kind of change. */
export const sinceLastRun = ({ run: { comparison } }: Results): string[] => {
  if (!comparison) return [];
  const lines = (word: string, ids: readonly string[], sense: 'good' | 'bad' | 'open'): string[] =>
    ids.length === 0 ? [] : [`  ${coloured(word.padEnd(20), sense)} ${inShort(ids)}`];
  return [
    `Since ${minute(comparison.with.startedAt)} (${comparison.with.verdict}): ${inOneLine(comparison)}`,
    ...lines('broken', comparison.broken, 'bad'),
    ...lines('fixed', comparison.fixed, 'good'),
    ...lines('no longer tested', comparison.newlyNotTested, 'open'),
    ...lines('observed differently', comparison.observations, 'open'),
  ];
};

const inShort = (ids: readonly string[]): string =>
  ids.slice(0, maxListed).join(', ') + (ids.length > maxListed ? ` and ${ids.length - maxListed} more` : '');
