import type { FaultKind } from '../../../interface/messages/exchange.ts';
import { neverLeft } from './connections.ts';

/** Why an attempt got no answer of the service. */
export interface TransportFailure {
  readonly kind: FaultKind;
  /** The error message or status, without keys. */
  readonly said: string;
  /** The request was certainly not processed, so a repetition cannot take effect twice. */
  readonly harmless: boolean;
  /** The pause that the target requests, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Statuses of a gateway in front of the service, or of a rate limit: they do not allow a judgement of the service. */
const notTheService: Readonly<Record<number, FaultKind>> = {
  429: 'throttled',
  502: 'gateway',
  503: 'gateway',
  504: 'gateway',
};

/**
 * The network failure that a status shows; undefined for an answer of the service. Only a 429, or a 503 with
 * Retry-After, proves that the request was not processed; a gateway that answers otherwise may have forwarded it.
 */
export const failureOfStatus = (
  status: number,
  headers: Readonly<Record<string, string>>,
): TransportFailure | undefined => {
  const kind = notTheService[status];
  if (!kind) return undefined;
  const retryAfterMs = millisecondsOf(headers['retry-after']);
  const harmless = status === 429 || (status === 503 && retryAfterMs !== undefined);
  return { kind, said: `HTTP ${status}`, harmless, retryAfterMs };
};

/** Retry-After: seconds, or a date. */
const millisecondsOf = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

const byCode: readonly (readonly [RegExp, FaultKind])[] = [
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, 'refused'],
  [/^(ENOTFOUND|EAI_\w+)$/, 'dns'],
  [/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/, 'tls'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'connect-timeout'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'no-answer'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'endless'],
  [/^(UND_ERR_RES_EXCEEDED_MAX_SIZE|UND_ERR_HEADERS_OVERFLOW)$/, 'too-large'],
  [/^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|HPE_INVALID_EOF_STATE)$/, 'truncated'],
  [/^(HPE_|Z_)/, 'malformed'],
];

/**
 * The network failure that an error of the connection shows.
 *
 * @param answered whether the head of an answer had arrived
 */
export const failureOfError = (error: unknown, answered: boolean): TransportFailure => {
  const code = codeOf(error);
  const late = error instanceof Error && error.name === 'TimeoutError';
  const known = byCode.find(([pattern]) => pattern.test(code))?.[1];
  const kind = late ? (answered ? 'endless' : 'no-answer') : (known ?? (answered ? 'truncated' : 'reset'));
  const unsent = neverLeft(error);
  // A connection reset during the handshake fails before the request is sent.
  return {
    kind: unsent && kind === 'reset' ? 'refused' : kind,
    said: `${late ? 'out of time' : code}: ${error instanceof Error ? error.message : String(error)}`,
    harmless: unsent,
  };
};

/** The code of an error. A parser error has none when the data are not HTTP. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no code';
  const code = 'code' in error && error.code !== undefined ? String(error.code) : 'no code';
  return error.name === 'HTTPParserError' && !code.startsWith('HPE_') ? 'HPE_NO_HTTP' : code;
};
