import { guardOf } from '../guard/guard.ts';
import { maskFor } from '../redaction/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { Api } from './api.ts';
import { Http } from './http.ts';

/**
 * A client of the target for a program without a test runner: each call is sent at once and once, and nothing is
 * recorded.
 *
 * @returns the endpoints, and what closes the connections
 */
export const openApi = (settings: Settings): { api: Api; close: () => Promise<void> } => {
  const { baseUrl, requestTimeoutMs: timeoutMs } = settings;
  const http = new Http({ baseUrl, guard: guardOf(settings), timeoutMs, mask: maskFor(settings), record: () => {} });
  return { api: new Api(http, settings), close: () => http.close() };
};
