import { kindOf } from './browser-address.ts';
import { declared, type declarations } from './declarations/declarations.ts';
import type { ValuesOf } from './declarations/setting.ts';
import type { Given } from './given.ts';
import { isLoopback } from './money-guard.ts';

type Values = ValuesOf<typeof declarations>;

/**
 * What is wrong with settings beside each other.
 *
 * @param values those that could be read; the others are undefined
 * @returns problems that name a variable and how to mend it
 */
export const problemsBetween = (given: Given, values: Partial<Values>): string[] => {
  const isSandbox = (given.TARGET ?? 'sandbox') === 'sandbox';
  return [
    ...(isSandbox ? strayForSandbox(given) : missingForTarget(given)),
    ...outOfReach(given, values, isSandbox),
    ...(given.SECRET_KEY && given.SECRET_KEY === given.PUBLISHABLE_KEY
      ? ['PUBLISHABLE_KEY: is the same as SECRET_KEY, which no browser may see; write the publishable key']
      : []),
    ...(given.SECOND_CURRENCY && given.SECOND_CURRENCY === given.CURRENCY
      ? ['SECOND_CURRENCY: is the same as CURRENCY; write another currency of the account, or empty it']
      : []),
  ];
};

/** What a real target cannot do without; an operator may be declared absent instead. */
const missingForTarget = (given: Given): string[] =>
  declared
    .filter(({ variable }) => !given[variable])
    .flatMap(({ variable, required, requiredUnless }) => {
      if (required) return [`${variable}: set it, a real target has no default for it`];
      if (!requiredUnless || isAbsent(given, requiredUnless)) return [];
      const [what, letter = ''] = requiredUnless.split('-');
      return [
        `${variable}: set the code of ${what} ${letter.toUpperCase()}, or add ${requiredUnless} to NOT_APPLICABLE`,
      ];
    });

const isAbsent = (given: Given, capability: string): boolean =>
  (given.NOT_APPLICABLE ?? '').split(',').some((one) => one.split(':')[0]?.trim() === capability);

/** An address or a key beside the sandbox means that somebody believes to be testing something else. */
const strayForSandbox = (given: Given): string[] =>
  (['BASE_URL', 'SECRET_KEY', 'PUBLISHABLE_KEY'] as const)
    .filter((name) => given[name])
    .map((name) => `${name}: is set although the target is the sandbox; set TARGET=staging or empty ${name}`);

/** A Playwright server lends a browser elsewhere the addresses of this machine; to a debugged one they mean its own. */
const outOfReach = (given: Given, values: Partial<Values>, isSandbox: boolean): string[] => {
  const { browserAddress, merchantOrigin, baseUrl } = values;
  if (!browserAddress) return [];
  if (merchantOrigin && !isLoopback(merchantOrigin) && (isSandbox || (baseUrl && isLoopback(baseUrl)))) {
    return ['MERCHANT_ORIGIN: empty it, since no browser frames a page of its own machine on a site of another one'];
  }
  if (kindOf(browserAddress) === 'playwright' || isLoopback(browserAddress)) return [];
  if (isSandbox) {
    return [
      'BROWSER_ADDRESS: a debugged browser elsewhere cannot reach the sandbox; name a Playwright server (ws://…)',
    ];
  }
  return given.MERCHANT_ORIGIN
    ? []
    : [
        'MERCHANT_ORIGIN: set it to an address of this machine that the browser at BROWSER_ADDRESS can reach, ' +
          'for example http://suite.example:8099',
      ];
};
