import type { Results, TriageGroup } from '../../harness/results/results-schema.ts';
import { instanceOf } from '../faults/meet.ts';
import type { Planted } from './cases.ts';
import { plantedRun } from './planted-run.ts';
import { openWay } from './way.ts';

/**
 * A run against what is planted.
 *
 * @param control where a sandbox hands out its instances
 */
export const met = async (control: string, { faults = {}, way = {}, grep, spec }: Planted): Promise<Results> => {
  const named = Object.entries({ ...faults, '/': faults['/'] ?? 'none' });
  const routes = await Promise.all(
    named.map(async ([path, fault]) => [path, await instanceOf(control, fault)] as const),
  );
  const { address, close } = await openWay(routes, way);
  try {
    return await plantedRun(address, ['--grep', grep], spec);
  } finally {
    close();
  }
};

export const groupsIn = ({ run }: Results): readonly TriageGroup[] => run.triage?.groups ?? [];

/** Whether each cause is named with its rule, and nothing else. */
export const isRight = ({ expected }: Planted, results: Results): boolean =>
  expected.every(([cause, rule]) => groupsIn(results).some((one) => one.cause === cause && one.rules.includes(rule))) &&
  groupsIn(results).every(({ cause }) => expected.some(([wanted]) => wanted === cause));
