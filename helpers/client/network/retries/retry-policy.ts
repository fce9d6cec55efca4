import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../../../errors/errors.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Probe } from '../probe.ts';
import { longestPauseMs, type RateLimiter } from '../rate-limit.ts';
import { retriesDisabled } from './repetition.ts';
import type { TransportFailure } from '../transport-failure.ts';

/** How often a request is sent at most; more often while the limit of the target is being found. */
const mostAttempts = 3;
const mostRefused = 12;
/** The first wait before a repetition, in milliseconds; each further one is twice as long, and all are jittered. */
const firstWaitMs = 200;
/** The longest wait that a target which is out may ask for with Retry-After, in milliseconds. */
const longestWaitMs = 10_000;
/** The longest wait after a request that was one too many, unless the target asks for more, in milliseconds. */
const longestBackOffMs = 2_000;
/** How long a target may be out before it is given up, and how often it is asked in the meantime, in milliseconds. */
const longestOutageMs = 10_000;
const pollMs = 1_000;

interface RetryPolicyOptions {
  /** How long an answer may take. */
  timeoutMs: number;
  probe: Probe;
  circuitBreaker: Pick<CircuitBreaker, 'down' | 'add'>;
  rateLimiter?: RateLimiter | undefined;
  outageMs?: number;
  /** Every request may be made twice without harm, whatever the run is for. */
  repeatsAll?: boolean;
  /** Told before time passes that the target is not to blame for, in milliseconds. */
  extendTimeout?: ((ms: number) => void) | undefined;
}

/** One request that is being made. */
interface Request {
  method: string;
  attempt: number;
  /** What `turn` returned for this attempt. */
  turn: number;
  /** When it was first sent, in milliseconds since the epoch. */
  startedAt: number;
  /** Ends the watch over this attempt. @returns whether the target answers, where that had to be asked for already */
  watched: () => Promise<boolean> | undefined;
}

/**
 * What is done when the way to the target fails: a request is repeated where that cannot do anything twice, a target
 * that is out is waited for, and one that stays out is given up for all workers.
 */
export class RetryPolicy {
  readonly #options: RetryPolicyOptions;

  constructor(options: RetryPolicyOptions) {
    this.#options = options;
  }

  /**
   * Waits until a request may leave.
   *
   * @returns the number of the limit that it leaves under
   * @throws EnvironmentFault when the target has been given up
   */
  async turn(): Promise<number> {
    const { down } = this.#options.circuitBreaker;
    if (down) throw new EnvironmentFault(down, 'down');
    return (await this.#options.rateLimiter?.turn(this.#options.extendTimeout)) ?? 0;
  }

  /** Watches over an attempt: where its answer takes long, the target is asked early whether it answers at all. */
  watch(): () => Promise<boolean> | undefined {
    let asked: Promise<boolean> | undefined;
    const timer = setTimeout(() => void (asked = this.#options.probe()), this.#options.timeoutMs / 5);
    return () => {
      clearTimeout(timer);
      return asked;
    };
  }

  /**
   * After a failed attempt, once the target answers.
   *
   * @returns how long to wait before the request is repeated, in milliseconds; undefined when it must not be
   * @throws EnvironmentFault when the target is given up
   */
  async next(trouble: TransportFailure, request: Request): Promise<number | undefined> {
    if (trouble.kind === 'throttled') return this.#afterRefusal(trouble, request);
    const outageEnded = await this.#targetAnswers(trouble, request);
    if (request.attempt >= mostAttempts || !this.#mayRepeat(trouble, request)) return undefined;
    const asked = trouble.retryAfterMs ?? 0;
    const wait = Math.max(asked, firstWaitMs * 2 ** (request.attempt - 1) * (0.5 + Math.random()));
    const spent = Date.now() - request.startedAt;
    if (asked > longestWaitMs || (!outageEnded && spent + wait > this.#options.timeoutMs)) return undefined;
    return wait;
  }

  /** A request that was one too many makes all workers slower, and is sent again however often that takes. */
  #afterRefusal(trouble: TransportFailure, request: Request): number | undefined {
    void request.watched();
    const { rateLimiter } = this.#options;
    rateLimiter?.refused(request.turn, trouble.retryAfterMs);
    const isLast = request.attempt >= (rateLimiter ? mostRefused : mostAttempts);
    const asked = trouble.retryAfterMs ?? 0;
    if (isLast || asked > longestPauseMs || !this.#mayRepeat(trouble, request)) return undefined;
    const backOff = firstWaitMs * 2 ** (request.attempt - 1) * (0.5 + Math.random());
    return Math.max(asked, Math.min(backOff, longestBackOffMs));
  }

  #mayRepeat(trouble: TransportFailure, { method }: Request): boolean {
    if (this.#options.repeatsAll) return true;
    return !retriesDisabled() && (method === 'GET' || trouble.harmless);
  }

  /** Waits, without the time counting as the target's. */
  async wait(ms: number): Promise<void> {
    await this.#wait(ms);
  }

  /** @returns whether the target had to be waited for */
  async #targetAnswers(trouble: TransportFailure, { startedAt, watched }: Request): Promise<boolean> {
    const early = watched();
    const { circuitBreaker, probe, outageMs = longestOutageMs } = this.#options;
    for (let answers = early ?? probe(), waited = false; ; answers = probe(), waited = true) {
      if (await answers) return waited;
      const now = Date.now();
      const gone = now - startedAt >= outageMs;
      const down = `the target does not answer any more (${trouble.said})`;
      circuitBreaker.add({ from: startedAt, to: now, ...(gone ? { down } : {}) });
      if (gone) throw new EnvironmentFault(circuitBreaker.down ?? down, 'down');
      await this.#wait(pollMs);
    }
  }

  async #wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    this.#options.extendTimeout?.(ms);
    await pause(ms);
  }
}
