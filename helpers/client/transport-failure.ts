import { EnvironmentFault, textOfError } from '../errors/errors.ts';
import type { FaultKind } from '../../interface/messages/exchange.ts';

/** Why an attempt got no answer of the service. */
export interface TransportFailure {
  readonly kind: FaultKind;
  /** The error message or status, without keys. */
  readonly message: string;
  /** The request was certainly not processed, so it may be sent again. */
  readonly unprocessed: boolean;
  /** The target asks for a pause before the next attempt, in milliseconds; it is `unclear` where none can be read. */
  readonly pauseMs?: number | 'unclear' | undefined;
}

type Headers = Readonly<Record<string, string>>;

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
export const failureOfStatus = (status: number, headers: Headers): TransportFailure | undefined => {
  const kind = notTheService[status];
  if (!kind) return undefined;
  const unprocessed = status === 429 || (status === 503 && headers['retry-after'] !== undefined);
  return { kind, message: `HTTP ${status}`, unprocessed, pauseMs: unprocessed ? pauseOf(headers) : undefined };
};

/** Retry-After in seconds, or as a date by the clock of the target, which its Date header tells. */
const pauseOf = ({ 'retry-after': after = '', date = '' }: Headers): number | 'unclear' => {
  if (/^\s*\d{1,9}\s*$/.test(after)) return Number(after) * 1000;
  // Date.parse reads texts such as -1 as dates too.
  const until = /^\s*[a-z]{3,9},? /i.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(until) ? 'unclear' : Math.max(0, until - (Date.parse(date) || Date.now()));
};

const byCode: readonly (readonly [RegExp, FaultKind])[] = [
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, 'refused'],
  [/^(ENOTFOUND|EAI_\w+)$/, 'dns'],
  [/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/, 'tls'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'connect-timeout'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'no-answer'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'endless'],
  [/^(UND_ERR_RES_EXCEEDED_MAX_SIZE|UND_ERR_HEADERS_OVERFLOW|ERR_BUFFER_TOO_LARGE)$/, 'too-large'],
  [/^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|HPE_INVALID_EOF_STATE)$/, 'truncated'],
  [/^(HPE_|Z_|ERR_)/, 'malformed'],
];

/**
 * The network failure that an error of the connection shows.
 *
 * @param answered whether the head of an answer had arrived
 * @param unsent whether no connection was established, so that nothing was sent
 */
export const failureOfError = (error: unknown, answered: boolean, unsent: boolean): TransportFailure => {
  const code = codeOf(error);
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const known = byCode.find(([pattern]) => pattern.test(code))?.[1];
  const [late, other] = answered ? (['endless', 'truncated'] as const) : (['no-answer', 'reset'] as const);
  const kind = isLate ? late : (known ?? other);
  return {
    // A connection reset during the handshake fails before the request is sent.
    kind: unsent && kind === 'reset' ? 'refused' : kind,
    message: `${isLate ? 'out of time' : code}: ${textOfError(error)}`,
    unprocessed: unsent,
  };
};

/** The code of an error. A parser error has none when the data are not HTTP. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no code';
  const code = 'code' in error && error.code !== undefined ? String(error.code) : 'no code';
  return error.name === 'HTTPParserError' && !code.startsWith('HPE_') ? 'HPE_NO_HTTP' : code;
};

/** The maximum number of attempts: of repeatable requests and of those that were not processed, and of throttled ones. */
const [maxAttempts, maxThrottledAttempts] = [3, 10];
/** The first wait before another attempt, in milliseconds; it is doubled each time. */
const firstWaitMs = 200;
/** The first pause after an unclear Retry-After, and the longest that a target may ask for, in milliseconds. */
const [unclearPauseMs, longestPauseMs] = [1_000, 60_000];

/** How long to wait before a failed call is sent again, in milliseconds; undefined when it must not be. */
export const waitBefore = ({ pauseMs }: TransportFailure, attempt: number): number | undefined => {
  if (attempt >= (pauseMs === undefined ? maxAttempts : maxThrottledAttempts)) return undefined;
  if (pauseMs === undefined) return firstWaitMs * 2 ** (attempt - 1);
  if (pauseMs === 'unclear') return Math.min(unclearPauseMs * 2 ** (attempt - 1), longestPauseMs);
  return pauseMs > longestPauseMs ? undefined : pauseMs;
};

/** The request may have been processed, but its answer got lost. */
const isLost = (kind: FaultKind | undefined): boolean =>
  kind !== undefined && ['reset', 'no-answer', 'truncated', 'endless', 'gateway'].includes(kind);

/** Whether an error means that a request may have been processed. */
export const isLostAnswer = (error: unknown): error is EnvironmentFault =>
  error instanceof EnvironmentFault && isLost(error.kind);

/** Nothing shows that the target is there at all. */
export const isUnreachable = (kind: FaultKind): boolean =>
  ['refused', 'dns', 'tls', 'connect-timeout', 'reset', 'no-answer', 'gateway'].includes(kind);
