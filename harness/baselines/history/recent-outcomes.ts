import { firstReason } from './comparison.ts';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import type { History, KeptRun } from './history.ts';
import { minute } from '../../results/text.ts';

/** The number of runs shown for each target. */
const maxRuns = 5;

/** The outcome of a rule in one run. */
interface Outcome {
  at: string;
  verdict: string;
  /** The reason, in one line; null when there is none. */
  why: string | null;
  observed: readonly string[];
}

/** The recent outcomes of a rule on each target, newest run first. */
export const recentOutcomes = (id: RuleId, history: History): { target: string; runs: Outcome[] }[] =>
  history.targets().map((target) => {
    const runs: KeptRun[] = [];
    for (const run of history.runs(target)) if (runs.push(run) === maxRuns) break;
    return { target, runs: runs.map((run) => outcomeOf(run, id)) };
  });

const outcomeOf = ({ results }: KeptRun, id: RuleId): Outcome => {
  const rule = results.rules.find((one) => one.id === id);
  return {
    at: results.run.startedAt,
    verdict: rule?.verdict ?? 'not a rule at that time',
    why: rule ? firstReason(rule) : null,
    observed: rule?.observed ?? [],
  };
};

/** Formats an outcome as one line. */
export const latelyInWords = ({ at, verdict, why, observed }: Outcome): string =>
  [minute(at), verdict, why ?? observed.join('; ')].join('  ').trimEnd().slice(0, 160);
