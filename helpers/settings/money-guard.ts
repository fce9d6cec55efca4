/** What decides whether a target may be used: never a real payment, and in doubt none at all. */
interface Guarded {
  BASE_URL?: string | undefined;
  SECRET_KEY?: string | undefined;
  PUBLISHABLE_KEY?: string | undefined;
  LIVE_KEY_PATTERN: RegExp;
  AMOUNT: number;
  MAX_AMOUNT: number;
  hosts: readonly string[];
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The reasons not to send a single request to a target; empty when it is proven to be a test environment.
 * Names variables, never their values, except for the host and amounts.
 */
export const refuseRealMoney = (guarded: Guarded): string[] => {
  const refusals: string[] = [];
  const host = guarded.BASE_URL ? new URL(guarded.BASE_URL).hostname : 'localhost';
  if (!loopback.test(host) && !guarded.hosts.includes(host)) {
    refusals.push(`STAGING_HOSTS: ${host} is not listed; add it only if it is a test environment, never production`);
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
