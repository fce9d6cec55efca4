import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import { fail, ok, reasonOf, warn, type Check } from '../check.ts';
import type { Patience } from '../patience.ts';

/**
 * Whether a name resolves, something accepts connections there, and its certificate is trusted; nothing is sent.
 *
 * @param patience with a target that does not accept connections yet
 */
export const checkAddress = async (baseUrl: string, timeoutMs: number, patience: Patience): Promise<Check[]> => {
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isEncrypted = protocol === 'https:';
  const number = Number(port || (isEncrypted ? 443 : 80));
  try {
    await lookup(host);
  } catch (error) {
    const mend = 'correct BASE_URL, or mend the name service or VPN of this machine';
    return [fail('address', `${host} does not resolve (${codeOf(error)})`, mend)];
  }
  try {
    await accepted(() => reach(connect({ host, port: number }), 'connect', timeoutMs), patience);
  } catch (error) {
    const mend = 'start the target, correct BASE_URL, or open the way through firewall or VPN';
    return [fail('address', `the target cannot be reached: ${codeOf(error)} at ${host}:${number}`, mend)];
  }
  const reached = ok('address', `${host}:${number} accepts connections`);
  if (!isEncrypted) return [reached, unencrypted(host)];
  try {
    const options = { host, port: number, ...(isIP(host) ? {} : { servername: host }) };
    await reach(connectEncrypted(options), 'secureConnect', timeoutMs);
    return [reached, ok('encryption', 'the certificate is trusted')];
  } catch (error) {
    return [reached, fail('encryption', `no trusted connection: ${reasonOf(error)}`, mendEncryption(codeOf(error)))];
  }
};

const accepted = async (attempt: () => Promise<void>, patience: Patience): Promise<void> => {
  try {
    await attempt();
  } catch (error) {
    const isRefused = codeOf(error) === 'ECONNREFUSED';
    if (!isRefused || !(await patience.wait('it refuses connections'))) throw error;
    await accepted(attempt, patience);
  }
};

const reach = (socket: Socket, event: 'connect' | 'secureConnect', timeoutMs: number): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => reject(new Error(`nothing within ${timeoutMs} ms`)));
    socket.once(event, () => resolve());
    socket.once('error', reject);
  }).finally(() => socket.destroy());

const unencrypted = (host: string): Check =>
  /^(127\.|::1$|localhost)/.test(host)
    ? ok('encryption', 'none, on this machine')
    : warn('encryption', 'none: the keys travel in clear text', 'write https:// in BASE_URL if the target offers it');

const mendEncryption = (code: string): string => {
  if (/EXPIRED/.test(code)) return 'renew the certificate of the target, or set the clock of this machine';
  if (/ALTNAME/.test(code)) return 'write the name that stands in the certificate into BASE_URL and STAGING_HOSTS';
  if (/SELF_SIGNED|UNABLE_TO|UNTRUSTED/.test(code)) {
    return 'let NODE_EXTRA_CA_CERTS name the file with the certificate of the authority, and trust it in the browser';
  }
  return 'correct scheme and port in BASE_URL: what listens there may not speak TLS';
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? reasonOf(error);
