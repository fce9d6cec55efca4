import { readFileSync } from 'node:fs';
import { connect, isIPv6 } from 'node:net';
import { rootCertificates, type SecureContextOptions } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { identityIn } from '../settings/declarations/identity-files.ts';
import { certificatesIn } from '../settings/declarations/way-in-types.ts';
import { isListed, isLoopback } from '../settings/safety/money-guard.ts';
import type { Settings } from '../settings/settings.ts';
import { openTunnel, type Connected } from './tunnel.ts';

/** The settings for connections to the target, and its hosts. */
export type WayInFacts = Pick<Settings, 'baseUrl' | 'stagingHosts' | 'insecureHosts'> & {
  wayIn: Partial<Settings['wayIn']>;
};

/** The settings for connections to other hosts. */
export type WayOut = Pick<WayInFacts['wayIn'], 'httpsProxy' | 'httpProxy' | 'noProxy' | 'caCertificate'>;

interface Place {
  host: string;
  port: number;
  isEncrypted: boolean;
}

/** The TLS alert of a server that only supports HTTP/2. */
const wantsHttp2 = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/**
 * Connects to the target: through proxies, with a client certificate, and with the headers of an access gateway. The
 * HTTP client and the browser's proxy both use it. It sends credentials to no other host.
 */
export class WayIn {
  readonly #facts: WayInFacts | undefined;
  readonly #authorities: string[] | undefined;
  readonly #identity: SecureContextOptions;
  /** Hosts that only support HTTP/2, as `host:port`. */
  readonly #http2 = new Set<string>();

  /** @param facts without them connections are direct, and nothing is added */
  constructor(facts?: WayInFacts) {
    this.#facts = facts;
    const {
      caCertificate: ca,
      clientCertificate: certificate,
      clientKey: key,
      clientKeyPassphrase,
    } = facts?.wayIn ?? {};
    this.#authorities =
      ca === undefined ? undefined : [...rootCertificates, ...certificatesIn(readFileSync(ca, 'utf8'))];
    this.#identity = certificate === undefined ? {} : identityIn({ certificate, key, passphrase: clientKeyPassphrase });
  }

  /** Whether connections of a browser need additions that it cannot make itself. */
  get addsAnything(): boolean {
    const { caCertificate, clientCertificate, extraHeaders = [], basicAuth } = this.#facts?.wayIn ?? {};
    return [caCertificate, clientCertificate, basicAuth].some(Boolean) || extraHeaders.length > 0;
  }

  /** Whether anything is added to requests to a host, with or without TLS. */
  addsTo(host: string): boolean {
    return this.addsAnything && ['https', 'http'].some((scheme) => this.#isTarget(new URL(`${scheme}://${host}`)));
  }

  /**
   * The headers of a request with the additional headers for its host.
   *
   * @param raw alternating names and values
   */
  dressed(url: URL, raw: readonly string[]): string[] {
    const { extraHeaders = [], basicAuth } = this.#facts?.wayIn ?? {};
    if ((extraHeaders.length === 0 && basicAuth === undefined) || !this.#isTarget(url)) return [...raw];
    const extra = new Map(extraHeaders.map(([name, value]) => [name.toLowerCase(), [name, value]]));
    const kept = raw.filter((_, index) => !extra.has((raw[index - (index % 2)] ?? '').toLowerCase()));
    const hasKey = kept.some((one, index) => index % 2 === 0 && one.toLowerCase() === 'authorization');
    const login = basicAuth === undefined || hasKey ? [] : ['Authorization', `Basic ${base64(basicAuth)}`];
    return [...kept, ...[...extra.values()].flat(), ...login];
  }

  /** The proxy for a host, with the name of its setting; undefined for a direct connection. */
  proxyFor({ host, port, isEncrypted }: Place): { proxy: URL; variable: string } | undefined {
    const { httpsProxy, httpProxy, noProxy = [] } = this.#facts?.wayIn ?? {};
    const address = isEncrypted ? httpsProxy : httpProxy;
    if (address === undefined || isLoopback(`http://${bracketed(host)}`)) return undefined;
    if (noProxy.some((entry) => isExempt(host, port, entry))) return undefined;
    return { proxy: new URL(address), variable: isEncrypted ? 'HTTPS_PROXY' : 'HTTP_PROXY' };
  }

  /** Opens a plain connection to a host, through the proxy if there is one. */
  open(place: Place, timeoutMs: number, done: Connected): void {
    const { host, port } = place;
    const found = this.proxyFor(place);
    if (found) {
      return openTunnel({ ...found, to: `${bracketed(host)}:${port}`, timeoutMs, ca: this.#authorities }, done);
    }
    const socket = connect({ host, port, noDelay: true });
    const failed = (error: Error): void => done(error, null);
    socket.once('error', failed).once('connect', () => {
      socket.off('error', failed);
      done(null, socket);
    });
  }

  /** The connector for undici, including TLS, and HTTP/2 if the target requires it. */
  connector(timeoutMs: number): buildConnector.connector {
    const made = new Map<string, buildConnector.connector>();
    const connectorFor = (isTarget: boolean, allowH2: boolean): buildConnector.connector => {
      const name = `${isTarget} ${allowH2}`;
      const ofTarget = isTarget && { ...this.#identity, ...(this.#authorities && { ca: this.#authorities }) };
      const connector = made.get(name) ?? buildConnector({ timeout: timeoutMs, allowH2, ...ofTarget });
      made.set(name, connector);
      return connector;
    };
    return (options, done) => {
      const isEncrypted = options.protocol === 'https:';
      const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
      const place = { host: options.hostname, port: Number(options.port || (isEncrypted ? 443 : 80)), isEncrypted };
      const isProxied = this.proxyFor(place) !== undefined;
      const attempt = (): void => {
        const connect = connectorFor(this.#isTarget(url), this.#http2.has(url.host));
        const told: buildConnector.Callback = (...outcome) => {
          const [error] = outcome;
          if ((error as NodeJS.ErrnoException | null)?.code !== wantsHttp2 || this.#http2.has(url.host)) {
            return done(...outcome);
          }
          this.#http2.add(url.host);
          attempt();
        };
        if (!isProxied) {
          connect(options, told);
          return;
        }
        this.open(place, timeoutMs, (...outcome) => {
          const [, socket] = outcome;
          if (socket && isEncrypted) connect({ ...options, httpSocket: socket }, told);
          else done(...outcome);
        });
      };
      attempt();
    };
  }

  /** Whether credentials may be sent to a host: it belongs to the target, and the connection is encrypted or local. */
  #isTarget(url: URL): boolean {
    if (!this.#facts) return false;
    const { baseUrl, stagingHosts, insecureHosts } = this.#facts;
    const isOwn = isListed(url.href, stagingHosts) || (baseUrl !== '' && url.host === new URL(baseUrl).host);
    return isOwn && (url.protocol === 'https:' || isLoopback(url.href) || isListed(url.href, insecureHosts));
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Whether an entry of NO_PROXY matches a host: by name, by domain with or without a dot or star, or `*`. */
const isExempt = (host: string, port: number, entry: string): boolean => {
  const [name = '', ofPort] = isIPv6(entry) ? [entry] : entry.toLowerCase().split(/:(?=\d+$)/);
  if (ofPort !== undefined && Number(ofPort) !== port) return false;
  const domain = name.replace(/^\[|\]$/g, '').replace(/^\*?\.?/, '');
  const own = host.toLowerCase().replace(/\.$/, '');
  return name === '*' || (domain !== '' && (own === domain || own.endsWith(`.${domain}`)));
};

const ways = new WeakMap<WayInFacts['wayIn'], WayIn>();

/** The connector of a run. */
export const wayInOf = (facts: WayInFacts): WayIn => {
  const known = ways.get(facts.wayIn) ?? new WayIn(facts);
  ways.set(facts.wayIn, known);
  return known;
};

/**
 * Connections to another host than the target: through the same proxies and with the same certificate authorities, but
 * without credentials of the target.
 *
 * @param timeoutMs the connection timeout
 */
export const wayOutTo = (
  address: string,
  { httpsProxy, httpProxy, noProxy = [], caCertificate }: WayOut,
  timeoutMs: number,
): Agent => {
  const wayIn = { httpsProxy, httpProxy, noProxy, caCertificate };
  const way = new WayIn({ wayIn, baseUrl: address, stagingHosts: [], insecureHosts: [] });
  return new Agent({ connect: way.connector(timeoutMs), pipelining: 0 });
};

/** Direct connections, with nothing added. */
export const straight = new WayIn();
