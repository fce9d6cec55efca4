import type { Settings } from '../settings/settings.ts';

type Places = Pick<Settings, 'merchantOrigin' | 'baseUrl'>;

/**
 * The origin of the merchant's pages as the browser sees it: another site than the target's, so that a browser keeps
 * the two as far apart as in real life.
 *
 * @param port where the merchant listens on this machine
 */
export const merchantOriginOf = ({ merchantOrigin, baseUrl }: Places, port: number): string =>
  merchantOrigin ?? `http://${new URL(baseUrl).hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;

/** Arguments that let a browser find the merchant on this machine, whatever name and port its origin has. */
export const merchantArguments = ({ merchantOrigin }: Places, port: number): string[] => {
  if (!merchantOrigin) return [];
  const url = new URL(merchantOrigin);
  return [`--host-resolver-rules=MAP ${url.hostname}:${url.port || 80} 127.0.0.1:${port}`];
};
