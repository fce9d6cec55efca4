import { errors, type Dispatcher } from 'undici';
import type { Guard } from '../guard/guard.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import { fieldsOf, replyOf, type Exchange, type Reply } from '../../interface/messages/exchange.ts';
import { noteIntent, noteWallets } from '../ledger/ledger.ts';
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

/** Whatever sends calls to a target. */
export interface Sender {
  /** @throws EnvironmentFault when no answer of the service came */
  send: (call: Call) => Promise<Reply>;
  close: () => Promise<void>;
}

export interface HttpOptions {
  baseUrl: string;
  /** Says where requests may go; without it, to this machine alone. */
  guard?: Guard;
  /** For the connection, for the headers and for each gap in the body; a whole answer may take twice as long. */
  timeoutMs: number;
  mask: Mask;
  /** Called once for every attempt, also for one without an answer. */
  record: (exchange: Exchange) => void;
  /** What is done when the way to the target fails; without it every call is sent at once, and once. */
  retryPolicy?: RetryPolicy | undefined;
  /** All calls in turn over a single connection; otherwise each call has its own. */
  oneConnection?: boolean;
}

type Headers = Readonly<Record<string, string>>;
type Answer = { status: number; headers: Headers; text: string };
type Attempt = { answer: Answer; trouble?: undefined } | { answer?: Answer; trouble: TransportFailure };

/** Sends calls to a target, records each attempt with keys masked and follows no redirect. */
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
   * Sends a call. It is sent again only where that can do nothing twice: when it asks for something, when it never
   * left, or when it was refused unread. A placeholder for a reference is replaced.
   *
   * @throws EnvironmentFault when no answer of the service came
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
        // What goes on with the answer needs it as it is; only what is shown and kept is masked.
        const reply = replyOf({ ...exchange, status: answer.status }, answer.text, answer.headers);
        answered?.(reply.status, fieldsOf(reply));
        if (call.method === 'GET') noteWallets(call.path, reply.status, fieldsOf(reply));
        return reply;
      }
      answered?.(undefined, {});
      const fault = new EnvironmentFault(`${asked(exchange)} ${whatCame(trouble, mask)}`, trouble.kind);
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
        // Each gap in an answer has its limit, but there may be a gap after every byte.
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

const whatCame = ({ kind, said, retryAfterMs }: TransportFailure, mask: Mask): string => {
  if (kind === 'throttled') {
    const later = retryAfterMs === undefined ? '' : ` with Retry-After ${Math.ceil(retryAfterMs / 1000)} s`;
    return `was answered ${said}${later}: too many requests; MAX_REQUESTS_PER_SECOND can keep to its limit`;
  }
  if (kind === 'gateway') return `was answered ${said}, which says nothing about the interface`;
  return `got no complete answer (${kind}): ${mask(said)}`;
};

/** undici limits the size of an answer in HTTP/1.1 alone. */
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
