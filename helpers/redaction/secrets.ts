import { secretPartsOf } from '../settings/browser-address.ts';
import { taggedEmailOf } from '../../interface/messages/requests.ts';
import type { Settings } from '../settings/settings.ts';
import { secretsOfWayIn } from '../way-in/secrets.ts';
import { packedIn } from './packed-secrets.ts';
import {
  asBeginning,
  asCharacters,
  asCodes,
  asHexadecimal,
  asText,
  cutOff,
  ended,
  insideBase64,
} from './secret-patterns.ts';

/** Replaces every form of the secrets in a text. */
export type Mask = (text: string) => string;

/** The settings that are masked. */
export type Secrets = Pick<Settings, 'secretKey' | 'publishableKey'> &
  Partial<
    Pick<Settings, 'customerEmail' | 'mobileMoneyNumber' | 'digestWebhookUrl' | 'issueToken' | 'browserAddress'>
  > & {
    wayIn?: Partial<Settings['wayIn']>;
    /** Values of connection settings that are ordinary words, and therefore not searched for. */
    leftAlone?: readonly string[];
  };

/** Nearly right keys. They are as secret as the real one, because they reveal it. */
export const nearMissOf = (key: string, at = key.length - 1): string =>
  key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
export const firstMissOf = (key: string): string => nearMissOf(key, 0);
export const middleMissOf = (key: string): string => nearMissOf(key, Math.floor(key.length / 2));
export const lookAlikeOf = (key: string): string => {
  const half = Math.ceil(key.length / 2);
  return key.slice(0, half) + 'x'.repeat(key.length - half);
};
/** The key in the opposite case; a similar key if it has no letters. */
export const otherCaseOf = (key: string): string => {
  const swapped = [...key].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
  return swapped === key ? lookAlikeOf(key) : swapped;
};
export const truncationOf = (key: string): string => key.slice(0, Math.max(1, key.length - 4));
export const extensionOf = (key: string): string => `${key}0`;

/**
 * A mask for the keys and the customer of a run, in every form that `secret-patterns.ts` knows. The replacement names
 * the variable, so that a masked text can be read and replayed; a `*` marks a nearly right key. Values too short to
 * be told from ordinary text are not masked.
 */
export const maskFor = (secrets: Secrets): Mask => {
  const mask = maskingOf(secrets);
  // Most answers have the same names and values of headers.
  const short = new Map<string, string>();
  return (text) => {
    if (text.length > longestKept) return mask(text);
    const masked = short.get(text) ?? mask(text);
    if (short.size < mostKept) short.set(text, masked);
    return masked;
  };
};

/** The limits of the cache of masked texts: length of a text, and number of texts. */
const [longestKept, mostKept] = [200, 1000];

/** A mask that also reports the names of the variables it replaced. */
export type Masking = (text: string, found?: (name: string) => void) => string;

/** @param further additional values, which are masked only as a whole, by name */
export const maskingOf = (secrets: Secrets, further: Readonly<Record<string, string>> = {}): Masking => {
  const keys = { SECRET_KEY: secrets.secretKey, PUBLISHABLE_KEY: secrets.publishableKey };
  const searches = [
    ...Object.entries(keys).flatMap(([name, key]) => searchesForKey(name, key)),
    ...Object.entries(further).flatMap(([name, value]) => searchesForWhole(name, value)),
    ...searchesForWhole('CUSTOMER_EMAIL', secrets.customerEmail ?? ''),
    ...searchesForWhole('CUSTOMER_EMAIL', taggedEmailOf(secrets.customerEmail ?? ''), '*'),
    ...searchesForNumber(secrets.mobileMoneyNumber ?? ''),
    ...searchesForWhole('DIGEST_WEBHOOK_URL', secretPartOf(secrets.digestWebhookUrl)),
    ...searchesForWhole('ISSUE_TOKEN', secrets.issueToken ?? ''),
    ...secretPartsOf(secrets.browserAddress).flatMap((part) => searchesForWhole('BROWSER_ADDRESS', part)),
    ...secretsOfWayIn(secrets.wayIn)
      .filter(([, value]) => !secrets.leftAlone?.includes(value))
      .flatMap(([name, value]) => searchesForWhole(name, value)),
  ];
  const holds = (text: string): string | undefined =>
    searches.find((search) => !matchesIn(text, search).next().done)?.name;
  return (text, found) => {
    const masked = searches.reduce((rest, search) => replaced(rest, search, found), text);
    return packedIn(masked, holds, found);
  };
};

/** The secret part of a webhook: everything after its host. */
export const secretPartOf = (address: string | undefined): string => {
  if (!address) return '';
  const { pathname, search } = new URL(address);
  return (pathname + search).slice(1);
};

/** The text before a value, with escapes as spaces: the n of an escaped line break is no letter. */
const withoutEscapes = (before: string): string =>
  before.replace(/\\{1,8}(?:[nrtbf]|u[0-9a-f]{4})|%(?:25){0,4}[0-9a-f]{2}/gi, ' ');

/** Several quick searches in sequence: a single expression would be many times slower. */
interface Search {
  name: string;
  pattern: RegExp;
  /** Expressions that have to match next, in order. */
  rest: readonly RegExp[];
  /** The replacement of a match; undefined keeps it. */
  by: (before: string, after: string) => string | undefined;
}

/** A search for consecutive expressions. */
const searchFor = (name: string, [first = '', ...rest]: readonly string[], by: Search['by']): Search => ({
  name,
  pattern: new RegExp(first, 'g'),
  rest: rest.map((one) => new RegExp(one, 'y')),
  by,
});

/** The end of a value whose first part ends at a position; -1 if the rest does not match. */
const endOf = (text: string, from: number, rest: readonly RegExp[]): number => {
  let at = from;
  for (const pattern of rest) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return -1;
    at = pattern.lastIndex;
  }
  return at;
};

/** The positions of a value, with its replacement. */
function* matchesIn(text: string, { pattern, rest, by }: Search): Generator<[from: number, to: number, by: string]> {
  for (let from = 0; ;) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) return;
    const { index } = match;
    const end = endOf(text, index + match[0].length, rest);
    const instead = end < 0 ? undefined : by(text.slice(Math.max(0, index - 24), index), text.slice(end, end + 24));
    if (instead !== undefined) yield [index, end, instead];
    from = end < 0 ? index + 1 : Math.max(end, index + 1);
  }
}

const replaced = (text: string, search: Search, found?: (name: string) => void): string => {
  const parts: string[] = [];
  let after = 0;
  for (const [from, to, instead] of matchesIn(text, search)) {
    parts.push(text.slice(after, from), instead);
    after = to;
    found?.(search.name);
  }
  return after === 0 ? text : parts.join('') + text.slice(after);
};

/** Shorter values may be parts of ordinary words, so they are masked only as separate words. */
const ordinary = 8;
const tooShort = 4;

const searchesForKey = (name: string, key: string): Search[] => {
  if (key.length < tooShort) return [];
  const search = (patterns: readonly string[], mark = ''): Search =>
    searchFor(name, patterns, (before, after) =>
      key.length < ordinary && (/[A-Za-z0-9]$/.test(withoutEscapes(before)) || /^[A-Za-z0-9]/.test(after))
        ? undefined
        : `<${name}${mark}>`,
    );
  const half = Math.max(ordinary, Math.ceil(key.length / 2));
  const most = Math.max(ordinary, Math.ceil(key.length * 0.75));
  const misses = [nearMissOf(key), firstMissOf(key), middleMissOf(key)];
  const almost = [...new Set([...misses, lookAlikeOf(key), truncationOf(key)])].map(asText);
  // A truncated key may be even shorter, so this comes first.
  const beginnings =
    key.length <= most
      ? []
      : [asBeginning(key, half, cutOff), asBeginning(key, most, ended), ...inCode(key.slice(0, half))];
  return [
    ...[asText(key), ...encoded(key)].map((patterns) => search(patterns)),
    ...[...beginnings, ...almost].map((patterns) => search(patterns, '*')),
  ];
};

/** For values whose parts are no secret. */
const searchesForWhole = (name: string, value: string, mark = ''): Search[] =>
  value.length < ordinary ? [] : [asText(value), ...encoded(value)].map(always(name, mark));

/** Shorter digit sequences are no phone number, and occur in every id. */
const digitsOfNumber = 7;

/**
 * The number of the settings, and without its zero after a country code or another first digit; `#0` removes the zero,
 * as in a shell. A JSON number becomes a string, so that the surrounding text remains JSON.
 */
const searchesForNumber = (number: string): Search[] => {
  const name = 'MOBILE_MONEY_NUMBER';
  if ((number.match(/\d/g) ?? []).length < digitsOfNumber) return [];
  const standsAlone = (before: string, after: string): boolean =>
    !/[A-Za-z0-9_.]$/.test(withoutEscapes(before)) && !/^[A-Za-z0-9_]/.test(after);
  const whole = (before: string, after: string) => (standsAlone(before, after) ? `<${name}>` : undefined);
  const core = (before: string, after: string) => {
    const begins = /(?<![A-Za-z0-9_.])\+?[A-Za-z0-9]{0,3}[ -]?$/.test(withoutEscapes(before));
    if (!begins || /^[A-Za-z0-9_]/.test(after)) return undefined;
    const isJson = /[[:,]\s*$/.test(before) && /^\s*[\]},]/.test(after);
    return isJson ? `"<${name}#0>"` : `<${name}#0>`;
  };
  return [
    ...[asText(number), [spaced(number)]].map((patterns) => searchFor(name, patterns, whole)),
    ...encoded(number).map(always(name)),
    searchFor(name, [spaced(number.replace(/^0/, ''))], core),
  ];
};

/** A number with its digits in groups. */
const spaced = (number: string): string =>
  [...number].map((one) => (/\d/.test(one) ? one : `\\${one}`)).join('[ \u00a0()-]{0,3}');

const always =
  (name: string, mark = '') =>
  (patterns: readonly string[]): Search =>
    searchFor(name, patterns, () => `<${name}${mark}>`);

/** In base64 and hexadecimal. */
const inCode = (value: string): string[][] =>
  value.length < ordinary ? [] : [...insideBase64(value), asHexadecimal(value)];

const encoded = (value: string): string[][] =>
  value.length < ordinary ? [] : [...inCode(value), asCharacters(value), asCodes(value)];
