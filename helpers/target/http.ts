import { Client, Pool, interceptors, type Dispatcher } from 'undici';
import { EnvironmentFault } from '../verdict/faults.ts';
import { replyOf, type Exchange, type Reply } from './exchange.ts';
import type { Mask } from './secrets.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query, relative to the base address. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface HttpOptions {
  baseUrl: string;
  /** For the connection, for the headers and for each gap in the body. */
  timeoutMs: number;
  mask: Mask;
  /** Called once for every exchange, also for one without an answer. */
  record: (exchange: Exchange) => void;
  /** All calls in turn over a single connection; otherwise each call has its own. */
  oneConnection?: boolean;
}

/** Answers of something in front of the service, or of a service that asks for patience: no judgement is possible. */
const notTheService = new Set([429, 502, 503, 504]);

/** Sends calls to a target, records each exchange with keys masked, never repeats one and follows no redirect. */
export class Http {
  readonly #dispatcher: Dispatcher;
  readonly #options: HttpOptions;
  readonly #prefix: string;

  constructor(options: HttpOptions) {
    const { origin, pathname } = new URL(options.baseUrl);
    const timeouts = {
      connectTimeout: options.timeoutMs,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    };
    this.#options = options;
    this.#prefix = pathname.replace(/\/$/, '');
    // A reused connection may be closed by the target just as a request leaves. Such a request must not be sent
    // twice, and not sending it would blame nobody rightly; so only those who ask for it share a connection.
    const connections = options.oneConnection
      ? new Client(origin, { ...timeouts, pipelining: 1 })
      : new Pool(origin, { ...timeouts, pipelining: 0 });
    this.#dispatcher = connections.compose(interceptors.decompress({ skipErrorResponses: false }));
  }

  /** @throws EnvironmentFault when no answer of the service came */
  async send(call: Call): Promise<Reply> {
    const { mask, baseUrl } = this.#options;
    const startedAt = Date.now();
    const asked = `${call.method} ${mask(call.path).split('?')[0]}`;
    const sent = {
      method: call.method,
      url: mask(baseUrl + call.path),
      requestHeaders: masked(call.headers, mask),
      requestBody: call.body === undefined ? undefined : mask(call.body),
      startedAt,
    };
    try {
      const answer = await this.#dispatcher.request({
        method: call.method,
        path: this.#prefix + call.path,
        headers: call.headers,
        body: call.body ?? null,
      });
      const text = await decoded(answer);
      const headers = flat(answer.headers);
      const exchange = {
        ...sent,
        durationMs: Date.now() - startedAt,
        status: answer.statusCode,
        responseHeaders: masked(headers, mask),
        responseBody: mask(text),
      };
      this.#options.record(exchange);
      if (notTheService.has(answer.statusCode)) {
        throw new EnvironmentFault(
          `${asked} was answered ${answer.statusCode}, which says nothing about the interface`,
        );
      }
      // What goes on with the answer needs it as it is; only what is shown and kept is masked.
      return replyOf(exchange, text, headers);
    } catch (error) {
      if (error instanceof EnvironmentFault) throw error;
      this.#options.record({
        ...sent,
        durationMs: Date.now() - startedAt,
        status: undefined,
        responseHeaders: {},
        responseBody: '',
      });
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
      throw new EnvironmentFault(`${asked} got no complete answer (${code}): ${mask(String(error))}`);
    }
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

const masked = (headers: Record<string, string>, mask: Mask): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));

const decoded = async (answer: Dispatcher.ResponseData): Promise<string> => {
  const limit = 5 * 1024 * 1024;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new Error(`the answer is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};
