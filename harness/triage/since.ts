import type { KeptRun } from '../baselines/history/history.ts';
import type { Results } from '../results/results-schema.ts';

/**
 * When the rules that are broken now broke: the start of the first run of those in which they are broken without a
 * break. Rules that no run of the past has judged are left out.
 *
 * @param history runs of the same target, newest first; no more of them are read than needed
 */
export const brokenSince = ({ run, rules }: Results, history: Iterable<KeptRun>): Map<string, string> => {
  const since = new Map<string, string>();
  const open = new Set(rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const found = new Map<string, string>([...open].map((id) => [id, run.startedAt]));
  for (const { results: earlier } of history) {
    if (open.size === 0) break;
    for (const { id, verdict } of earlier.rules) {
      if (!open.has(id)) continue;
      if (verdict === 'fail' || verdict === 'known') found.set(id, earlier.run.startedAt);
      else if (verdict === 'pass') {
        since.set(id, found.get(id) ?? run.startedAt);
        open.delete(id);
      }
    }
  }
  // Broken in each of them: at least that long.
  for (const id of open) {
    const start = found.get(id);
    if (start && start !== run.startedAt) since.set(id, start);
  }
  return since;
};
