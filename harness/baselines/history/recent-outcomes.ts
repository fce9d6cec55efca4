import { firstReason } from './comparison.ts';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import type { History, KeptRun } from './history.ts';
import { minute } from '../../results/text.ts';

/** Runs of each target that are told of. */
const told = 5;

/** What became of a rule in one run. */
interface Outcome {
  at: string;
  verdict: string;
  /** What went wrong, in one line; null when nothing did. */
  why: string | null;
  observed: readonly string[];
}

/** How a rule went lately on each target, the newest run first. */
export const recentOutcomes = (id: RuleId, history: History): { target: string; runs: Outcome[] }[] =>
  history.targets().map((target) => {
    const runs: KeptRun[] = [];
    for (const run of history.runs(target)) if (runs.push(run) === told) break;
    return { target, runs: runs.map((run) => outcomeOf(run, id)) };
  });

const outcomeOf = ({ results }: KeptRun, id: RuleId): Outcome => {
  const rule = results.rules.find((one) => one.id === id);
  return {
    at: results.run.startedAt,
    verdict: rule?.verdict ?? 'not among the rules yet',
    why: rule ? firstReason(rule) : null,
    observed: rule?.observed ?? [],
  };
};

/** One line. */
export const latelyInWords = ({ at, verdict, why, observed }: Outcome): string =>
  [minute(at), verdict, why ?? observed.join('; ')].join('  ').trimEnd().slice(0, 160);
