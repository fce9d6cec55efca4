import { parseBounded } from './bounded-json.ts';

/** One request with its answer, keys already masked. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** How long it had to wait for its turn before. */
  readonly waitedMs?: number;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  /** Why there is no answer of the service; `waitMs` is null when the request was not retried. */
  readonly trouble?: { readonly kind: FaultKind; readonly said: string; waitMs: number | null } | undefined;
}

/** The value of a header whose name may be written in any case; undefined without it. */
export const headerIn = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];

/** A request as it was sent, keys not masked. */
export interface SentRequest {
  readonly method: string;
  /** With its query, relative to the base address. */
  readonly path: string;
  readonly body: string | undefined;
  /** How it authenticated; see `Credential` of the client. */
  readonly credential: string;
  /** Its Content-Type; undefined without one. */
  readonly contentType: string | undefined;
}

/** The unchanged answer of the service, in which keys are not masked. It has not been judged yet. */
export interface Reply {
  readonly request: SentRequest;
  /** For example `POST /v1/transactions`. */
  readonly asked: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON, or exceeds the limits. */
  readonly json: unknown;
  /** Why the body was not parsed; undefined when it was. */
  readonly unreadable: string | undefined;
  /** A field of the body when it is a JSON object; undefined otherwise. */
  field(name: string): unknown;
  readonly exchange: Exchange;
}

/** The body's fields when it is a JSON object, otherwise none. */
export const fieldsOf = (reply: Reply): Readonly<Record<string, unknown>> => asRecord(reply.json) ?? {};

/** A JSON object as a record; undefined for anything else. */
export const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

/**
 * The reply of an exchange with an answer.
 *
 * @param text the unmasked body
 * @param headers the unmasked headers
 */
export const replyOf = (
  exchange: Exchange & { readonly status: number },
  text = exchange.responseBody,
  headers = exchange.responseHeaders,
  request: SentRequest = {
    method: exchange.method,
    path: exchange.url,
    body: exchange.requestBody,
    credential: '',
    contentType: undefined,
  },
): Reply => {
  const parsed = parseBounded(text);
  const json = 'value' in parsed ? parsed.value : undefined;
  const path = URL.canParse(exchange.url) ? new URL(exchange.url).pathname : exchange.url;
  return {
    request,
    asked: `${exchange.method} ${path}`,
    status: exchange.status,
    headers,
    text,
    json,
    unreadable: 'value' in parsed ? undefined : parsed.unreadable,
    field: (name) => asRecord(json)?.[name],
    exchange,
  };
};

/** Reasons why there is no answer of the service. */
export type FaultKind =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'connect-timeout'
  | 'reset'
  | 'no-answer'
  | 'truncated'
  | 'endless'
  | 'too-large'
  | 'malformed'
  | 'gateway'
  | 'throttled'
  | 'down';
