import type { Results, TriageGroup } from '../../harness/results/results-schema.ts';
import { instanceOf } from '../faults/meet.ts';
import type { Planted } from './cases.ts';
import { withPlantedSuite } from './planted-run.ts';
import { openProxy, type ProxyBehaviour } from './proxy.ts';

/**
 * The results of a run with a planted cause, after an earlier conforming run if the case needs one.
 *
 * @param control the address at which a sandbox starts instances
 */
export const runPlanted = async (
  control: string,
  { faults = {}, proxy = {}, grep, spec, before }: Planted,
): Promise<Results> => {
  const named = Object.entries({ ...faults, '/': faults['/'] ?? 'none' });
  const routes = await Promise.all(
    named.map(async ([path, fault]) => [path, await instanceOf(control, fault)] as const),
  );
  const healthy: ProxyBehaviour = { routes: [['/', await instanceOf(control, 'none')]] };
  let behaviour = before ? healthy : { routes, ...proxy };
  const { address, close } = await openProxy(() => behaviour);
  try {
    return await withPlantedSuite(spec, async (run) => {
      if (before) {
        const { verdict } = (await run(address, ['--grep', before])).run;
        if (verdict !== 'conforming') throw new Error(`the run without the cause is ${verdict}, not conforming`);
        behaviour = { routes, ...proxy };
      }
      return run(address, ['--grep', grep]);
    });
  } finally {
    close();
  }
};

export const groupsIn = ({ run }: Results): readonly TriageGroup[] => run.triage?.groups ?? [];

/** Whether each cause is named with its rule, and no other cause. */
export const isRight = ({ expected }: Planted, results: Results): boolean =>
  expected.every(([cause, rule]) => groupsIn(results).some((one) => one.cause === cause && one.rules.includes(rule))) &&
  groupsIn(results).every(({ cause }) => expected.some(([wanted]) => wanted === cause));
