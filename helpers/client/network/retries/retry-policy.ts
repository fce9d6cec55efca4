import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../../../errors/errors.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Probe } from '../probe.ts';
import { longestPauseMs, type RateLimiter } from '../rate-limit.ts';
import { retriesDisabled } from './repetition.ts';
import type { TransportFailure } from '../transport-failure.ts';

/** The maximum number of attempts, and that of throttled requests while the rate limit is being searched. */
const maxAttempts = 3;
const maxThrottledAttempts = 12;
/** The first wait before a repetition, in milliseconds; waits double and are jittered. */
const firstWaitMs = 200;
/** The longest wait that a failing target may request with Retry-After, in milliseconds. */
const longestWaitMs = 10_000;
/** The longest wait after a throttled request, unless the target requests more, in milliseconds. */
const maxBackOffMs = 2_000;
/** How long an outage may last before the target counts as down, and the interval of probes, in milliseconds. */
const longestOutageMs = 10_000;
const pollMs = 1_000;

interface RetryPolicyOptions {
  /** How long an answer may take. */
  timeoutMs: number;
  probe: Probe;
  circuitBreaker: Pick<CircuitBreaker, 'down' | 'add'>;
  rateLimiter?: RateLimiter | undefined;
  outageMs?: number;
  /** Every request may be repeated, even where the run disables retries. */
  repeatsAll?: boolean;
  /** Called before a wait that must not count against the target, in milliseconds. */
  extendTimeout?: ((ms: number) => void) | undefined;
}

/** A request in progress. */
interface Request {
  method: string;
  attempt: number;
  /** What `turn` returned for this attempt. */
  turn: number;
  /** When it was first sent, in milliseconds since the epoch. */
  startedAt: number;
  /** Stops watching this attempt. @returns the result of a probe, if one was started */
  watched: () => Promise<boolean> | undefined;
}

/**
 * Handles network failures: repeats a request where it cannot take effect twice, waits during an outage, and marks the
 * target as down for all workers when the outage lasts.
 */
export class RetryPolicy {
  readonly #options: RetryPolicyOptions;

  constructor(options: RetryPolicyOptions) {
    this.#options = options;
  }

  /**
   * Waits until a request may be sent.
   *
   * @returns the number of the limit under which it is sent
   * @throws EnvironmentFault when the target counts as down
   */
  async turn(): Promise<number> {
    const { down } = this.#options.circuitBreaker;
    if (down) throw new EnvironmentFault(down, 'down');
    return (await this.#options.rateLimiter?.turn(this.#options.extendTimeout)) ?? 0;
  }

  /** Watches an attempt: if its answer is slow, probes early whether the target answers at all. */
  watch(): () => Promise<boolean> | undefined {
    let probing: Promise<boolean> | undefined;
    const timer = setTimeout(() => void (probing = this.#options.probe()), this.#options.timeoutMs / 5);
    return () => {
      clearTimeout(timer);
      return probing;
    };
  }

  /**
   * Decides about a repetition after a failed attempt, once the target answers again.
   *
   * @returns how long to wait before the repetition, in milliseconds; undefined when the request must not be repeated
   * @throws EnvironmentFault when the target counts as down
   */
  async next(trouble: TransportFailure, request: Request): Promise<number | undefined> {
    if (trouble.kind === 'throttled') return this.#afterRefusal(trouble, request);
    const outageEnded = await this.#targetAnswers(trouble, request);
    if (request.attempt >= maxAttempts || !this.#mayRepeat(trouble, request)) return undefined;
    const requestedMs = trouble.retryAfterMs ?? 0;
    const wait = Math.max(requestedMs, firstWaitMs * 2 ** (request.attempt - 1) * (0.5 + Math.random()));
    const spent = Date.now() - request.startedAt;
    if (requestedMs > longestWaitMs || (!outageEnded && spent + wait > this.#options.timeoutMs)) return undefined;
    return wait;
  }

  /** A throttled request slows down all workers and is repeated more often than others. */
  #afterRefusal(trouble: TransportFailure, request: Request): number | undefined {
    void request.watched();
    const { rateLimiter } = this.#options;
    rateLimiter?.refused(request.turn, trouble.retryAfterMs);
    const isLast = request.attempt >= (rateLimiter ? maxThrottledAttempts : maxAttempts);
    const requestedMs = trouble.retryAfterMs ?? 0;
    if (isLast || requestedMs > longestPauseMs || !this.#mayRepeat(trouble, request)) return undefined;
    const backOff = firstWaitMs * 2 ** (request.attempt - 1) * (0.5 + Math.random());
    return Math.max(requestedMs, Math.min(backOff, maxBackOffMs));
  }

  #mayRepeat(trouble: TransportFailure, { method }: Request): boolean {
    if (this.#options.repeatsAll) return true;
    return !retriesDisabled() && (method === 'GET' || trouble.harmless);
  }

  /** Waits without counting the time against the target. */
  async wait(ms: number): Promise<void> {
    await this.#wait(ms);
  }

  /** Waits until the target answers. @returns whether it had to wait */
  async #targetAnswers(trouble: TransportFailure, { startedAt, watched }: Request): Promise<boolean> {
    const earlyProbe = watched();
    const { circuitBreaker, probe, outageMs = longestOutageMs } = this.#options;
    for (let answers = earlyProbe ?? probe(), waited = false; ; answers = probe(), waited = true) {
      if (await answers) return waited;
      const now = Date.now();
      const isDown = now - startedAt >= outageMs;
      const down = `the target does not answer any more (${trouble.said})`;
      circuitBreaker.add({ from: startedAt, to: now, ...(isDown ? { down } : {}) });
      if (isDown) throw new EnvironmentFault(circuitBreaker.down ?? down, 'down');
      await this.#wait(pollMs);
    }
  }

  async #wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    this.#options.extendTimeout?.(ms);
    await pause(ms);
  }
}
