import { request, type RequestOptions } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import type { Socket } from 'node:net';
import { portOf } from '../settings/safety/money-guard.ts';

/** Called with a connection or an error. */
export type Connected = (...outcome: [null, Socket] | [Error, null]) => void;

interface Tunnel {
  proxy: URL;
  /** `host:port`. */
  to: string;
  timeoutMs: number;
  /** The authorities trusted for the certificate of the proxy. */
  ca: string[] | undefined;
}

/**
 * Connects to a host through a proxy. undici's ProxyAgent gives no socket, which the tunnels of the browser need, and its
 * errors do not say which proxy failed. Errors name the host of the proxy, but not its user and password.
 */
export const openTunnel = ({ proxy, to, timeoutMs, ca }: Tunnel, done: Connected): void => {
  const { hostname, host, protocol, username, password } = proxy;
  const isEncrypted = protocol === 'https:';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const asking = (isEncrypted ? requestEncrypted : request)({
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: portOf(proxy),
    path: to,
    headers: { host: to, ...(username && { 'proxy-authorization': `Basic ${login}` }) },
    agent: false,
    timeout: timeoutMs,
    ...(ca && { ca }),
  } satisfies RequestOptions & { ca?: string[] });
  asking.once('timeout', () => asking.destroy(withCode(`no answer within ${timeoutMs} ms`, 'UND_ERR_CONNECT_TIMEOUT')));
  asking.once('error', ({ code = 'no code', message }: NodeJS.ErrnoException) =>
    done(withCode(`the proxy at ${host} gives no connection: ${message}`, code), null),
  );
  asking.once('connect', ({ statusCode = 0 }, socket, head) => {
    if (statusCode < 200 || statusCode > 299) {
      socket.on('error', () => {}).destroy();
      const fault = `the proxy at ${host} answers HTTP ${statusCode} for ${to}`;
      return done(withCode(fault, `PROXY_HTTP_${statusCode}`), null);
    }
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    done(null, socket as Socket);
  });
  asking.end();
};

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
