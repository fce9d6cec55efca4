import type { Settings } from '../../settings/settings.ts';
import { CircuitBreaker } from './retries/circuit-breaker.ts';
import { RetryPolicy } from './retries/retry-policy.ts';
import { probeOf, type Probe } from './probe.ts';
import { RateLimiter } from './rate-limit.ts';
import { runFolder } from './run-folder.ts';

/** What the workers of a run share about the way to their target. */
export interface Network {
  circuitBreaker: CircuitBreaker;
  rateLimiter: RateLimiter;
  probe: Probe;
  /** @param extendTimeout told before time passes that the target is not to blame for, in milliseconds */
  retryPolicy: (extendTimeout: (ms: number) => void) => RetryPolicy;
}

export const openNetwork = (settings: Settings): Network => {
  const { maxRequestsPerSecond, requestTimeoutMs: timeoutMs, baseUrl } = settings;
  const folder = runFolder();
  const circuitBreaker = new CircuitBreaker(folder);
  const rateLimiter = new RateLimiter(maxRequestsPerSecond, folder);
  const probe = probeOf(baseUrl, settings, async () => void (await rateLimiter.turn()));
  return {
    circuitBreaker,
    rateLimiter,
    probe,
    retryPolicy: (extendTimeout) => new RetryPolicy({ timeoutMs, probe, circuitBreaker, rateLimiter, extendTimeout }),
  };
};
