import { readFileSync } from 'node:fs';
import { connect, isIPv6 } from 'node:net';
import { rootCertificates, type SecureContextOptions } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { certificatesIn, identityIn } from '../settings/client-identity.ts';
import { isListed, isLoopback, portOf } from '../settings/safety/money-guard.ts';
import type { Settings } from '../settings/settings.ts';
import { openTunnel, type Connected } from './proxy-tunnel.ts';

/** The settings for access to the target, and its hosts. */
export type AccessSettings = Pick<Settings, 'baseUrl' | 'stagingHosts' | 'insecureHosts'> & {
  connection: Partial<Settings['connection']>;
};

/** The settings for access to other hosts. */
export type OutboundSettings = Pick<AccessSettings['connection'], 'httpsProxy' | 'noProxy' | 'caCertificate'>;

interface Place {
  host: string;
  port: number;
}

/** The error of an HTTP/2-only server for a client that does not offer HTTP/2. */
const http2Required = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/**
 * Connections to the target: through proxies, with certificates, and with the headers that an access gateway requires.
 * Used by both the HTTP client and the browser's proxy. Credentials are sent to no other host.
 */
export class TargetConnection {
  readonly #settings: AccessSettings | undefined;
  readonly #trusted: { ca?: string[] };
  readonly #identity: SecureContextOptions;
  /** Hosts that support only HTTP/2, as `host:port`. */
  readonly #http2 = new Set<string>();

  /** @param settings without them, every host is reached directly, with nothing added */
  constructor(settings?: AccessSettings) {
    this.#settings = settings;
    const { caCertificate, clientCertificate } = this.#access;
    this.#trusted = caCertificate
      ? { ca: [...rootCertificates, ...certificatesIn(readFileSync(caCertificate, 'utf8'))] }
      : {};
    this.#identity = clientCertificate ? identityIn(clientCertificate) : {};
  }

  /** Whether connections to the target need certificates or headers. */
  get addsAnything(): boolean {
    const { caCertificate, clientCertificate, extraHeaders = [], basicAuth } = this.#access;
    return [caCertificate, clientCertificate, basicAuth].some(Boolean) || extraHeaders.length > 0;
  }

  /** Whether connections to a host need such additions, with or without TLS. */
  addsTo(host: string): boolean {
    return this.addsAnything && ['https', 'http'].some((scheme) => this.#isTarget(new URL(`${scheme}://${host}`)));
  }

  /**
   * The headers of a request, with the access headers if it goes to the target.
   *
   * @param raw alternating names and values
   */
  withAccessHeaders(url: URL, raw: readonly string[]): string[] {
    const { extraHeaders = [], basicAuth } = this.#access;
    if (!this.#isTarget(url)) return [...raw];
    const own = new Set(extraHeaders.map(([name]) => name.toLowerCase()));
    const kept = raw.filter((_, index) => !own.has((raw[index - (index % 2)] ?? '').toLowerCase()));
    const hasKey = kept.some((one, index) => index % 2 === 0 && one.toLowerCase() === 'authorization');
    const login = basicAuth === undefined ? '' : `Basic ${Buffer.from(basicAuth).toString('base64')}`;
    return [...kept, ...extraHeaders.flat(), ...(login === '' || hasKey ? [] : ['Authorization', login])];
  }

  /** The proxy for a host; undefined if it is reached directly. */
  proxyFor({ host, port }: Place): URL | undefined {
    const { httpsProxy, noProxy = [] } = this.#access;
    if (httpsProxy === undefined || isLoopback(`http://${bracketed(host)}`)) return undefined;
    if (noProxy.some((entry) => isExempt(host, port, entry))) return undefined;
    return new URL(httpsProxy);
  }

  /** Opens a TCP connection to a host, through the proxy if there is one. */
  open(place: Place, timeoutMs: number, done: Connected): void {
    const { host, port } = place;
    const proxy = this.proxyFor(place);
    const { ca } = this.#trusted;
    if (proxy) return openTunnel({ proxy, to: `${bracketed(host)}:${port}`, timeoutMs, ca }, done);
    const socket = connect({ host, port, noDelay: true });
    const failed = (error: Error): void => done(error, null);
    socket.once('error', failed).once('connect', () => {
      socket.off('error', failed);
      done(null, socket);
    });
  }

  /** Makes connections for undici, including TLS; with HTTP/2 where the target speaks nothing else. */
  connector(timeoutMs: number): buildConnector.connector {
    const own = { ...this.#identity, ...this.#trusted, timeout: timeoutMs };
    const [http1, http2] = [buildConnector({ ...own, allowH2: false }), buildConnector({ ...own, allowH2: true })];
    const other = buildConnector({ timeout: timeoutMs });
    const attempt = (options: buildConnector.Options, done: buildConnector.Callback): void => {
      const { protocol, hostname } = options;
      const isEncrypted = protocol === 'https:';
      const url = new URL(`${protocol}//${options.host ?? hostname}`);
      const place = { host: hostname, port: Number(portOf({ port: options.port, protocol })) };
      const ofTarget = this.#http2.has(url.host) ? http2 : http1;
      const secure = this.#isTarget(url) ? ofTarget : other;
      const connected: buildConnector.Callback = (...outcome) => {
        const code = (outcome[0] as NodeJS.ErrnoException | null)?.code;
        if (code !== http2Required || this.#http2.has(url.host)) return done(...outcome);
        this.#http2.add(url.host);
        attempt(options, done);
      };
      if (!this.proxyFor(place)) return secure(options, connected);
      this.open(place, timeoutMs, (...outcome) => {
        if (outcome[1] && isEncrypted) secure({ ...options, httpSocket: outcome[1] }, connected);
        else done(...outcome);
      });
    };
    return attempt;
  }

  get #access(): AccessSettings['connection'] {
    return this.#settings?.connection ?? {};
  }

  /**
   * Whether a host may receive credentials: it belongs to the target, and the connection is encrypted, local, or listed
   * with http:// in STAGING_HOSTS.
   */
  #isTarget(url: URL): boolean {
    if (!this.#settings) return false;
    const { baseUrl, stagingHosts, insecureHosts } = this.#settings;
    const isOwn = isListed(url.href, stagingHosts) || (baseUrl !== '' && url.host === new URL(baseUrl).host);
    return isOwn && (url.protocol === 'https:' || isLoopback(url.href) || isListed(url.href, insecureHosts));
  }
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Whether an entry of NO_PROXY matches a host: its name, a parent domain with or without a dot or star, or all. */
const isExempt = (host: string, port: number, entry: string): boolean => {
  const [name = '', ofPort] = isIPv6(entry) ? [entry] : entry.toLowerCase().split(/:(?=\d+$)/);
  if (ofPort !== undefined && Number(ofPort) !== port) return false;
  const domain = name.replace(/^\[|\]$/g, '').replace(/^\*?\.?/, '');
  const own = host.toLowerCase().replace(/\.$/, '');
  return name === '*' || (domain !== '' && (own === domain || own.endsWith(`.${domain}`)));
};

/**
 * Connections to an address that does not belong to the target: through the same proxies and with the same authorities,
 * but without the credentials for the target.
 *
 * @param timeoutMs for establishing a connection
 */
export const outboundAgent = (address: string, settings: OutboundSettings, timeoutMs: number): Agent => {
  const { httpsProxy, noProxy = [], caCertificate } = settings;
  const connection = { httpsProxy, noProxy, caCertificate };
  const outbound = new TargetConnection({ connection, baseUrl: address, stagingHosts: [], insecureHosts: [] });
  return new Agent({ connect: outbound.connector(timeoutMs), pipelining: 0 });
};
