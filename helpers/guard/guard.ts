import { isLoopback, parseHost } from '../settings/safety/money-guard.ts';
import type { Settings } from '../settings/settings.ts';
import { straight, wayInOf, type WayIn, type WayInFacts } from '../way-in/way-in.ts';
import { NotTested } from '../errors/errors.ts';

/** Where a connection really goes. */
interface Place {
  host: string;
  port: number;
}

interface Listed {
  /** Hosts as in STAGING_HOSTS: `host` for any port, or `host:port`. */
  hosts: readonly string[];
  /** Whether an address of this machine counts as listed; all of them unless told otherwise. */
  isOwn?: (address: URL) => boolean;
  /** Names that lead to another place than they say, by `host:port`. They are listed. */
  places?: Readonly<Record<string, Place>>;
  /** How listed hosts are reached; directly unless told otherwise. */
  way?: WayIn;
}

const mostRefused = 500;

/**
 * Decides where requests may go, for the HTTP client and the browser alike: only to listed hosts, by http or https. How
 * they get there says its way.
 */
export class Guard {
  /** The hosts a browser was kept from, as `host:port`; the first few hundred. */
  readonly refused: string[] = [];
  readonly way: WayIn;
  readonly #hosts: Set<string>;
  readonly #isOwn: (address: URL) => boolean;
  readonly #places: Readonly<Record<string, Place>>;

  constructor({ hosts, isOwn = (address) => isLoopback(address.href), places = {}, way = straight }: Listed) {
    this.way = way;
    this.#hosts = new Set(hosts.map(parseHost).flatMap((host) => (host ? [nameOf(host.name, host.port)] : [])));
    this.#isOwn = isOwn;
    this.#places = places;
  }

  /** Whether an address is an http or https address of a listed host. ws and wss count as http and https. */
  allows(address: string): boolean {
    const url = parsed(address);
    if (!url) return false;
    const name = bare(url);
    const full = nameOf(name, portOf(url));
    return this.#isOwn(url) || this.#hosts.has(name) || this.#hosts.has(full) || full in this.#places;
  }

  /**
   * Throws unless an address is on a listed host.
   *
   * @param what it was meant for, such as `hosted_url`
   * @throws NotTested with how to mend it
   */
  check(address: string, what: string): void {
    if (!this.allows(address)) throw new NotTested(`${what} ${whyNot(address)}`);
  }

  /** Remembers a host that a browser was kept from. */
  refuse(host: string): void {
    if (this.refused.length < mostRefused) this.refused.push(host);
  }

  /** Where a connection to a host goes: there, unless its name stands for this machine. */
  placeOf(address: string): Place {
    const url = new URL(address);
    const port = portOf(url);
    return this.#places[nameOf(bare(url), port)] ?? { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  }

  /** Whether a name stands for this machine by `places`. */
  isMoved(address: string): boolean {
    const url = parsed(address);
    return url !== undefined && nameOf(bare(url), portOf(url)) in this.#places;
  }

  /** The listed hosts as Playwright's `exposeNetwork` takes them; it knows no more of IPv6 than this. */
  get pattern(): string {
    const hosts = [...this.#hosts, ...Object.keys(this.#places)].filter((host) => !host.startsWith('['));
    return ['localhost', '127.0.0.1', ...hosts].join();
  }
}

/** Why an address is not called, and how to mend it. Of the address it shows the host alone. */
export const whyNot = (address: string): string => {
  const url = parsed(address);
  if (!url) return 'is no http or https address, so it was not opened';
  const { host } = url;
  return (
    `leads to ${host}, which is neither this machine nor in STAGING_HOSTS, so it was stopped; ` +
    `add ${host} to STAGING_HOSTS if it is part of the test environment, never if it is production`
  );
};

/**
 * The guard of a run: this machine, STAGING_HOSTS and the merchant.
 *
 * @param merchantPort where the merchant listens on this machine; MERCHANT_ORIGIN then leads there
 */
export const guardOf = (settings: Pick<Settings, 'merchantOrigin'> & WayInFacts, merchantPort?: number): Guard => {
  const { stagingHosts, merchantOrigin } = settings;
  const way = wayInOf(settings);
  if (!merchantOrigin) return new Guard({ hosts: stagingHosts, way });
  const url = new URL(merchantOrigin);
  const name = nameOf(bare(url), portOf(url));
  if (merchantPort === undefined) return new Guard({ hosts: [...stagingHosts, name], way });
  return new Guard({ hosts: stagingHosts, way, places: { [name]: { host: '127.0.0.1', port: merchantPort } } });
};

const nameOf = (host: string, port: string | undefined): string => (port === undefined ? host : `${host}:${port}`);

/** A dot at the end changes nothing about which host is meant. */
const bare = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

const portOf = ({ port, protocol }: URL): string => port || (/^(https|wss):$/.test(protocol) ? '443' : '80');

const parsed = (address: string): URL | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^(https?|wss?):$/.test(url.protocol) ? url : undefined;
};
