import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type buildConnector } from 'undici';
import { EnvironmentFault } from '../errors/errors.ts';
import { Guard } from '../network/guard.ts';
import { replyOf, type Exchange, type Reply } from '../../interface/messages/exchange.ts';
import type { Mask } from '../redaction/secrets.ts';
import { largestAnswer, textOf } from './answer-body.ts';
import type { Credential } from './credentials.ts';
import { Limiter, type Outcome } from './limiter.ts';
import { Outage } from './outage.ts';
import {
  failureOfError,
  failureOfStatus,
  isUnreachable,
  waitBefore,
  type TransportFailure,
} from './transport-failure.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query, relative to the base address. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** The credential that the headers or the body contain. */
  credential: Credential;
}

/** Sends calls to a target. */
export interface Sender {
  /** @throws EnvironmentFault when the service gave no answer */
  send: (call: Call) => Promise<Reply>;
}

export interface HttpOptions {
  baseUrl: string;
  /** Restricts the hosts that requests may go to; by default only this machine. */
  guard?: Guard | undefined;
  /** How long an answer may take once its request is sent; a whole answer may take twice as long. */
  timeoutMs: number;
  mask: Mask;
  limiter?: Limiter | undefined;
  /** Called once for each attempt, without a reply when the service gave no answer. */
  record: (exchange: Exchange, reply: Reply | undefined) => void;
  /** Called with the milliseconds that a call waited on our side, which must not count against the target. */
  extendTimeout?: ((ms: number) => void) | undefined;
}

/** What the clients of one target share. */
interface Shared {
  limiter: Limiter;
  outage: Outage;
  /** Errors from establishing a connection, before which nothing was sent. */
  unsent: WeakSet<Error>;
  pool: Pool | undefined;
  /** How long a connection may be idle, in milliseconds; undefined for undici's default. */
  idleMs: number | undefined;
}

type Headers = Readonly<Record<string, string>>;
type Answer = { status: number; headers: Headers; text: string };
type Attempt = { answer: Answer; failure?: undefined } | { answer?: Answer; failure: TransportFailure };

/** How long a connection may be idle once the target closed one, in milliseconds. */
const shortIdleMs = 50;

/** Harmless requests to different endpoints, since a gateway alone may answer other paths. */
const probedPaths = ['/v1/wallets/list', '/v1/callback/fetch/no-such-callback-0000', '/v1/wallets/balance'];

/**
 * Sends calls to a target over connections that are kept alive, records each attempt with masked keys and does not
 * follow redirects.
 */
export class Http implements Sender {
  readonly #options: HttpOptions & { guard: Guard };
  readonly #shared: Shared;

  /** @param shared the connections of another one */
  constructor(options: HttpOptions, shared?: Shared) {
    const { baseUrl, guard = new Guard({ hosts: [] }), limiter = new Limiter(), mask } = options;
    guard.check(baseUrl, 'BASE_URL');
    this.#options = { ...options, guard };
    const outage = new Outage(mask(baseUrl), () => this.isReachable());
    this.#shared = shared ?? { limiter, outage, unsent: new WeakSet(), pool: undefined, idleMs: undefined };
  }

  /** The same connections and limits for one test. */
  for(own: Pick<HttpOptions, 'record' | 'extendTimeout'>): Http {
    return new Http({ ...this.#options, ...own }, this.#shared);
  }

  /**
   * Sends a call. It is sent again only where it cannot take effect twice: a GET or PUT, a request with a key that is to
   * be refused, one that was never sent, or one that was refused without being processed.
   *
   * @throws EnvironmentFault when the service gave no answer
   */
  async send(call: Call): Promise<Reply> {
    const { mask, record, extendTimeout } = this.#options;
    const { limiter, outage } = this.#shared;
    const keyIsValid = call.credential === (call.path === '/v1/checkout' ? 'publishable' : 'secret');
    // Without ids and queries.
    const endpoint = `${call.method} ${/^\/v1\/\w+(?:\/\w+)?/.exec(call.path)?.[0] ?? ''}`;
    for (let attempt = 1; ; attempt += 1) {
      outage.check();
      const turn = await limiter.turn(endpoint, keyIsValid, extendTimeout);
      const startedAt = Date.now();
      const { answer, failure } = await this.#attempt(call);
      // A repeated update changes nothing more, and what is refused has no effect.
      const isRepeatable = call.method === 'GET' || call.method === 'PUT' || !keyIsValid;
      const waitMs = failure && (isRepeatable || failure.unprocessed) ? waitBefore(failure, attempt) : undefined;
      limiter.end(turn, outcomeOf(failure), failure?.pauseMs === undefined ? 0 : waitMs);
      const exchange: Exchange = {
        method: call.method,
        url: mask(this.#options.baseUrl + call.path),
        requestHeaders: masked(call.headers, mask),
        requestBody: call.body === undefined ? undefined : mask(call.body),
        startedAt,
        durationMs: Date.now() - startedAt,
        status: answer?.status,
        responseHeaders: masked(answer?.headers ?? {}, mask),
        responseBody: mask(answer?.text ?? ''),
        trouble: failure && { kind: failure.kind, said: mask(failure.message), waitMs: waitMs ?? null },
      };
      if (!failure) {
        const reply = replyTo(call, { ...exchange, status: answer.status }, answer);
        record(exchange, reply);
        outage.noteAnswer();
        return reply;
      }
      record(exchange, undefined);
      const message = describe(failure, mask);
      if (isUnreachable(failure.kind)) await outage.noteUnreachable(message);
      if (waitMs === undefined)
        throw new EnvironmentFault(`${call.method} ${new URL(exchange.url).pathname} ${message}`, failure.kind);
      extendTimeout?.(waitMs);
      await pause(waitMs);
    }
  }

  /** Whether the target answers any of several harmless requests. */
  async isReachable(): Promise<boolean> {
    const probe = async (path: string): Promise<void> => {
      const { failure } = await this.#attempt({ method: 'GET', path, headers: {}, credential: 'none' });
      if (failure && isUnreachable(failure.kind)) throw new Error(failure.message);
    };
    return Promise.any(probedPaths.map(probe)).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await this.#shared.pool?.destroy();
  }

  #connect(): Pool {
    const { baseUrl, guard, timeoutMs } = this.#options;
    const { limiter, unsent, idleMs } = this.#shared;
    const connector = guard.connection.connector(timeoutMs);
    return new Pool(new URL(baseUrl).origin, {
      connections: limiter.maxInFlight,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: largestAnswer,
      ...(idleMs && { keepAliveTimeout: idleMs }),
      connect: (options: buildConnector.Options, done: buildConnector.Callback) =>
        connector(options, (...outcome) => {
          if (outcome[0]) unsent.add(outcome[0]);
          done(...outcome);
        }),
    });
  }

  /** The target may close connections that are idle for longer, so from now on they are used again only at once. */
  #shortenIdleTime(): void {
    const { pool, idleMs } = this.#shared;
    if (idleMs !== undefined) return;
    this.#shared.idleMs = shortIdleMs;
    this.#shared.pool = undefined;
    // Requests on the earlier connections end first.
    pool?.close().catch(() => {});
  }

  async #attempt(call: Call): Promise<Attempt> {
    const { baseUrl, guard, timeoutMs } = this.#options;
    const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
    const raw = Object.entries(call.headers).flat();
    let hasHead = false;
    try {
      const { statusCode, headers, body } = await (this.#shared.pool ??= this.#connect()).request({
        method: call.method,
        path: prefix + call.path,
        // Recorded exchanges do not contain the headers for a gateway.
        headers: guard.connection.withAccessHeaders(new URL(baseUrl), raw),
        body: call.body ?? null,
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
      const failure = failureOfError(error, hasHead, error instanceof Error && this.#shared.unsent.has(error));
      if (failure.kind === 'reset') this.#shortenIdleTime();
      return { failure };
    }
  }
}

const outcomeOf = (failure: TransportFailure | undefined): Outcome => {
  if (!failure) return 'answered';
  if (failure.kind === 'throttled') return 'throttled';
  if (failure.kind === 'no-answer' || failure.kind === 'endless') return 'timed-out';
  return failure.pauseMs === undefined ? 'lost' : 'unavailable';
};

/** Tests need the original answer and request; only recorded and reported data are masked. */
const replyTo = (call: Call, exchange: Exchange & { readonly status: number }, { text, headers }: Answer): Reply => {
  const { method, path, body, credential } = call;
  const request = { method, path, body, credential, contentType: call.headers['Content-Type'] };
  return replyOf(exchange, text, headers, request);
};

const describe = ({ kind, message, pauseMs }: TransportFailure, mask: Mask): string => {
  if (kind === 'throttled') {
    const later = typeof pauseMs === 'number' ? ` with Retry-After ${Math.ceil(pauseMs / 1000)} s` : '';
    return `was answered ${message}${later}: too many requests; set MAX_REQUESTS_PER_SECOND to the limit of the target`;
  }
  if (kind === 'gateway') return `was answered ${message}, which says nothing about the interface`;
  return `got no complete answer (${kind}): ${mask(message)}`;
};

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

const masked = (headers: Headers, mask: Mask): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));
