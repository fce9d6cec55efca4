import { Pool, type buildConnector } from 'undici';
import { Guard } from '../network/guard.ts';
import { largestAnswer, textOf } from './answer-body.ts';
import type { Call } from './http.ts';
import { Limiter, type Outcome } from './limiter.ts';
import { SilentEndpoints } from './silent-endpoints.ts';
import { failureOfError, failureOfStatus, waitBefore, type TransportFailure } from './transport-failure.ts';

type Headers = Readonly<Record<string, string>>;

/** An answer as it came, with text as it is. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** What became of a call that was sent once; it is data, so that it can go from process to process. */
export interface Attempt {
  answer?: Answer;
  failure?: TransportFailure;
  /** When it was sent, in milliseconds since the epoch, and how long the answer took. */
  startedAt: number;
  durationMs: number;
  /** How long the call had to wait for its turn, in milliseconds. */
  waitedMs: number;
  /** After how many milliseconds a failed call may be sent again; undefined when it must not be. */
  waitMs?: number | undefined;
}

/** Sends calls once, over connections that are kept alive. */
export interface Line {
  /**
   * Sends a call when it is its turn.
   *
   * @param attempt 1 for the first time
   * @param extendTimeout called with the milliseconds that the call has waited for its turn
   */
  send: (call: Call, attempt: number, extendTimeout?: (ms: number) => void) => Promise<Attempt>;
  /** Sends a call at once, to see whether the target is there. */
  probe: (call: Call) => Promise<Attempt>;
  /** Waits until a page may send a request. @returns whether requests are held apart, so that pages have to wait at all */
  turnOfPage: () => Promise<boolean>;
  close: () => Promise<void>;
}

export interface ConnectionOptions {
  baseUrl: string;
  /** Restricts the hosts that requests may go to; by default only this machine. */
  guard?: Guard | undefined;
  /** How long an answer may take once its request is sent; a whole answer may take twice as long. */
  timeoutMs: number;
  limiter?: Limiter | undefined;
  /** The most connections at once; by default as many as requests. */
  most?: number | undefined;
}

/** How long a connection may be idle once the target closed one, in milliseconds. */
const shortIdleMs = 50;
/**
 * How long before the end that the target names a connection is given up, in milliseconds. With undici's two seconds, one
 * that is kept for two seconds would never be used again, and a key remembered with it would not be seen.
 */
const earlierMs = 1_000;

/** Whether a call has the key that its endpoint asks for; a checkout has it in its body, whoever wrote it there. */
const hasValidKey = ({ credential, path, lacksKey = false }: Call): boolean =>
  path === '/v1/checkout' ? !lacksKey : credential === 'secret';

/** The connections of one process to a target. Redirects are not followed. */
export class Connections implements Line {
  readonly #options: ConnectionOptions & { guard: Guard; limiter: Limiter };
  /** Errors from establishing a connection, before which nothing was sent. */
  readonly #unsent = new WeakSet<Error>();
  readonly #silent = new SilentEndpoints();
  #pool: Pool | undefined;
  /** How long a connection may be idle, in milliseconds; undefined for undici's default. */
  #idleMs: number | undefined;

  /** @throws NotTested when the address is on none of the listed hosts */
  constructor(options: ConnectionOptions) {
    const { baseUrl, guard = new Guard({ hosts: [] }), limiter = new Limiter() } = options;
    guard.check(baseUrl, 'BASE_URL');
    this.#options = { ...options, guard, limiter };
  }

  async send(call: Call, attempt: number, extendTimeout?: (ms: number) => void): Promise<Attempt> {
    const { limiter } = this.#options;
    const keyIsValid = hasValidKey(call);
    // Without ids and queries.
    const endpoint = `${call.method} ${/^\/v1\/\w+(?:\/\w+)?/.exec(call.path)?.[0] ?? ''}`;
    const asked = `${endpoint} ${keyIsValid}`;
    const unsent = (waitedMs: number): Attempt | undefined => {
      const failure = this.#silent.reasonNotToAsk(asked);
      return failure && { failure, startedAt: Date.now(), durationMs: 0, waitedMs };
    };
    // Before its turn as well, since others that are waited for in vain may have all turns.
    const before = unsent(0);
    if (before) return before;
    const { result: turn, ms: waitedMs } = await timed(() => limiter.turn(endpoint, keyIsValid), extendTimeout);
    const after = unsent(waitedMs);
    if (after) {
      limiter.end(turn, 'lost');
      return after;
    }
    this.#silent.asks(asked);
    const { timeoutMs } = this.#options;
    const patienceMs = keyIsValid ? this.#silent.patience(asked, timeoutMs) : timeoutMs;
    const sent = await this.probe(call, patienceMs);
    const { failure, answer, durationMs: ms } = sent;
    if (!failure || patienceMs === timeoutMs) this.#silent.note(asked, { failure, status: answer?.status, ms });
    // A repeated update changes nothing more, and what is refused has no effect.
    const isRepeatable = call.method === 'GET' || call.method === 'PUT' || !keyIsValid;
    const waitMs = failure && (isRepeatable || failure.unprocessed) ? waitBefore(failure, attempt) : undefined;
    // Where the target does not say how long to wait, the limiter finds it.
    limiter.end(turn, outcomeOf(failure), typeof failure?.pauseMs === 'number' ? waitMs : 0);
    return { ...sent, waitedMs, waitMs };
  }

  async probe(call: Call, timeoutMs = this.#options.timeoutMs): Promise<Attempt> {
    const startedAt = Date.now();
    const sent = await this.#sendOnce(call, timeoutMs);
    return { ...sent, startedAt, durationMs: Date.now() - startedAt, waitedMs: 0 };
  }

  async turnOfPage(): Promise<boolean> {
    const { limiter } = this.#options;
    if (!limiter.hasGap) return false;
    limiter.end(await limiter.turn('page', true), 'lost');
    return true;
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  #connect(): Pool {
    const { baseUrl, guard, timeoutMs, limiter, most = limiter.maxInFlight } = this.#options;
    const connector = guard.connection.connector(timeoutMs);
    return new Pool(new URL(baseUrl).origin, {
      connections: most,
      maxResponseSize: largestAnswer,
      keepAliveTimeoutThreshold: earlierMs,
      ...(this.#idleMs && { keepAliveTimeout: this.#idleMs }),
      connect: (options: buildConnector.Options, done: buildConnector.Callback) =>
        connector(options, (...outcome) => {
          if (outcome[0]) this.#unsent.add(outcome[0]);
          done(...outcome);
        }),
    });
  }

  /** The target may close connections that are idle for longer, so from now on they are used again only at once. */
  #shortenIdleTime(): void {
    if (this.#idleMs !== undefined) return;
    const pool = this.#pool;
    this.#idleMs = shortIdleMs;
    this.#pool = undefined;
    // Requests on the earlier connections end first.
    pool?.close().catch(() => {});
  }

  async #sendOnce(call: Call, timeoutMs: number): Promise<Pick<Attempt, 'answer' | 'failure'>> {
    const { baseUrl, guard } = this.#options;
    const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
    const raw = Object.entries(call.headers).flat();
    let hasHead = false;
    try {
      const { statusCode, headers, body } = await (this.#pool ??= this.#connect()).request({
        method: call.method,
        path: prefix + call.path,
        // Recorded exchanges do not contain the headers for a gateway.
        headers: guard.connection.withAccessHeaders(new URL(baseUrl), raw),
        body: call.body === undefined ? null : Buffer.from(call.body, call.encoding),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        // Gaps in an answer are limited one by one, so the whole answer needs a limit too.
        signal: AbortSignal.timeout(2 * timeoutMs),
      });
      hasHead = true;
      const answered = flat(headers);
      const text = await textOf(body, answered['content-encoding']);
      const answer = { status: statusCode, headers: answered, text };
      const failure = failureOfStatus(statusCode, answered);
      return failure ? { answer, failure } : { answer };
    } catch (error) {
      const failure = failureOfError(error, hasHead, error instanceof Error && this.#unsent.has(error));
      if (failure.kind === 'reset') this.#shortenIdleTime();
      return { failure };
    }
  }
}

/**
 * What an action returns, and how long it took, in milliseconds.
 *
 * @param extendTimeout called with these milliseconds, each second and at the end
 */
export const timed = async <T>(
  act: () => Promise<T>,
  extendTimeout?: (ms: number) => void,
): Promise<{ result: T; ms: number }> => {
  const from = performance.now();
  let extendedMs = 0;
  const extend = (): void => {
    const ms = performance.now() - from - extendedMs;
    if (ms < 1) return;
    extendedMs += ms;
    extendTimeout?.(ms);
  };
  const timer = setInterval(extend, 1000);
  try {
    return { result: await act(), ms: performance.now() - from };
  } finally {
    clearInterval(timer);
    extend();
  }
};

const outcomeOf = (failure: TransportFailure | undefined): Outcome => {
  if (!failure) return 'answered';
  if (failure.kind === 'throttled') return 'throttled';
  if (failure.kind === 'no-answer' || failure.kind === 'endless') return 'timed-out';
  return failure.pauseMs === undefined ? 'lost' : 'unavailable';
};

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
