import { request, type RequestOptions } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import type { Socket } from 'node:net';

/** Called with a connection or an error. */
export type Connected = (...outcome: [null, Socket] | [Error, null]) => void;

/** A proxy failed to connect to the target. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly code: string;
  /** The status of its answer; undefined without an answer. */
  readonly status: number | undefined;

  constructor(message: string, code: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

interface Tunnel {
  proxy: URL;
  /** The setting, for errors. */
  variable: string;
  /** `host:port`. */
  to: string;
  timeoutMs: number;
  /** The authorities trusted for the certificate of the proxy. */
  ca: string[] | undefined;
}

/** Connects to a host through a proxy. Errors name the host of the proxy, but not its user and password. */
export const openTunnel = ({ proxy, variable, to, timeoutMs, ca }: Tunnel, done: Connected): void => {
  const { hostname, host, port, protocol, username, password } = proxy;
  const isEncrypted = protocol === 'https:';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const asked = (isEncrypted ? requestEncrypted : request)({
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isEncrypted ? 443 : 80),
    path: to,
    headers: { host: to, ...(username && { 'proxy-authorization': `Basic ${login}` }) },
    agent: false,
    timeout: timeoutMs,
    ...(ca && { ca }),
  } satisfies RequestOptions & { ca?: string[] });
  asked.once('timeout', () =>
    asked.destroy(new ProxyFault(`no answer within ${timeoutMs} ms`, 'UND_ERR_CONNECT_TIMEOUT')),
  );
  asked.once('error', (error: NodeJS.ErrnoException) => {
    const code = error.code ?? 'no code';
    done(new ProxyFault(`the proxy of ${variable} at ${host} gives no connection: ${error.message}`, code), null);
  });
  asked.once('connect', ({ statusCode = 0 }, socket, head) => {
    if (statusCode < 200 || statusCode > 299) {
      socket.on('error', () => {}).destroy();
      const fault = `the proxy of ${variable} at ${host} answers HTTP ${statusCode} for ${to}`;
      return done(new ProxyFault(fault, `PROXY_HTTP_${statusCode}`, statusCode), null);
    }
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    done(null, socket as Socket);
  });
  asked.end();
};
