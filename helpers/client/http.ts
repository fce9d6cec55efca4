import { errors, type Dispatcher } from 'undici';
import type { Guard } from '../connection/guard/guard.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import { fieldsOf, replyOf, type Exchange, type Reply } from '../../interface/messages/exchange.ts';
import { noteIntent, noteWallets } from '../evidence/ledger/ledger.ts';
import type { Mask } from '../redaction/secrets.ts';
import { noteRequest } from './network/traffic.ts';
import { withReference } from './references.ts';
import { largestAnswer, openConnections } from './network/connections.ts';
import type { RetryPolicy } from './network/retries/retry-policy.ts';
import { failureOfError, failureOfStatus, type TransportFailure } from './network/transport-failure.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query, relative to the base address. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** Sends calls to a target. */
export interface Sender {
  /** @throws EnvironmentFault when the service gave no answer */
  send: (call: Call) => Promise<Reply>;
  close: () => Promise<void>;
}

export interface HttpOptions {
  baseUrl: string;
  /** Restricts the hosts that requests may go to; by default only this machine. */
  guard?: Guard;
  /** Applies to the connection, the headers and each gap in the body; a whole answer may take twice as long. */
  timeoutMs: number;
  mask: Mask;
  /** Called once for each attempt, with or without an answer. */
  record: (exchange: Exchange) => void;
  /** Handles network failures and the rate limit; without it, every call is sent at once and never repeated. */
  retryPolicy?: RetryPolicy | undefined;
  /** Sends all calls sequentially over one connection; otherwise each call has its own. */
  oneConnection?: boolean;
}

type Headers = Readonly<Record<string, string>>;
type Answer = { status: number; headers: Headers; text: string };
type Attempt = { answer: Answer; trouble?: undefined } | { answer?: Answer; trouble: TransportFailure };

/** Sends calls to a target, records each attempt with masked keys and does not follow redirects. */
export class Http implements Sender {
  readonly #dispatcher: Dispatcher;
  readonly #options: HttpOptions;
  readonly #prefix: string;

  constructor(options: HttpOptions) {
    const { origin, pathname } = new URL(options.baseUrl);
    this.#options = options;
    this.#prefix = pathname.replace(/\/$/, '');
    this.#dispatcher = openConnections({ ...options, origin });
  }

  /**
   * Sends a call, with placeholders for references replaced. It is repeated only where it cannot take effect twice: a
   * GET, a request that was never sent, or one that was refused without being processed.
   *
   * @throws EnvironmentFault when the service gave no answer
   */
  async send(asking: Call): Promise<Reply> {
    const call = { ...asking, body: asking.body === undefined ? undefined : withReference(asking.body) };
    const { retryPolicy, mask, record } = this.#options;
    const first = Date.now();
    const answered = noteIntent(call.method, call.path, call.body);
    for (let attempt = 1; ; attempt += 1) {
      const turn = (await retryPolicy?.turn()) ?? 0;
      const startedAt = Date.now();
      const watched = retryPolicy?.watch();
      noteRequest(call.method, call.path);
      const { answer, trouble } = await this.#attempt(call);
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
        trouble: trouble && { kind: trouble.kind, said: mask(trouble.said), waitMs: null },
      };
      record(exchange);
      if (!trouble) {
        void watched?.();
        // Tests need the original answer; only recorded and reported data are masked.
        const reply = replyOf({ ...exchange, status: answer.status }, answer.text, answer.headers);
        answered?.(reply.status, fieldsOf(reply));
        if (call.method === 'GET') noteWallets(call.path, reply.status, fieldsOf(reply));
        return reply;
      }
      answered?.(undefined, {});
      const fault = new EnvironmentFault(`${asked(exchange)} ${failureText(trouble, mask)}`, trouble.kind);
      if (!retryPolicy || !watched) throw fault;
      const waitMs = await retryPolicy.next(trouble, { method: call.method, attempt, turn, startedAt: first, watched });
      if (waitMs === undefined) throw fault;
      if (exchange.trouble) exchange.trouble.waitMs = Math.round(waitMs);
      await retryPolicy.wait(waitMs);
    }
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }

  async #attempt(call: Call): Promise<Attempt> {
    let answered = false;
    try {
      const { statusCode, headers, body } = await this.#dispatcher.request({
        method: call.method,
        path: this.#prefix + call.path,
        headers: call.headers,
        body: call.body ?? null,
        // Gaps in an answer are limited one by one, so the whole answer needs a limit too.
        signal: AbortSignal.timeout(2 * this.#options.timeoutMs),
      });
      answered = true;
      const answer = { status: statusCode, headers: flat(headers), text: await textOf(body) };
      const trouble = failureOfStatus(statusCode, answer.headers);
      return trouble ? { answer, trouble } : { answer };
    } catch (error) {
      return { trouble: failureOfError(error, answered) };
    }
  }
}

const asked = ({ method, url }: Exchange): string => `${method} ${new URL(url).pathname}`;

const failureText = ({ kind, said, retryAfterMs }: TransportFailure, mask: Mask): string => {
  if (kind === 'throttled') {
    const later = retryAfterMs === undefined ? '' : ` with Retry-After ${Math.ceil(retryAfterMs / 1000)} s`;
    return `was answered ${said}${later}: too many requests; set MAX_REQUESTS_PER_SECOND to the limit of the target`;
  }
  if (kind === 'gateway') return `was answered ${said}, which says nothing about the interface`;
  return `got no complete answer (${kind}): ${mask(said)}`;
};

/** Limits the size of an answer, which undici does only for HTTP/1.1. */
const textOf = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > largestAnswer) throw new errors.ResponseExceededMaxSizeError();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

const masked = (headers: Headers, mask: Mask): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));
