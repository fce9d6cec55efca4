import { kindOf } from '../../settings/browser-address.ts';
import type { Settings } from '../../settings/settings.ts';

type Places = Pick<Settings, 'merchantOrigin' | 'baseUrl'>;
type Ways = Pick<Settings, 'merchantOrigin' | 'browserAddress'>;

/**
 * The origin of the merchant's pages as the browser sees it: another site than the target's, so that a browser keeps
 * the two as far apart as in real life.
 *
 * @param port where the merchant listens on this machine
 */
export const merchantOriginOf = ({ merchantOrigin, baseUrl }: Places, port: number): string =>
  merchantOrigin ?? `http://${new URL(baseUrl).hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;

/**
 * Where the merchant listens: on a free port of this machine alone, to which the proxy of the browser leads. The browser
 * of a Playwright server elsewhere goes by the name and port of its origin.
 */
export const listensAt = ({ merchantOrigin, browserAddress }: Ways): { port: number; host: string } =>
  merchantOrigin && browserAddress && kindOf(browserAddress) === 'playwright'
    ? { port: portOf(new URL(merchantOrigin)), host: '0.0.0.0' }
    : { port: 0, host: '127.0.0.1' };

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
