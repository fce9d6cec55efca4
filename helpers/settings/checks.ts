import { isDeclaredAbsent } from './absence.ts';
import { kindOf } from './browser-address.ts';
import { declared, type declarations } from './declarations/declarations.ts';
import { problemOfIdentity } from './declarations/identity-files.ts';
import type { ValuesOf } from './declarations/setting.ts';
import type { Given } from './given.ts';
import { isLoopback } from './safety/money-guard.ts';

type Values = ValuesOf<typeof declarations>;

/**
 * Finds contradictions between settings.
 *
 * @param values the valid ones; the others are undefined
 * @returns problems that name a variable and how to correct it
 */
export const problemsBetween = (given: Given, values: Partial<Values>): string[] => {
  const isSandbox = (given.TARGET ?? 'sandbox') === 'sandbox';
  return [
    ...(isSandbox ? unexpectedForSandbox(given) : missingForTarget(given)),
    ...unreachableByBrowser(given, values, isSandbox),
    ...identityProblems(given, values),
    ...unsupportedByRemoteBrowser(given),
    ...(given.SECRET_KEY && given.SECRET_KEY === given.PUBLISHABLE_KEY
      ? ['PUBLISHABLE_KEY: is the same as SECRET_KEY, which no browser may see; write the publishable key']
      : []),
    ...(given.SECOND_CURRENCY && given.SECOND_CURRENCY === given.CURRENCY
      ? ['SECOND_CURRENCY: is the same as CURRENCY; write another currency of the account, or empty it']
      : []),
  ];
};

/** Missing settings that a real target requires. An operator may be declared absent instead. */
const missingForTarget = (given: Given): string[] =>
  declared
    .filter(({ variable }) => !given[variable])
    .flatMap(({ variable, required, requiredUnless }) => {
      if (required) return [`${variable}: set it; a real target has no default for it`];
      if (!requiredUnless || isDeclaredAbsent(given, requiredUnless)) return [];
      const [what, letter = ''] = requiredUnless.split('-');
      return [
        `${variable}: set the code of ${what} ${letter.toUpperCase()}, or add ${requiredUnless} to NOT_APPLICABLE`,
      ];
    });

/** An address or key that is set for the sandbox suggests that the user means to test something else. */
const unexpectedForSandbox = (given: Given): string[] =>
  (['BASE_URL', 'SECRET_KEY', 'PUBLISHABLE_KEY'] as const)
    .filter((name) => given[name])
    .map((name) => `${name}: is set although the target is the sandbox; set TARGET=staging or empty ${name}`);

/** Checks that a remote browser can reach this machine. Only a Playwright server tunnels its traffic here. */
const unreachableByBrowser = (given: Given, values: Partial<Values>, isSandbox: boolean): string[] => {
  const { browserAddress, merchantOrigin, baseUrl } = values;
  if (!browserAddress) return [];
  if (merchantOrigin && !isLoopback(merchantOrigin) && (isSandbox || (baseUrl && isLoopback(baseUrl)))) {
    return ['MERCHANT_ORIGIN: empty it, since browsers block frames of this machine on pages of another host'];
  }
  if (kindOf(browserAddress) === 'playwright' || isLoopback(browserAddress)) return [];
  if (isSandbox) {
    return [
      'BROWSER_ADDRESS: a remote browser with a debugging port cannot reach the sandbox; ' +
        'name a Playwright server (ws://…)',
    ];
  }
  return given.MERCHANT_ORIGIN
    ? []
    : [
        'MERCHANT_ORIGIN: set it to an address of this machine that the browser at BROWSER_ADDRESS can reach, ' +
          'for example http://suite.example:8099',
      ];
};

/** Checks that certificates match their keys. Unreadable files are reported elsewhere. */
const identityProblems = (
  given: Given,
  { wayIn, merchantCertificate, merchantKey, merchantOrigin }: Partial<Values>,
) => {
  const { clientCertificate, clientKey: key, clientKeyPassphrase: passphrase } = wayIn ?? {};
  const isMerchantWhole = Boolean(given.MERCHANT_CERTIFICATE) === Boolean(given.MERCHANT_KEY);
  return [
    given.CLIENT_KEY && !given.CLIENT_CERTIFICATE
      ? 'CLIENT_CERTIFICATE: is needed beside CLIENT_KEY; name the file with the certificate'
      : undefined,
    clientCertificate && Boolean(key) === Boolean(given.CLIENT_KEY)
      ? problemOfIdentity({ certificate: clientCertificate, key, passphrase }, [
          'CLIENT_CERTIFICATE',
          'CLIENT_KEY',
          'CLIENT_KEY_PASSPHRASE',
        ])
      : undefined,
    isMerchantWhole ? undefined : 'MERCHANT_KEY: belongs to MERCHANT_CERTIFICATE; set both, or none',
    given.MERCHANT_CERTIFICATE && merchantOrigin && !merchantOrigin.startsWith('https:')
      ? 'MERCHANT_ORIGIN: is http, so MERCHANT_CERTIFICATE is not used; write https://, or empty the certificate'
      : undefined,
    merchantCertificate && merchantKey
      ? problemOfIdentity({ certificate: merchantCertificate, key: merchantKey }, [
          'MERCHANT_CERTIFICATE',
          'MERCHANT_KEY',
        ])
      : undefined,
  ].filter((problem) => problem !== undefined);
};

/**
 * Access headers and certificates are added by the suite's proxy, whose certificate a remote browser does not trust.
 */
const unsupportedByRemoteBrowser = (given: Given): string[] => {
  if (!given.BROWSER_ADDRESS) return [];
  const added = (['CA_CERTIFICATE', 'CLIENT_CERTIFICATE', 'EXTRA_HEADERS', 'BASIC_AUTH'] as const).find(
    (name) => given[name],
  );
  if (added) return [`BROWSER_ADDRESS: empty it, since ${added} needs a browser on this machine`];
  return given.MERCHANT_ORIGIN?.startsWith('https:') && !given.MERCHANT_CERTIFICATE
    ? ['MERCHANT_CERTIFICATE: set it and MERCHANT_KEY, to a certificate that the browser at BROWSER_ADDRESS trusts']
    : [];
};
