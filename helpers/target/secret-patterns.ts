/**
 * Regular expressions that find a value in whatever form it was written: percent-encoded, escaped for JSON or HTML,
 * once or several times, in base64 or hexadecimal, broken over lines, cut off at its end.
 *
 * Repetitions are bounded everywhere, so that no text can make a search slow.
 */

/** Line breaks, spaces, tags, colours and invisible signs that may stand within a value that was broken up. */
const between =
  String.raw`(?:[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\\{1,8}(?:[nrt]|u000[9ad])|%(?:25){0,4}(?:0[9adAD]|20)|` +
  String.raw`\u001b\[[\d;]{0,20}[A-Za-z]|<[^<>]{0,80}>){0,40}`;

/** In base64 only line breaks do, and what became of them. */
const betweenBase64 = String.raw`(?:\s|\\{1,8}[nr]|%(?:25){0,4}0[adAD]){0,6}`;

const namedInHtml: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

const quoted = (sign: string): string => sign.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const eitherCase = (sign: string): string => {
  const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
  return lower === upper ? quoted(sign) : `[${lower}${upper}]`;
};

/** Every way to write one sign. */
const sign = (one: string, plain: string): string => {
  const code = one.codePointAt(0) ?? 0;
  const hex = (value: number, digits: number) => [...value.toString(16).padStart(digits, '0')].map(eitherCase).join('');
  const percent = [...Buffer.from(one)].map((byte) => `%(?:25){0,4}${hex(byte, 2)}`).join('');
  const html = `&(?:amp;){0,4}(?:#0{0,6}${code};|#[xX]0{0,6}${hex(code, 1)};${namedInHtml[one] ? `|${namedInHtml[one]};` : ''})`;
  const json = String.raw`\\{1,8}(?:u${hex(code, 4)}|x${hex(code, 2)})`;
  const space = one === ' ' || one === '+' ? ['[+ ]'] : [];
  // Quotes, slashes and the like may be escaped by backslashes.
  const escaped = /[\w\s]/.test(one) ? plain : String.raw`\\{0,8}${plain}`;
  return `(?:${[escaped, ...space, percent, html, json].join('|')})`;
};

const signs = (value: string, caseless: boolean): string[] =>
  [...value].map((one) => sign(one, caseless ? eitherCase(one) : quoted(one)));

/** A value in any case, as text. */
export const asText = (value: string): string => signs(value, true).join(between);

/** The beginning of a value, which ends where a text was cut off or a part of it ends. */
export const asBeginning = (value: string, atLeast: number, end: string): string => {
  const all = signs(value.slice(0, -1), true);
  const rest = all.slice(atLeast).reduceRight((tail, one) => `(?:${one}${tail})?`, '');
  return `${all.slice(0, atLeast).join('')}${rest}(?=${end})`;
};
export const cutOff = String.raw`…|\.\.\.|$`;
export const ended = String.raw`\\{0,8}["'&<>\s]`;

/** A value as hexadecimal digits. */
export const asHexadecimal = (value: string): string =>
  [...Buffer.from(value).toString('hex')].map(eitherCase).join('');

/**
 * A value inside a longer text that was base64-encoded, at each of the three positions it can have; ends that mix
 * with neighbours are left out. Nothing for a value so short that it is found by chance in every picture.
 */
export const insideBase64 = (value: string): string[] =>
  [0, 1, 2]
    .map((shift) => {
      const bytes = Buffer.from('\0'.repeat(shift) + value);
      const from = Math.ceil((shift * 8) / 6);
      return bytes.toString('base64').slice(from, Math.floor((bytes.length * 8) / 6));
    })
    .filter((form) => form.length >= 8)
    // The last sign before the padding holds no more than the end of the value.
    .map((form) => `${[...form].map(inAlphabet).join(betweenBase64)}(?:[A-Za-z0-9+/_-]={1,2})?`);

/** The two alphabets of base64, and what percent-encoding makes of them. */
const inAlphabet = (one: string): string => {
  if (one === '+') return String.raw`(?:[-+]|%(?:25){0,4}2[bB])`;
  if (one === '/') return String.raw`(?:[/_]|\\{1,8}/|%(?:25){0,4}2[fF])`;
  return one;
};
