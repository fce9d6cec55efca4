import type { Settings } from '../../settings/settings.ts';
import { Outages } from './outages.ts';
import { Patience } from './retry-policy.ts';
import { probeOf, type Probe } from './probe.ts';
import { Rate } from './rate-limit.ts';
import { runFolder } from './run-folder.ts';

/** What the workers of a run share about the way to their target. */
export interface Way {
  outages: Outages;
  rate: Rate | undefined;
  probe: Probe;
  /** @param lengthen told before time passes that the target is not to blame for, in milliseconds */
  patience: (lengthen: (ms: number) => void) => Patience;
}

export const openWay = (settings: Settings): Way => {
  const { maxRequestsPerSecond, requestTimeoutMs: timeoutMs, baseUrl } = settings;
  const folder = runFolder();
  const outages = new Outages(folder);
  const rate = maxRequestsPerSecond === undefined ? undefined : new Rate(maxRequestsPerSecond, folder);
  const probe = probeOf(baseUrl, settings, async () => rate?.turn());
  return { outages, rate, probe, patience: (lengthen) => new Patience({ timeoutMs, probe, outages, rate, lengthen }) };
};
