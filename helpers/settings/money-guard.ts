/** What decides whether a target may be used: never a real payment, and in doubt none at all. */
interface Guarded {
  BASE_URL?: string | undefined;
  SECRET_KEY?: string | undefined;
  PUBLISHABLE_KEY?: string | undefined;
  LIVE_KEY_PATTERN: RegExp;
  AMOUNT: number;
  MAX_AMOUNT: number;
  /** Undefined when the list itself cannot be read, which is complained about elsewhere. */
  STAGING_HOSTS: readonly string[] | undefined;
}

interface Host {
  name: string;
  /** Undefined for any port. */
  port: string | undefined;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The reasons not to send a single request to a target; empty when it is proven to be a test environment.
 * Names variables, never their values, except for the host and amounts.
 */
export const refuseRealMoney = (guarded: Guarded): string[] => {
  const refusals: string[] = [];
  const { STAGING_HOSTS, BASE_URL } = guarded;
  if (BASE_URL && STAGING_HOSTS && !isKnown(BASE_URL, STAGING_HOSTS)) {
    refusals.push(
      `STAGING_HOSTS: ${new URL(BASE_URL).host} is not listed; add it only if it is a test environment, never production`,
    );
  }
  for (const name of ['SECRET_KEY', 'PUBLISHABLE_KEY'] as const) {
    if (guarded.LIVE_KEY_PATTERN.test(guarded[name] ?? '')) {
      refusals.push(`${name}: looks like a live key (LIVE_KEY_PATTERN); use a test key`);
    }
  }
  if (guarded.AMOUNT > guarded.MAX_AMOUNT) {
    refusals.push(`AMOUNT: is above MAX_AMOUNT (${guarded.MAX_AMOUNT} subunits); lower it`);
  }
  return refusals;
};

/**
 * The host of a list entry as a browser would write it, whatever case, alphabet or notation of an IP address was used;
 * undefined for anything but a single host, so for addresses, user names and wildcards.
 */
export const parseHost = (entry: string): Host | undefined => {
  const [, name, port] = /^(\[[\da-f:.]+\]|[^\s:/\\@?#*[\]]+)(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  if (!name || !URL.canParse(`http://${name}`)) return undefined;
  return { name: bareName(new URL(`http://${name}`)), port };
};

/** Whether an address is one of this machine itself. */
export const isLoopback = (address: string): boolean => loopback.test(bareName(new URL(address)));

/** An entry without a port stands for the host at every port. */
const isKnown = (address: string, listed: readonly string[]): boolean => {
  const url = new URL(address);
  const name = bareName(url);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isListed = listed.map(parseHost).some((host) => host?.name === name && (host.port ?? port) === port);
  return isLoopback(address) || isListed;
};

/** A dot at the end changes nothing about which host is meant. */
const bareName = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

/** A phone number of fewer digits reaches nobody. */
const shortestNumber = 7;

/**
 * The last look at a request that initiates a payment, whoever has made it up.
 *
 * @param body fields of 2.1 or 2.5; the amount is in the subunit
 * @throws when the amount is above MAX_AMOUNT, or the phone number is not made from MOBILE_MONEY_NUMBER
 */
export const refuseStrayPayment = (
  body: Readonly<Record<string, unknown>>,
  { maxAmount, mobileMoneyNumber }: { maxAmount: number; mobileMoneyNumber: string },
): void => {
  const { amount, mobile_money_number: number } = body;
  const asNumber = typeof amount === 'number' || typeof amount === 'string' ? Number(amount) : 0;
  if (asNumber > maxAmount) throw new Error(`an amount above MAX_AMOUNT (${maxAmount} subunits) is never sent`);
  const digits = typeof number === 'string' || typeof number === 'number' ? String(number).replace(/\D/g, '') : '';
  const own = mobileMoneyNumber.replace(/\D/g, '').slice(1);
  if (digits.length >= shortestNumber && !digits.endsWith(own)) {
    throw new Error('a phone number that is not that of MOBILE_MONEY_NUMBER is never sent');
  }
};
