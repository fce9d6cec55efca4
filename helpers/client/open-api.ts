import { guardOf } from '../network/guard.ts';
import { maskFor } from '../redaction/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { Api } from './api.ts';
import { Http } from './http.ts';
import { Limiter } from './limiter.ts';

/**
 * A client of the target for programs without a test runner. It records nothing.
 *
 * @returns the endpoints, and a function that closes the connections
 */
export const openApi = (settings: Settings): { api: Api; close: () => Promise<void> } => {
  const { baseUrl, requestTimeoutMs: timeoutMs, maxInFlight, maxRequestsPerSecond: maxPerSecond } = settings;
  const limiter = new Limiter({ maxInFlight, maxPerSecond });
  const http = new Http({
    baseUrl,
    guard: guardOf(settings),
    timeoutMs,
    mask: maskFor(settings),
    limiter,
    record: () => {},
  });
  return { api: new Api(http, settings), close: () => http.close() };
};
