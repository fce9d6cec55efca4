import { escapeHtml } from './escape-html.ts';

// Regular expressions that find a value in six notations: plain, URL-encoded, escaped for JSON or HTML, with its first letter
// as an escape of JSON, and in base64.

/** Shorter values may be ordinary words: they are found only as separate words, or not at all. */
const [minDistinctive, minLength] = [8, 4];
/** The shortest part of a key that counts as a cut key. */
const minPart = 12;

const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);
/** Some serializers also escape the slash, or what is special in HTML. */
const escapeJsonSlash = (text: string): string => escapeJson(text).replaceAll('/', String.raw`\/`);
const escapeJsonHtml = (text: string): string =>
  escapeJson(text).replace(/[&<>']/g, (one) => String.raw`\u00${one.charCodeAt(0).toString(16)}`);
const encodeForm = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
const encodings = [encodeURIComponent, encodeForm, escapeJson, escapeJsonSlash, escapeJsonHtml, escapeHtml];

/** A value in text, also when it was encoded twice, such as JSON in JSON, or a query in HTML. */
const inText = (value: string): string[] => {
  const encodeAll = (all: readonly string[]) => all.flatMap((one) => [one, ...encodings.map((encode) => encode(one))]);
  return [...new Set(encodeAll(encodeAll([value])))];
};

/**
 * A value inside a longer text that was base64-encoded, at each of the three possible positions; characters that also
 * depend on neighbouring text are omitted. Empty for values so short that they would occur by chance in any image.
 */
const inBase64 = (value: string): string[] =>
  [0, 1, 2]
    .map((shift) => {
      const bytes = Buffer.from('\0'.repeat(shift) + value);
      return bytes.toString('base64').slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
    })
    .filter((one) => one.length >= minDistinctive)
    // Both alphabets.
    .map((one) => `${one.replaceAll('+', '[+-]').replaceAll('/', String.raw`(?:\\?\/|_)`)}[A-Za-z0-9+/_-]?={0,2}`);

/** Ignores the case of letters outside of base64, so that one expression finds both. */
const inEitherCase = (text: string): string =>
  [...text].map((one) => (/[a-z]/i.test(one) ? `[${one.toLowerCase()}${one.toUpperCase()}]` : quote(one))).join('');

/** Finds one of several values; undefined if all are too short. */
export const patternOf = (...values: readonly string[]): RegExp | undefined => {
  const short = values.filter(({ length }) => length >= minLength && length < minDistinctive);
  const long = values.filter(({ length }) => length >= minDistinctive);
  const longestFirst = (all: readonly string[]) => all.flatMap(inText).toSorted((a, b) => b.length - a.length);
  const sources = [
    ...longestFirst(long).map(inEitherCase),
    ...long.flatMap((one) => [one, escapeJson(one)]).flatMap(inBase64),
    ...longestFirst(short).map((one) => `(?<![A-Za-z0-9])${inEitherCase(one)}(?![A-Za-z0-9])`),
  ];
  return sources.length > 0 ? new RegExp([...new Set(sources)].join('|'), 'g') : undefined;
};

/** Finds a value whose first letter is written as an escape of JSON, as some requests of the suite do; undefined without one. */
export const escapedPattern = (value: string): RegExp | undefined => {
  const [first = ''] = value;
  if (!/[a-z]/i.test(first) || value.length < minDistinctive) return undefined;
  const codes = [first.toLowerCase(), first.toUpperCase()].map((one) => one.charCodeAt(0).toString(16));
  const rest = inText(value.slice(1)).toSorted((a, b) => b.length - a.length);
  return new RegExp(
    String.raw`\\+u00(?:${codes.map(inEitherCase).join('|')})(?:${rest.map(inEitherCase).join('|')})`,
    'g',
  );
};

/** Finds a key of which only the beginning or the end is there, at least a half; undefined for a short key. */
export const cutPattern = (key: string): RegExp | undefined => {
  const half = Math.max(minPart, Math.ceil(key.length / 2));
  if (key.length < half) return undefined;
  const nested = (one: string, rest: string): string => `(?:${inEitherCase(one)}${rest})?`;
  const [first, last] = [key.slice(0, half), key.slice(-half)];
  const following = key
    .slice(half)
    .split('')
    .reduceRight((rest, one) => nested(one, rest), '');
  const before = key
    .slice(0, -half)
    .split('')
    .reduce((rest, one) => `(?:${rest}${inEitherCase(one)})?`, '');
  const encoded = [first, last].flatMap((part) => [...inText(part).slice(1).map(inEitherCase), ...inBase64(part)]);
  return new RegExp(
    [`${inEitherCase(first)}${following}`, `${before}${inEitherCase(last)}`, ...encoded].join('|'),
    'g',
  );
};
