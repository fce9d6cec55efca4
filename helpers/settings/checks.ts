import { createSecureContext } from 'node:tls';
import { operators } from '../../interface/messages/requests.ts';
import { capabilityOfOperator } from '../../interface/rules/capabilities.ts';
import { kindOf } from './browser-address.ts';
import { identityIn } from './client-identity.ts';
import { declarations, variableNames, type Setting, type Values, type VariableName } from './declarations.ts';
import { isLoopback } from './safety/money-guard.ts';

/** The settings that are set and not empty, as text. */
export type Given = Partial<Record<VariableName, string>>;

export const isSandbox = (given: Given): boolean => (given.TARGET ?? 'sandbox') === 'sandbox';

/**
 * Finds contradictions between settings.
 *
 * @param values the valid ones; the others are undefined
 * @returns problems that name a variable and how to correct it
 */
export const problemsBetween = (given: Given, values: Partial<Values>): string[] => [
  ...(isSandbox(given) ? unexpectedForSandbox(given) : missingForTarget(given, values)),
  ...problemsOfRemoteBrowser(given, values),
  ...problemsOfIdentity(values),
  ...(given.SECRET_KEY && given.SECRET_KEY === given.PUBLISHABLE_KEY
    ? ['PUBLISHABLE_KEY: is the same as SECRET_KEY, which no browser may see; write the publishable key']
    : []),
];

/** Missing settings that a real target requires. An operator may be declared absent instead. */
const missingForTarget = (given: Given, { NOT_APPLICABLE: absent = [] }: Partial<Values>): string[] => [
  ...variableNames
    .filter((name) => (declarations[name] as Setting).required && !given[name])
    .map((name) => `${name}: set it; a real target has no default for it`),
  ...operators.flatMap((letter) => {
    const name = capabilityOfOperator(letter);
    if (given[`OPERATOR_${letter}_CODE`] || absent.some(({ capability }) => capability === name)) return [];
    return `OPERATOR_${letter}_CODE: set the code of operator ${letter}, or add ${name} to NOT_APPLICABLE`;
  }),
];

/** An address or key that is set for the sandbox suggests that the user means to test something else. */
const unexpectedForSandbox = (given: Given): string[] =>
  (['BASE_URL', 'SECRET_KEY', 'PUBLISHABLE_KEY'] as const)
    .filter((name) => given[name])
    .map((name) => `${name}: is set although the target is the sandbox; set TARGET=staging or empty ${name}`);

/** A certificate needs its private key. Files that cannot be read are reported elsewhere. */
const problemsOfIdentity = ({ CLIENT_CERTIFICATE: file }: Partial<Values>): string[] => {
  if (!file) return [];
  try {
    createSecureContext(identityIn(file));
    return [];
  } catch {
    return ['CLIENT_CERTIFICATE: cannot be used with its key; join them: openssl pkey -in client.key >> client.pem'];
  }
};

/**
 * A remote browser must be able to reach this machine; only a Playwright server tunnels its traffic here. It does not
 * trust certificates that are made here.
 */
const problemsOfRemoteBrowser = (given: Given, values: Partial<Values>): string[] => {
  const { BROWSER_ADDRESS: address, MERCHANT_ORIGIN: merchant, BASE_URL: baseUrl } = values;
  if (!address) return [];
  const additions = ['CA_CERTIFICATE', 'CLIENT_CERTIFICATE', 'EXTRA_HEADERS'] as const;
  const added = additions.find((name) => given[name]);
  if (added) return [`BROWSER_ADDRESS: empty it, since ${added} needs a browser on this machine`];
  if (merchant?.startsWith('https:'))
    return ['MERCHANT_ORIGIN: write http://, since a remote browser trusts no certificate of this machine'];
  if (merchant && !isLoopback(merchant) && (isSandbox(given) || (baseUrl && isLoopback(baseUrl))))
    return ['MERCHANT_ORIGIN: empty it, since browsers block frames of this machine on pages of another host'];
  if (kindOf(address) === 'playwright' || isLoopback(address) || (merchant && !isSandbox(given))) return [];
  return isSandbox(given)
    ? ['BROWSER_ADDRESS: a debugging port elsewhere cannot reach the sandbox; name a Playwright server (ws://…)']
    : [
        'MERCHANT_ORIGIN: set it to an address of this machine that the browser can reach, as http://suite.example:8099',
      ];
};
