import type { Results, TriageGroup } from '../../harness/results/results-schema.ts';
import { instanceOf } from '../faults/meet.ts';
import type { Planted } from './cases.ts';
import { withPlantedSuite } from './planted-run.ts';
import { openWay, type Course } from './way.ts';

/**
 * A run against what is planted; before it one that passes, where that is asked for.
 *
 * @param control where a sandbox hands out its instances
 */
export const met = async (
  control: string,
  { faults = {}, way = {}, grep, spec, before }: Planted,
): Promise<Results> => {
  const named = Object.entries({ ...faults, '/': faults['/'] ?? 'none' });
  const routes = await Promise.all(
    named.map(async ([path, fault]) => [path, await instanceOf(control, fault)] as const),
  );
  const healthy: Course = { routes: [['/', await instanceOf(control, 'none')]] };
  let course = before ? healthy : { routes, ...way };
  const { address, close } = await openWay(() => course);
  try {
    return await withPlantedSuite(spec, async (run) => {
      if (before) {
        const { verdict } = (await run(address, ['--grep', before])).run;
        if (verdict !== 'conforming') throw new Error(`the run before the cause is ${verdict}`);
        course = { routes, ...way };
      }
      return run(address, ['--grep', grep]);
    });
  } finally {
    close();
  }
};

export const groupsIn = ({ run }: Results): readonly TriageGroup[] => run.triage?.groups ?? [];

/** Whether each cause is named with its rule, and nothing else. */
export const isRight = ({ expected }: Planted, results: Results): boolean =>
  expected.every(([cause, rule]) => groupsIn(results).some((one) => one.cause === cause && one.rules.includes(rule))) &&
  groupsIn(results).every(({ cause }) => expected.some(([wanted]) => wanted === cause));
