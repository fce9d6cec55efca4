import { bareName, isLoopback, parseHost, portOf } from '../settings/safety/money-guard.ts';
import type { Settings } from '../settings/settings.ts';
import { NotTested } from '../errors/errors.ts';
import { TargetConnection, type AccessSettings } from './target-connection.ts';

/** The actual destination of a connection. */
interface Place {
  host: string;
  port: number;
}

interface Listed {
  /** Hosts as in STAGING_HOSTS: `host` for any port, or `host:port`. */
  hosts: readonly string[];
  /** Whether an address of this machine counts as listed; by default all do. */
  isOwn?: (address: URL) => boolean;
  /** Names that are redirected to another place, by `host:port`. They count as listed. */
  places?: Readonly<Record<string, Place>>;
  /** How listed hosts are reached; by default directly. */
  connection?: TargetConnection;
}

const maxRefused = 500;

/** Decides where requests of the HTTP client and the browser may go: only to listed hosts, by http or https. */
export class Guard {
  /** The hosts that were refused to a browser, as `host:port`; at most a few hundred. */
  readonly refused: string[] = [];
  /** How the listed hosts are reached. */
  readonly connection: TargetConnection;
  readonly #hosts: Set<string>;
  readonly #isOwn: (address: URL) => boolean;
  readonly #places: Readonly<Record<string, Place>>;

  constructor({ hosts, isOwn = ({ href }) => isLoopback(href), places = {}, connection }: Listed) {
    this.connection = connection ?? new TargetConnection();
    this.#hosts = new Set(hosts.map(parseHost).flatMap((host) => (host ? [nameOf(host.name, host.port)] : [])));
    this.#isOwn = isOwn;
    this.#places = places;
  }

  /** Whether an address is an http or https address of a listed host. ws and wss count as http and https. */
  allows(address: string): boolean {
    const url = parsed(address);
    return (
      url !== undefined &&
      (this.#isOwn(url) || this.#hosts.has(bareName(url)) || this.#hosts.has(fullNameOf(url)) || this.isMoved(address))
    );
  }

  /**
   * Throws unless an address is on a listed host.
   *
   * @param what the source of the address, such as `hosted_url`
   * @throws NotTested with instructions to correct the setting
   */
  check(address: string, what: string): void {
    if (!this.allows(address)) throw new NotTested(`${what} ${whyRefused(address)}`);
  }

  /** Records a host that was refused to a browser. */
  refuse(host: string): void {
    if (this.refused.length < maxRefused) this.refused.push(host);
  }

  /** The destination of a connection to an address: its own host, unless `places` redirects it. */
  placeOf(address: string): Place {
    const url = new URL(address);
    const own = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(portOf(url)) };
    return this.#places[fullNameOf(url)] ?? own;
  }

  /** Whether `places` redirects an address. */
  isMoved(address: string): boolean {
    const url = parsed(address);
    return url !== undefined && fullNameOf(url) in this.#places;
  }

  /** The listed hosts in the format of Playwright's `exposeNetwork`, which does not support IPv6 hosts. */
  get pattern(): string {
    const hosts = [...this.#hosts, ...Object.keys(this.#places)].filter((host) => !host.startsWith('['));
    return ['localhost', '127.0.0.1', ...hosts].join();
  }
}

/** Why an address is refused, and how to allow it. The text contains only the host of the address. */
export const whyRefused = (address: string): string => {
  const url = parsed(address);
  if (!url) return 'is not an http or https address, so it was not opened';
  const { host } = url;
  return (
    `leads to ${host}, which is neither this machine nor in STAGING_HOSTS, so it was blocked; ` +
    `add ${host} to STAGING_HOSTS if it is part of the test environment, never if it is production`
  );
};

/**
 * The guard of a run: this machine, STAGING_HOSTS and the merchant.
 *
 * @param merchantPort the port of the merchant on this machine, to which MERCHANT_ORIGIN is then redirected
 */
export const guardOf = (settings: Pick<Settings, 'merchantOrigin'> & AccessSettings, merchantPort?: number): Guard => {
  const { stagingHosts: hosts, merchantOrigin } = settings;
  const connection = new TargetConnection(settings);
  if (!merchantOrigin) return new Guard({ hosts, connection });
  const name = fullNameOf(new URL(merchantOrigin));
  if (merchantPort === undefined) return new Guard({ hosts: [...hosts, name], connection });
  return new Guard({ hosts, connection, places: { [name]: { host: '127.0.0.1', port: merchantPort } } });
};

const nameOf = (host: string, port: string | undefined): string => (port === undefined ? host : `${host}:${port}`);

const fullNameOf = (url: URL): string => nameOf(bareName(url), portOf(url));

const parsed = (address: string): URL | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^(https?|wss?):$/.test(url.protocol) ? url : undefined;
};
