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

/** Replaces every form of what must not be shown. */
export type Mask = (text: string) => string;

/** What is masked. */
export type Secrets = Pick<Settings, 'secretKey' | 'publishableKey'> &
  Partial<
    Pick<
      Settings,
      'customerEmail' | 'mobileMoneyNumber' | 'digestWebhookUrl' | 'issueToken' | 'browserAddress' | 'wayIn'
    >
  > & {
    /** Values of the way in that are ordinary words, and so are not looked for. */
    leftAlone?: readonly string[];
  };

/** Keys that are almost right. They are as secret as the real one, since they give it away. */
export const nearMissOf = (key: string, at = key.length - 1): string =>
  key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
export const firstMissOf = (key: string): string => nearMissOf(key, 0);
export const middleMissOf = (key: string): string => nearMissOf(key, Math.floor(key.length / 2));
export const lookAlikeOf = (key: string): string => {
  const half = Math.ceil(key.length / 2);
  return key.slice(0, half) + 'x'.repeat(key.length - half);
};
/** The same letters in the other case; another key alike where a key has no letters. */
export const otherCaseOf = (key: string): string => {
  const swapped = [...key].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
  return swapped === key ? lookAlikeOf(key) : swapped;
};
export const truncationOf = (key: string): string => key.slice(0, Math.max(1, key.length - 4));
export const extensionOf = (key: string): string => `${key}0`;

/**
 * A mask for the keys and the customer of a run, in every form that `secret-patterns.ts` knows. What takes their
 * place names the variable, so that a masked text can be read and replayed; a `*` marks a key that is only almost
 * the right one. A value that is too short to be told from ordinary text is left alone.
 */
export const maskFor = (secrets: Secrets): Mask => {
  const mask = maskingOf(secrets);
  // Names and values of headers are the same in most answers.
  const short = new Map<string, string>();
  return (text) => {
    if (text.length > longestKept) return mask(text);
    const masked = short.get(text) ?? mask(text);
    if (short.size < mostKept) short.set(text, masked);
    return masked;
  };
};

/** Characters of a text, and number of texts, whose masked form is kept. */
const [longestKept, mostKept] = [200, 1000];

/** A mask that tells what it replaced, by the name of the variable. */
export type Masking = (text: string, found?: (name: string) => void) => string;

/** @param further values to mask beside those of a run, whole and by names of their own */
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

/** Everybody knows the host of a webhook; who knows the rest can write there. */
export const secretPartOf = (address: string | undefined): string => {
  if (!address) return '';
  const { pathname, search } = new URL(address);
  return (pathname + search).slice(1);
};

/** What stands before a value, with escaped signs as spaces: the n of a line break is no letter. */
const withoutEscapes = (before: string): string =>
  before.replace(/\\{1,8}(?:[nrtbf]|u[0-9a-f]{4})|%(?:25){0,4}[0-9a-f]{2}/gi, ' ');

/** Several quick searches, one after the other: a single expression for all of them would be many times slower. */
interface Search {
  name: string;
  pattern: RegExp;
  /** What has to follow, one after the other. */
  rest: readonly RegExp[];
  /** What takes the place of a match; undefined leaves it. */
  by: (before: string, after: string) => string | undefined;
}

/** A search for expressions that follow one another. */
const searchFor = (name: string, [first = '', ...rest]: readonly string[], by: Search['by']): Search => ({
  name,
  pattern: new RegExp(first, 'g'),
  rest: rest.map((one) => new RegExp(one, 'y')),
  by,
});

/** Where the rest of a value ends that begins before a place; -1 where it does not go on. */
const endOf = (text: string, from: number, rest: readonly RegExp[]): number => {
  let at = from;
  for (const pattern of rest) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return -1;
    at = pattern.lastIndex;
  }
  return at;
};

/** The places of a value, from and to, with what takes it. */
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

/** Values of fewer signs are words that may stand in any text: they are masked only where they stand alone. */
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
  // A key with its end missing may have been cut off even shorter, so that is looked for first.
  const beginnings =
    key.length <= most
      ? []
      : [asBeginning(key, half, cutOff), asBeginning(key, most, ended), ...inCode(key.slice(0, half))];
  return [
    ...[asText(key), ...encoded(key)].map((patterns) => search(patterns)),
    ...[...beginnings, ...almost].map((patterns) => search(patterns, '*')),
  ];
};

/** What is no secret in part. */
const searchesForWhole = (name: string, value: string, mark = ''): Search[] =>
  value.length < ordinary ? [] : [asText(value), ...encoded(value)].map(always(name, mark));

/** Fewer digits than these are no telephone number, and stand in every id. */
const digitsOfNumber = 7;

/**
 * The number as it is set, and without its zero after a country code or another first digit; `#0` leaves the zero
 * out, as it does in a shell. A JSON number becomes a string, so that the text around it stays JSON.
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

/** A number in groups. */
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
