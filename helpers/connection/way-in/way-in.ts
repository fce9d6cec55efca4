import { readFileSync } from 'node:fs';
import { connect, isIPv6 } from 'node:net';
import { rootCertificates, type SecureContextOptions } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { identityIn } from '../../settings/declarations/identity-files.ts';
import { certificatesIn } from '../../settings/declarations/way-in-types.ts';
import { isListed, isLoopback } from '../../settings/safety/money-guard.ts';
import type { Settings } from '../../settings/settings.ts';
import { openTunnel, type Connected } from './tunnel.ts';

/** The settings for access to the target, and the hosts of the target. */
export type WayInFacts = Pick<Settings, 'baseUrl' | 'stagingHosts' | 'insecureHosts'> & {
  wayIn: Partial<Settings['wayIn']>;
};

/** The settings for access to other hosts. */
export type WayOut = Pick<WayInFacts['wayIn'], 'httpsProxy' | 'httpProxy' | 'noProxy' | 'caCertificate'>;

interface Place {
  host: string;
  port: number;
  isEncrypted: boolean;
}

/** The error of an HTTP/2-only server for a client that does not offer HTTP/2. */
const http2Required = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/**
 * Access to the target: through proxies, with a client certificate, and with the headers that an access gateway
 * requires. Used by both the HTTP client and the browser's proxy. Credentials are sent to no other host.
 */
export class WayIn {
  readonly #facts: WayInFacts | undefined;
  readonly #authorities: string[] | undefined;
  readonly #identity: SecureContextOptions;
  /** Hosts that support only HTTP/2, as `host:port`. */
  readonly #http2 = new Set<string>();

  /** @param facts without them, every host is reached directly, with nothing added */
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

  /** Whether connections of a browser need certificates or headers that the browser cannot add itself. */
  get addsAnything(): boolean {
    const { caCertificate, clientCertificate, extraHeaders = [], basicAuth } = this.#facts?.wayIn ?? {};
    return [caCertificate, clientCertificate, basicAuth].some(Boolean) || extraHeaders.length > 0;
  }

  /** Whether connections to a host need such additions, with or without TLS. */
  addsTo(host: string): boolean {
    return this.addsAnything && ['https', 'http'].some((scheme) => this.#isTarget(new URL(`${scheme}://${host}`)));
  }

  /**
   * The headers of a request, with the access headers for its host.
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

  /** The proxy for a host, with the name of its setting; undefined if it is reached directly. */
  proxyFor({ host, port, isEncrypted }: Place): { proxy: URL; variable: string } | undefined {
    const { httpsProxy, httpProxy, noProxy = [] } = this.#facts?.wayIn ?? {};
    const address = isEncrypted ? httpsProxy : httpProxy;
    if (address === undefined || isLoopback(`http://${bracketed(host)}`)) return undefined;
    if (noProxy.some((entry) => isExempt(host, port, entry))) return undefined;
    return { proxy: new URL(address), variable: isEncrypted ? 'HTTPS_PROXY' : 'HTTP_PROXY' };
  }

  /** Opens a TCP connection to a host, through the proxy if there is one. */
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

  /** Makes connections for undici, including TLS; with HTTP/2 if the target requires it. */
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
        const callback: buildConnector.Callback = (...outcome) => {
          const [error] = outcome;
          if ((error as NodeJS.ErrnoException | null)?.code !== http2Required || this.#http2.has(url.host)) {
            return done(...outcome);
          }
          this.#http2.add(url.host);
          attempt();
        };
        if (!isProxied) {
          connect(options, callback);
          return;
        }
        this.open(place, timeoutMs, (...outcome) => {
          const [, socket] = outcome;
          if (socket && isEncrypted) connect({ ...options, httpSocket: socket }, callback);
          else done(...outcome);
        });
      };
      attempt();
    };
  }

  /**
   * Whether a host may receive credentials: it belongs to the target, and the connection is encrypted, local, or listed
   * in INSECURE_HOSTS.
   */
  #isTarget(url: URL): boolean {
    if (!this.#facts) return false;
    const { baseUrl, stagingHosts, insecureHosts } = this.#facts;
    const isOwn = isListed(url.href, stagingHosts) || (baseUrl !== '' && url.host === new URL(baseUrl).host);
    return isOwn && (url.protocol === 'https:' || isLoopback(url.href) || isListed(url.href, insecureHosts));
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Whether an entry of NO_PROXY matches a host: its name, a parent domain with or without a dot or star, or all. */
const isExempt = (host: string, port: number, entry: string): boolean => {
  const [name = '', ofPort] = isIPv6(entry) ? [entry] : entry.toLowerCase().split(/:(?=\d+$)/);
  if (ofPort !== undefined && Number(ofPort) !== port) return false;
  const domain = name.replace(/^\[|\]$/g, '').replace(/^\*?\.?/, '');
  const own = host.toLowerCase().replace(/\.$/, '');
  return name === '*' || (domain !== '' && (own === domain || own.endsWith(`.${domain}`)));
};

const ways = new WeakMap<WayInFacts['wayIn'], WayIn>();

/** The access to the target of a run. */
export const wayInOf = (facts: WayInFacts): WayIn => {
  const known = ways.get(facts.wayIn) ?? new WayIn(facts);
  ways.set(facts.wayIn, known);
  return known;
};

/**
 * Connections to an address that does not belong to the target: through the same proxies and with the same authorities,
 * but without the credentials for the target.
 *
 * @param timeoutMs for establishing a connection
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

/** Direct connections to every host, with nothing added. */
export const straight = new WayIn();
