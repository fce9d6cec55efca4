import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { guardOf } from '../../../helpers/connection/guard/guard.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { isLoopback } from '../../../helpers/settings/safety/money-guard.ts';
import { ProxyFault } from '../../../helpers/connection/way-in/tunnel.ts';
import type { WayIn } from '../../../helpers/connection/way-in/way-in.ts';
import { fail, ok, reasonOf, warn, type Check } from '../check.ts';
import type { Patience } from '../patience.ts';

/** How long to wait for a server to refuse the client certificate, in milliseconds. */
const refusalMs = 1_000;

/**
 * Checks that the host resolves, accepts connections, if necessary through a proxy, and has a trusted certificate. No
 * request is sent.
 *
 * @param patience the waiting time for a target that does not accept connections yet
 */
export const checkAddress = async (settings: Settings, patience: Patience): Promise<Check[]> => {
  const { baseUrl, requestTimeoutMs: timeoutMs } = settings;
  const { way } = guardOf(settings);
  const { hostname, port, protocol } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isEncrypted = protocol === 'https:';
  const place = { host, port: Number(port || (isEncrypted ? 443 : 80)), isEncrypted };
  const reached = await checkReach(way, place, timeoutMs, patience);
  if (reached.at(-1)?.verdict === 'fail') return reached;
  if (!isEncrypted) return [...reached, unencrypted(baseUrl)];
  try {
    await handshake(way, baseUrl, timeoutMs);
    return [...reached, ok('encryption', 'the certificate is trusted')];
  } catch (error) {
    return [...reached, fail('encryption', `no trusted connection: ${reasonOf(error)}`, mendEncryption(codeOf(error)))];
  }
};

const checkReach = async (
  way: WayIn,
  place: Parameters<WayIn['open']>[0],
  timeoutMs: number,
  patience: Patience,
): Promise<Check[]> => {
  const at = `${place.host}:${place.port}`;
  const found = way.proxyFor(place);
  try {
    if (!found && isIP(place.host) === 0) await lookup(place.host);
  } catch (error) {
    const mend = 'correct BASE_URL, fix DNS or VPN of this machine, or set HTTPS_PROXY if it needs a proxy';
    return [fail('address', `${place.host} does not resolve (${codeOf(error)})`, mend)];
  }
  try {
    await accepted(() => opened(way, place, timeoutMs), patience);
    return found
      ? [ok('proxy', `the proxy of ${found.variable} forwards connections`), ok('address', `${at} accepts connections`)]
      : [ok('address', `${at} accepts connections`)];
  } catch (error) {
    if (error instanceof ProxyFault && found) return [proxyFault(error, found.variable)];
    const mend = 'start the target, correct BASE_URL, or allow the connection in firewall and VPN';
    return [fail('address', `the target cannot be reached: ${codeOf(error)} at ${at}`, mend)];
  }
};

const accepted = async (attempt: () => Promise<void>, patience: Patience): Promise<void> => {
  try {
    await attempt();
  } catch (error) {
    const isRefused = codeOf(error) === 'ECONNREFUSED' && !(error instanceof ProxyFault);
    if (!isRefused || !(await patience.wait('it refuses connections'))) throw error;
    await accepted(attempt, patience);
  }
};

const proxyFault = ({ status, message }: ProxyFault, variable: string): Check => {
  if (status === undefined) return fail('proxy', message, `start the proxy, or correct ${variable}`);
  if (status === 407) return fail('proxy', message, `write the proxy's user and password into ${variable}`);
  if (status >= 500)
    return fail('address', message, 'start the target, correct BASE_URL, or find out why the proxy cannot reach it');
  return fail('proxy', message, `allow this host and port in the proxy, or add the host to NO_PROXY`);
};

const opened = (way: WayIn, place: Parameters<WayIn['open']>[0], timeoutMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
    way.open(place, timeoutMs, (error, socket) => {
      clearTimeout(timer);
      socket?.on('error', () => {}).destroy();
      if (error) reject(error);
      else resolve();
    });
  });

/** Waits until the server accepts the client, because TLS 1.3 servers refuse client certificates after the handshake. */
const handshake = (way: WayIn, baseUrl: string, timeoutMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, host, port, protocol } = new URL(baseUrl);
    const bare = hostname.replace(/^\[|\]$/g, '');
    way.connector(timeoutMs)({ hostname: bare, host, port, protocol }, (error, socket) => {
      if (error) return reject(error);
      const done = (): void => {
        socket.destroy();
        resolve();
      };
      socket.setTimeout(refusalMs, done).once('error', reject).once('close', done).resume();
      (socket as TLSSocket).once('session', done);
    });
  });

const unencrypted = (baseUrl: string): Check =>
  isLoopback(baseUrl)
    ? ok('encryption', 'none, the target is on this machine')
    : warn('encryption', 'none: keys are sent in clear text', 'write https:// in BASE_URL if the target supports it');

const mendEncryption = (code: string): string => {
  if (/EXPIRED/.test(code)) return 'renew the certificate of the target, or set the clock of this machine';
  if (/ALTNAME/.test(code)) return 'use the host name of the certificate in BASE_URL and STAGING_HOSTS';
  if (/SELF_SIGNED|UNABLE_TO|UNTRUSTED|CERT_SIGNATURE/.test(code)) {
    return 'set CA_CERTIFICATE to a PEM file with the certificate of its certificate authority';
  }
  if (/ALERT_(CERTIFICATE|HANDSHAKE|BAD_CERT|UNKNOWN_CA|ACCESS_DENIED)|ALERT_UNSUPPORTED_CERT/.test(code)) {
    return 'set CLIENT_CERTIFICATE and CLIENT_KEY to a client certificate that the target accepts';
  }
  return 'correct scheme and port in BASE_URL: the server may not use TLS';
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? reasonOf(error);
