import { taggedEmailOf } from '../../interface/messages/requests.ts';
import { secretPartsOf } from '../settings/browser-address.ts';
import type { Settings } from '../settings/settings.ts';
import { cutPattern, escapedPattern, patternOf } from './notations.ts';

/** Replaces the secrets in a text. */
export type Mask = (text: string) => string;

/** A mask that reports the name of each replaced setting. */
export type ReportingMask = (text: string, found?: (name: string) => void) => string;

/** The values to mask. */
export type Secrets = Pick<Settings, 'secretKey' | 'publishableKey'> &
  Partial<
    Pick<
      Settings,
      | 'customerEmail'
      | 'mobileMoneyNumber'
      | 'operatorNumbers'
      | 'testNumbers'
      | 'digestWebhookUrl'
      | 'browserAddress'
      | 'connection'
    >
  >;

/** Keys that are almost right. They are as secret as the right one, since they reveal it. */
export const nearMissOf = (key: string, at = key.length - 1): string =>
  key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
export const firstMissOf = (key: string): string => nearMissOf(key, 0);
export const middleMissOf = (key: string): string => nearMissOf(key, Math.floor(key.length / 2));
/** Without its last sign, if it has one, or else its last character. */
export const signMissOf = (key: string): string => key.replace(/[^a-z\d](?=[a-z\d]*$)/i, '').slice(0, key.length - 1);
export const lookAlikeOf = (key: string): string => {
  const half = Math.ceil(key.length / 2);
  return key.slice(0, half) + 'x'.repeat(key.length - half);
};
/** The same letters in the other case; a similar key if there are no letters. */
export const otherCaseOf = (key: string): string => {
  const swapped = [...key].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
  return swapped === key ? lookAlikeOf(key) : swapped;
};
export const truncationOf = (key: string): string => key.slice(0, Math.max(1, key.length - 4));
export const extensionOf = (key: string): string => `${key}0`;
const nearMisses = [nearMissOf, firstMissOf, middleMissOf, signMissOf, lookAlikeOf, otherCaseOf];

const passwordIn = (address = 'http://none'): string => decodeURIComponent(new URL(address).password);

/** The values that are masked, by the name of their setting. */
export const secretsIn = (secrets: Secrets): [name: string, value: string][] => {
  const { httpsProxy, extraHeaders = [], basicAuth = '' } = secrets.connection ?? {};
  const { pathname, search } = new URL(secrets.digestWebhookUrl ?? 'https://none');
  const values: [string, string][] = [
    ['SECRET_KEY', secrets.secretKey],
    ['PUBLISHABLE_KEY', secrets.publishableKey],
    ['CUSTOMER_EMAIL', secrets.customerEmail ?? ''],
    ['CUSTOMER_EMAIL*', secrets.customerEmail ? taggedEmailOf(secrets.customerEmail) : ''],
    // The host of the address is public.
    ['DIGEST_WEBHOOK_URL', (pathname + search).slice(1)],
    ['HTTPS_PROXY', passwordIn(httpsProxy)],
    ...extraHeaders.map(([, value]): [string, string] => ['EXTRA_HEADERS', value]),
    ['EXTRA_HEADERS', basicAuth],
    ['EXTRA_HEADERS', basicAuth.slice(basicAuth.indexOf(':') + 1)],
    ...secretPartsOf(secrets.browserAddress).map((part): [string, string] => ['BROWSER_ADDRESS', part]),
  ];
  return values.filter(([, value]) => value !== '');
};

/**
 * A mask for the keys and customer data of a run. Placeholders name the setting, so that a masked text can be read and
 * replayed; a `*` marks a key that is cut or almost right. Values that are too short to be distinguished from ordinary
 * text are not masked.
 */
export const maskFor = (secrets: Secrets): Mask => {
  const mask = maskingOf(secrets);
  // Cached, since most answers have the same header names and values.
  const short = new Map<string, string>();
  return (text) => {
    if (text.length > 200) return mask(text);
    const masked = short.get(text) ?? mask(text);
    if (short.size < 1000) short.set(text, masked);
    return masked;
  };
};

/**
 * @param further additional values to mask, by name
 * @param isMasked which values are masked
 */
export const maskingOf = (
  secrets: Secrets,
  further: Readonly<Record<string, string>> = {},
  isMasked: (value: string) => boolean = () => true,
): ReportingMask => {
  const values = [...secretsIn(secrets), ...Object.entries(further)].filter(([, value]) => isMasked(value));
  const keys = values.filter(([name]) => ['SECRET_KEY', 'PUBLISHABLE_KEY'].includes(name));
  const replacements = [
    ...values.map(([name, value]) => [name, escapedPattern(value), `<${name}>`, /\\u00/] as const),
    ...values.map(([name, value]) => [name, patternOf(value), `<${name}>`] as const),
    ...keys.map(([name, key]) => [name, patternOf(...nearMisses.map((miss) => miss(key))), `<${name}*>`] as const),
    ...keys.map(([name, key]) => [name, cutPattern(key), `<${name}*>`] as const),
    ...keys.map(([name, key]) => [name, patternOf(truncationOf(key)), `<${name}*>`] as const),
    ...numbersIn(secrets),
  ];
  return (text, found) =>
    replacements.reduce(
      (rest, [name, pattern, instead, within]) =>
        pattern && within?.test(rest) !== false
          ? rest.replace(pattern, (...match: string[]) => {
              found?.(name.replace('*', ''));
              return typeof instead === 'string' ? instead : instead(match);
            })
          : rest,
      text,
    );
};

/**
 * Patterns for phone numbers and test cards, whole, and without the first digit, as a phone number after a country code;
 * `#0` omits it, as in a shell. A JSON number is replaced by a string, so that the text remains valid JSON.
 */
const numbersIn = ({ mobileMoneyNumber = '', operatorNumbers, testNumbers = [] }: Secrets) => {
  const named = [
    ['MOBILE_MONEY_NUMBER', mobileMoneyNumber],
    ...Object.entries(operatorNumbers ?? {}).map(([letter, number]) => [`OPERATOR_${letter}_NUMBER`, number]),
    ...testNumbers.map((number) => ['TEST_NUMBERS', number]),
  ];
  // An escape before a number does not belong to it: \n, %22, \u0022.
  const begins = String.raw`(?<=^|[^A-Za-z0-9_.]|\\[nrtbf]|%(?:25)?[0-9A-Fa-f]{2}|\\u[0-9a-f]{4})`;
  return named
    .filter(([, number = '']) => number.replace(/\D/g, '').length >= 7)
    .flatMap(([name = '', number = '']) => {
      const [own = '', ...others] = number.replace(/\D/g, '');
      const core = others.join('[ \u00a0()-]{0,3}');
      // Quick, and most texts do not contain them.
      const digits = new RegExp(core);
      const whole = new RegExp(String.raw`${begins}${own}[ \u00a0()-]{0,3}${core}(?![A-Za-z0-9_])`, 'g');
      const inJson = new RegExp(String.raw`(?<=[[:,]\s{0,20})([1-9]?)${core}(?=\s{0,20}[\]},])`, 'g');
      const international = new RegExp(String.raw`${begins}(\+?[A-Za-z0-9]{0,3}[ -]?)${core}(?![A-Za-z0-9_])`, 'g');
      return [
        [
          name,
          inJson,
          ([, first = '']: string[]) => `"${first === own ? `<${name}>` : `${first}<${name}#0>`}"`,
          digits,
        ],
        [name, whole, `<${name}>`, digits],
        [name, international, ([, before = '']: string[]) => `${before}<${name}#0>`, digits],
      ] as const;
    });
};
