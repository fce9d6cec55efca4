import type { KeptRun } from '../baselines/history/history.ts';
import type { Results } from '../results/results-schema.ts';

/**
 * Since when rules are broken: the start of the first of the consecutive runs in which they are broken. Rules that no
 * earlier run judged are left out.
 *
 * @param history the runs of the same target, newest first, read lazily
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
  // Broken in all kept runs, so at least since the oldest.
  for (const id of open) {
    const start = found.get(id);
    if (start && start !== run.startedAt) since.set(id, start);
  }
  return since;
};
