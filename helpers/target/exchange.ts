import type { FaultKind } from '../verdict/faults.ts';

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
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
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
  const json = parsed(text);
  const path = URL.canParse(exchange.url) ? new URL(exchange.url).pathname : exchange.url;
  return {
    asked: `${exchange.method} ${path}`,
    status: exchange.status,
    headers,
    text,
    json,
    field: (name) => asRecord(json)?.[name],
    exchange,
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
