import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../errors/errors.ts';
import { headerIn, replyOf, type Exchange, type Reply } from '../../interface/messages/exchange.ts';
import type { Mask } from '../redaction/secrets.ts';
import { Connections, type Answer, type ConnectionOptions, type Line } from './connections.ts';
import type { Credential } from './credentials.ts';
import { Outage } from './outage.ts';
import { isUnreachable, type TransportFailure } from './transport-failure.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query, relative to the base address. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** How its body becomes bytes, by default as UTF-8. */
  encoding?: 'latin1' | undefined;
  /** The credential that the headers or the body contain. */
  credential: Credential;
  /** Whether a body that a test has written leaves out the key that its endpoint asks for, or has another one. */
  lacksKey?: boolean;
}

/** Sends calls to a target. */
export interface Sender {
  /** @throws EnvironmentFault when the service gave no answer */
  send: (call: Call) => Promise<Reply>;
}

export interface HttpOptions extends ConnectionOptions {
  mask: Mask;
  /** The connections to the target; by default some of its own. */
  line?: Line | undefined;
  /** Called once for each attempt, without a reply when the service gave no answer. */
  record: (exchange: Exchange, reply: Reply | undefined) => void;
  /** Called with the milliseconds that a call waited on our side, which must not count against the target. */
  extendTimeout?: ((ms: number) => void) | undefined;
}
export type Headers = Readonly<Record<string, string>>;

/** Harmless requests to different endpoints, since a gateway alone may answer other paths. */
const probedPaths = ['/v1/wallets/list', '/v1/callback/fetch/no-such-callback-0000', '/v1/wallets/balance'];

/** Sends calls to a target and records each attempt with masked keys. */
export class Http implements Sender {
  readonly #options: HttpOptions;
  readonly #line: Line;
  readonly #outage: Outage;

  /** @param outage of another one for the same target */
  constructor(options: HttpOptions, outage?: Outage) {
    this.#options = options;
    this.#line = options.line ?? new Connections(options);
    this.#outage = outage ?? new Outage(options.mask(options.baseUrl), () => this.isReachable());
  }

  /** The same connections and limits for one test. */
  for(own: Pick<HttpOptions, 'record' | 'extendTimeout'>): Http {
    return new Http({ ...this.#options, line: this.#line, ...own }, this.#outage);
  }

  /**
   * Sends a call. It is sent again only where it cannot take effect twice: a GET or PUT, a request with a key that is to
   * be refused, one that was never sent, or one that was refused without being processed.
   *
   * @throws EnvironmentFault when the service gave no answer
   */
  async send(call: Call): Promise<Reply> {
    const { mask, record, extendTimeout } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      this.#outage.check();
      const { answer, failure, startedAt, durationMs, waitedMs, waitMs } = await this.#line.send(
        call,
        attempt,
        extendTimeout,
      );
      const exchange: Exchange = {
        method: call.method,
        url: mask(this.#options.baseUrl + call.path),
        requestHeaders: masked(call.headers, mask),
        requestBody: call.body === undefined ? undefined : mask(call.body),
        startedAt,
        durationMs,
        waitedMs,
        status: answer?.status,
        responseHeaders: masked(answer?.headers ?? {}, mask),
        responseBody: mask(answer?.text ?? ''),
        trouble: failure && { kind: failure.kind, said: mask(failure.message), waitMs: waitMs ?? null },
      };
      if (answer && !failure) {
        const reply = replyTo(call, { ...exchange, status: answer.status }, answer);
        record(exchange, reply);
        this.#outage.noteAnswer();
        return reply;
      }
      record(exchange, undefined);
      const { kind } = failure as TransportFailure;
      const message = describe(failure as TransportFailure, mask);
      if (isUnreachable(kind)) await this.#outage.noteUnreachable(message);
      if (waitMs === undefined)
        throw new EnvironmentFault(`${call.method} ${new URL(exchange.url).pathname} ${message}`, kind);
      extendTimeout?.(waitMs);
      await pause(waitMs);
    }
  }

  /** Waits until a page may send a request. @returns whether requests are held apart at all */
  turnOfPage(): Promise<boolean> {
    return this.#line.turnOfPage();
  }

  /** Whether the target answers any of several harmless requests. */
  async isReachable(): Promise<boolean> {
    const probe = async (path: string): Promise<void> => {
      const { failure } = await this.#line.probe({ method: 'GET', path, headers: {}, credential: 'none' });
      if (failure && isUnreachable(failure.kind)) throw new Error(failure.message);
    };
    return Promise.any(probedPaths.map(probe)).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await this.#line.close();
  }
}

/** Tests need the original answer and request; only recorded and reported data are masked. */
const replyTo = (call: Call, exchange: Exchange & { readonly status: number }, { text, headers }: Answer): Reply => {
  const { method, path, body, credential, headers: sent } = call;
  const request = { method, path, body, credential, contentType: headerIn(sent, 'Content-Type') };
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

const masked = (headers: Headers, mask: Mask): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));

/** The cookies of an answer, whose headers of one name are joined by commas, without their attributes. */
const cookiesIn = (setCookie = ''): string[] => setCookie.match(/(?<=^|, )[^\s;,=]+=[^;,]*/g) ?? [];

/** A client that sends back the last cookies it was given, as the sessions of many libraries do. */
export const withCookies = (http: Sender): Sender => {
  let cookies: string[] = [];
  return {
    send: async (call) => {
      const headers = cookies.length === 0 ? call.headers : { ...call.headers, Cookie: cookies.join('; ') };
      const reply = await http.send({ ...call, headers });
      const given = cookiesIn(reply.headers['set-cookie']);
      if (given.length > 0) cookies = given;
      return reply;
    },
  };
};
