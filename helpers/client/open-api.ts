import { guardOf } from '../network/guard.ts';
import { maskFor } from '../redaction/secrets.ts';
import { sharedConnections } from '../run/shared-connections.ts';
import type { Settings } from '../settings/settings.ts';
import { Api } from './api.ts';
import { Http } from './http.ts';
import { Limiter } from './limiter.ts';

/**
 * A client of the target for programs without a test runner, and for what happens before and after the tests of a run. It
 * records nothing.
 *
 * @param shards of the run whose connections are used; undefined for connections of its own
 * @returns the endpoints, and a function that closes the connections
 */
export const openApi = (settings: Settings, shards?: number): { api: Api; close: () => Promise<void> } => {
  const { baseUrl, requestTimeoutMs: timeoutMs, maxInFlight, maxRequestsPerSecond: maxPerSecond } = settings;
  const limiter = new Limiter({ maxInFlight, maxPerSecond });
  const http = new Http({
    baseUrl,
    guard: guardOf(settings),
    timeoutMs,
    mask: maskFor(settings),
    limiter,
    line: shards === undefined ? undefined : sharedConnections({ baseUrl, single: false, shards }),
    record: () => {},
  });
  return { api: new Api(http, settings), close: () => http.close() };
};
