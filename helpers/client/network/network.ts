import type { Settings } from '../../settings/settings.ts';
import { CircuitBreaker } from './retries/circuit-breaker.ts';
import { RetryPolicy } from './retries/retry-policy.ts';
import { probeOf, type Probe } from './probe.ts';
import { RateLimiter } from './rate-limit.ts';
import { runFolder } from './run-folder.ts';

/** The network state that the workers of a run share. */
export interface Network {
  circuitBreaker: CircuitBreaker;
  rateLimiter: RateLimiter;
  probe: Probe;
  /** @param extendTimeout called before a wait that must not count against the target, in milliseconds */
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
