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
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  /** The title of the test that it was sent for, where that is another one. */
  readonly sharedBy?: string;
  /** What kept an answer of the service from coming; `waitMs` is null when the request was not sent again. */
  readonly trouble?: { readonly kind: FaultKind; readonly said: string; waitMs: number | null } | undefined;
}

/** What the service answered, as it came, so keys in it are not masked. Nothing about it has been judged. */
export interface Reply {
  /** For example `POST /v1/transactions`. */
  readonly asked: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON, or more of it than is read. */
  readonly json: unknown;
  /** Why the body was not read as JSON; undefined when it was. */
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
 * The answer of an exchange that has one.
 *
 * @param text the body as it came, where masking has changed it
 * @param headers likewise
 */
export const replyOf = (
  exchange: Exchange & { readonly status: number },
  text = exchange.responseBody,
  headers = exchange.responseHeaders,
): Reply => {
  const parsed = parseBounded(text);
  const json = 'value' in parsed ? parsed.value : undefined;
  const path = URL.canParse(exchange.url) ? new URL(exchange.url).pathname : exchange.url;
  return {
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

/** What kept an answer of the service from coming. */
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
