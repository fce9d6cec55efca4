import { looksLikeTest, looksLive } from './key-patterns.ts';

/** The settings that decide whether a target may be used: real payments are never made, and none in case of doubt. */
interface Guarded {
  BASE_URL?: string | undefined;
  SECRET_KEY?: string | undefined;
  PUBLISHABLE_KEY?: string | undefined;
  /** Undefined for the default; also for the next one. */
  LIVE_KEY_PATTERN?: RegExp | undefined;
  TEST_KEY_PATTERN?: RegExp | undefined;
  AMOUNT: number;
  MAX_AMOUNT: number;
  /** Undefined when the list is invalid, which is reported elsewhere. */
  STAGING_HOSTS: readonly string[] | undefined;
  /** Hosts that may be called without encryption; undefined when invalid. */
  INSECURE_HOSTS: readonly string[] | undefined;
}

interface Host {
  name: string;
  /** Undefined for any port. */
  port: string | undefined;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The reasons not to send any request to a target; empty when it is proven to be a test environment.
 * They name variables, but never their values, except for the host and amounts.
 */
export const refuseRealMoney = (guarded: Guarded): string[] => {
  const refusals: string[] = [];
  const { STAGING_HOSTS, INSECURE_HOSTS, BASE_URL } = guarded;
  if (BASE_URL && STAGING_HOSTS && !isKnown(BASE_URL, STAGING_HOSTS)) {
    refusals.push(
      `STAGING_HOSTS: ${new URL(BASE_URL).host} is not listed; add it only if it is a test environment, never production`,
    );
  }
  if (BASE_URL?.startsWith('http:') && INSECURE_HOSTS && !isKnown(BASE_URL, INSECURE_HOSTS)) {
    refusals.push(
      `BASE_URL: the keys would be sent to ${new URL(BASE_URL).host} without encryption; write https://, ` +
        'or list it in STAGING_HOSTS as http://HOST if it has none',
    );
  }
  refusals.push(...refuseKeys(guarded));
  if (guarded.AMOUNT > guarded.MAX_AMOUNT) {
    refusals.push(`AMOUNT: is above MAX_AMOUNT (${guarded.MAX_AMOUNT} subunits); lower it`);
  }
  return refusals;
};

/** A key is accepted only if it looks like a test key and not like a live key. */
const refuseKeys = ({ BASE_URL, LIVE_KEY_PATTERN, TEST_KEY_PATTERN, ...keys }: Guarded): string[] => {
  // On this machine a key may have any form, since the interface shows none. Elsewhere it must be marked as a test key.
  const isLocal = !BASE_URL || isLoopback(BASE_URL);
  return (['SECRET_KEY', 'PUBLISHABLE_KEY'] as const).flatMap((name) => {
    const key = keys[name];
    if (!key) return [];
    if (looksLive(key, LIVE_KEY_PATTERN)) {
      return `${name}: looks like a live key (LIVE_KEY_PATTERN); use a test key, or correct LIVE_KEY_PATTERN if it is one`;
    }
    if ((isLocal && !TEST_KEY_PATTERN) || looksLikeTest(key, TEST_KEY_PATTERN)) return [];
    const wanted = TEST_KEY_PATTERN ? 'does not match TEST_KEY_PATTERN' : 'has no word such as test or sandbox in it';
    return (
      `${name}: is not known to be a test key: it ${wanted}; use a test key, or set TEST_KEY_PATTERN to the form ` +
      "of this account's test keys (LIVE_KEY_PATTERN still refuses live ones)"
    );
  });
};

/**
 * The host of a list entry, normalized as in browsers (case, alphabet, notation of IP addresses); undefined for
 * anything but a single host, such as addresses, user names and wildcards.
 */
export const parseHost = (entry: string): Host | undefined => {
  const [, name, port] = /^(\[[\da-f:.]+\]|[^\s:/\\@?#*[\]]+)(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  if (!name || !URL.canParse(`http://${name}`)) return undefined;
  return { name: bareName(new URL(`http://${name}`)), port };
};

/** Whether an address is a loopback address of this machine. */
export const isLoopback = (address: string): boolean => loopback.test(bareName(new URL(address)));

const isKnown = (address: string, listed: readonly string[]): boolean =>
  isLoopback(address) || isListed(address, listed);

/** Whether the host of an address is listed; an entry without a port means every port. */
export const isListed = (address: string, listed: readonly string[]): boolean => {
  const url = new URL(address);
  const [name, port] = [bareName(url), portOf(url)];
  return listed.map(parseHost).some((host) => host?.name === name && (host.port ?? port) === port);
};

/** The hostname without a trailing dot, which does not change the host. */
export const bareName = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

/** The port of an address, the usual one of its scheme where it names none. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): string =>
  port || (/^(https|wss):$/.test(protocol) ? '443' : '80');
