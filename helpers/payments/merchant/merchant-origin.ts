import { kindOf } from '../../settings/browser-address.ts';
import { portOf } from '../../settings/safety/money-guard.ts';
import type { Settings } from '../../settings/settings.ts';

type Places = Pick<Settings, 'merchantOrigin' | 'baseUrl'>;
type Ways = Pick<Settings, 'merchantOrigin' | 'browserAddress'>;

/**
 * The origin of the merchant's pages in the browser. It is a different site than the target's, so that the browser
 * isolates the two as in production.
 *
 * @param port the port of the merchant on this machine
 */
export const merchantOriginOf = ({ merchantOrigin, baseUrl }: Places, port: number): string =>
  merchantOrigin ?? `http://${new URL(baseUrl).hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;

/**
 * Where the merchant listens: on a free loopback port, which the browser reaches through the proxy. The browser of a
 * remote Playwright server uses the host and port of MERCHANT_ORIGIN instead.
 */
export const listensAt = ({ merchantOrigin, browserAddress }: Ways): { port: number; host: string } =>
  merchantOrigin && browserAddress && kindOf(browserAddress) === 'playwright'
    ? { port: Number(portOf(new URL(merchantOrigin))), host: '0.0.0.0' }
    : { port: 0, host: '127.0.0.1' };
