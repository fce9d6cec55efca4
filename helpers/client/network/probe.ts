import type { Settings } from '../../settings/settings.ts';
import { guardOf } from '../../connection/guard/guard.ts';
import { openConnections } from './connections.ts';
import { failureOfStatus } from './transport-failure.ts';

/** Whether a target answers any request. */
export type Probe = () => Promise<boolean>;

/**
 * Sends several harmless requests, since a single endpoint may be broken; one answer is enough. All are endpoints of
 * the interface, since a gateway alone may answer other paths.
 *
 * @param turn waits until the rate limit allows one request
 */
export const probeOf =
  (baseUrl: string, settings: Settings, turn: () => Promise<void>): Probe =>
  async () => {
    const { origin, pathname } = new URL(baseUrl);
    // It starts while another request is waiting, and must finish before that one times out.
    const connections = openConnections({
      origin,
      guard: guardOf(settings),
      timeoutMs: (2 / 3) * settings.requestTimeoutMs,
    });
    const ask = async (path: string, headers: Record<string, string>) => {
      await turn();
      const { statusCode, body } = await connections.request({
        method: 'GET',
        path: pathname.replace(/\/$/, '') + path,
        headers,
      });
      body.on('error', () => {});
      body.destroy();
      const trouble = failureOfStatus(statusCode, {});
      if (trouble?.kind === 'gateway') throw new Error(trouble.said);
    };
    const authorized = { Authorization: `Bearer ${settings.secretKey}`, 'Content-Type': 'application/json' };
    try {
      await Promise.any([
        ask('/v1/wallets/list', authorized),
        ask('/v1/callback/fetch/no-such-callback-0000', authorized),
        ask('/v1/wallets/balance', {}),
      ]);
      return true;
    } catch {
      return false;
    } finally {
      await connections.destroy();
    }
  };
