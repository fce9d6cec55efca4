import { secretPartsOf } from '../settings/browser-address.ts';
import { taggedEmailOf } from '../../interface/messages/requests.ts';
import type { Settings } from '../settings/settings.ts';
import { secretsOfWayIn } from '../connection/way-in/secrets.ts';
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

/** Replaces the secrets in a text, in every form. */
export type Mask = (text: string) => string;

/** The values to mask. */
export type Secrets = Pick<Settings, 'secretKey' | 'publishableKey'> &
  Partial<
    Pick<Settings, 'customerEmail' | 'mobileMoneyNumber' | 'digestWebhookUrl' | 'issueToken' | 'browserAddress'>
  > & {
    wayIn?: Partial<Settings['wayIn']>;
    /** Values of the access settings that are ordinary words and therefore not masked. */
    leftAlone?: readonly string[];
  };

/** Keys that are almost right. They are as secret as the right one, since they reveal it. */
export const nearMissOf = (key: string, at = key.length - 1): string =>
  key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
export const firstMissOf = (key: string): string => nearMissOf(key, 0);
export const middleMissOf = (key: string): string => nearMissOf(key, Math.floor(key.length / 2));
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

/**
 * A mask for the keys and customer data of a run, in every form that `secret-patterns.ts` knows. Placeholders name the
 * variable, so that a masked text can be read and replayed; a `*` marks an almost right key. Values that are too short
 * to be distinguished from ordinary text are not masked.
 */
export const maskFor = (secrets: Secrets): Mask => {
  const mask = maskingOf(secrets);
  // Cached, since most answers have the same header names and values.
  const short = new Map<string, string>();
  return (text) => {
    if (text.length > maxCachedLength) return mask(text);
    const masked = short.get(text) ?? mask(text);
    if (short.size < maxCached) short.set(text, masked);
    return masked;
  };
};

/** The maximum length and number of texts whose masked form is cached. */
const [maxCachedLength, maxCached] = [200, 1000];

/** A mask that reports the name of each replaced variable. */
export type Masking = (text: string, found?: (name: string) => void) => string;

/** @param further additional values to mask as a whole, by name */
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

/** The secret part of a webhook address: its host is public, but the rest grants access. */
export const secretPartOf = (address: string | undefined): string => {
  if (!address) return '';
  const { pathname, search } = new URL(address);
  return (pathname + search).slice(1);
};

/** The text before a value, with escapes replaced by spaces, since the n of `\n` is not a letter. */
const withoutEscapes = (before: string): string =>
  before.replace(/\\{1,8}(?:[nrtbf]|u[0-9a-f]{4})|%(?:25){0,4}[0-9a-f]{2}/gi, ' ');

/** One of several fast searches; a single expression for all of them would be many times slower. */
interface Search {
  name: string;
  pattern: RegExp;
  /** Expressions that have to follow in order. */
  rest: readonly RegExp[];
  /** The replacement of a match; undefined to keep it. */
  by: (before: string, after: string) => string | undefined;
}

/** A search for consecutive expressions. */
const searchFor = (name: string, [first = '', ...rest]: readonly string[], by: Search['by']): Search => ({
  name,
  pattern: new RegExp(first, 'g'),
  rest: rest.map((one) => new RegExp(one, 'y')),
  by,
});

/** The end of the consecutive expressions from a position on; -1 if they do not match. */
const endOf = (text: string, from: number, rest: readonly RegExp[]): number => {
  let at = from;
  for (const pattern of rest) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return -1;
    at = pattern.lastIndex;
  }
  return at;
};

/** The matches of a search, each with its replacement. */
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

/** Shorter values may be ordinary words, so they are masked only as separate words. */
const minDistinctive = 8;
const minLength = 4;

const searchesForKey = (name: string, key: string): Search[] => {
  if (key.length < minLength) return [];
  const search = (patterns: readonly string[], mark = ''): Search =>
    searchFor(name, patterns, (before, after) =>
      key.length < minDistinctive && (/[A-Za-z0-9]$/.test(withoutEscapes(before)) || /^[A-Za-z0-9]/.test(after))
        ? undefined
        : `<${name}${mark}>`,
    );
  const half = Math.max(minDistinctive, Math.ceil(key.length / 2));
  const most = Math.max(minDistinctive, Math.ceil(key.length * 0.75));
  const misses = [nearMissOf(key), firstMissOf(key), middleMissOf(key)];
  const almost = [...new Set([...misses, lookAlikeOf(key), truncationOf(key)])].map(asText);
  // Search for a truncated key first, since it may be shorter than the almost right ones.
  const beginnings =
    key.length <= most
      ? []
      : [asBeginning(key, half, cutOff), asBeginning(key, most, ended), ...encodedAsBytes(key.slice(0, half))];
  return [
    ...[asText(key), ...encoded(key)].map((patterns) => search(patterns)),
    ...[...beginnings, ...almost].map((patterns) => search(patterns, '*')),
  ];
};

/** Searches for a value whose parts are not secret. */
const searchesForWhole = (name: string, value: string, mark = ''): Search[] =>
  value.length < minDistinctive ? [] : [asText(value), ...encoded(value)].map(always(name, mark));

/** Shorter numbers are not phone numbers, and occur in many ids. */
const minPhoneDigits = 7;

/**
 * Searches for the number of the settings, and for it without its zero after a country code or another first digit;
 * `#0` omits the zero, as in a shell. A JSON number is replaced by a string, so that the text remains valid JSON.
 */
const searchesForNumber = (number: string): Search[] => {
  const name = 'MOBILE_MONEY_NUMBER';
  if ((number.match(/\d/g) ?? []).length < minPhoneDigits) return [];
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

/** A number with digits in groups. */
const spaced = (number: string): string =>
  [...number].map((one) => (/\d/.test(one) ? one : `\\${one}`)).join('[ \u00a0()-]{0,3}');

const always =
  (name: string, mark = '') =>
  (patterns: readonly string[]): Search =>
    searchFor(name, patterns, () => `<${name}${mark}>`);

/** In base64 and hexadecimal. */
const encodedAsBytes = (value: string): string[][] =>
  value.length < minDistinctive ? [] : [...insideBase64(value), asHexadecimal(value)];

const encoded = (value: string): string[][] =>
  value.length < minDistinctive ? [] : [...encodedAsBytes(value), asCharacters(value), asCodes(value)];
