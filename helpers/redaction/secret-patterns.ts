/**
 * Regular expressions that find a value in many notations: percent-encoded or escaped for JSON or HTML, once or several
 * times; in UTF-16, in base64, in hexadecimal or decimal codes, as a list of characters, broken over lines, truncated.
 *
 * All repetitions are bounded, so that no text makes a search slow.
 */

/**
 * Line breaks, spaces, tags, colours and invisible characters that may interrupt a value, including the zero bytes of
 * UTF-16.
 */
const between =
  String.raw`(?:[\s\0\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\\{1,8}(?:[nrt]|0(?![0-7])|u000[09adAD])|%(?:25){0,4}(?:0[09adAD]|20)|&(?:amp;){0,4}(?:NewLine|Tab|shy|zwnj|zwj|ZeroWidthSpace|#0{0,6}(?:9|10|13|173|820[3-7]));|` +
  String.raw`\u001b\[[\d;]{0,20}[A-Za-z]|<[^<>]{0,80}>){0,40}?`;

/** In base64 only line breaks may occur, plain or escaped. */
const betweenBase64 = String.raw`(?:\s|\\{1,8}[nr]|%(?:25){0,4}0[adAD]){0,6}`;

/** The HTML entity names of characters that a value may contain. */
const htmlEntities: Readonly<Record<string, string>> = {
  '!': 'excl',
  '"': 'quot|QUOT',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp|AMP',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast|midast',
  '+': 'plus',
  ',': 'comma',
  '-': 'hyphen|dash',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt|LT',
  '=': 'equals',
  '>': 'gt|GT',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb|lbrack',
  '\\': 'bsol',
  ']': 'rsqb|rbrack',
  '^': 'Hat',
  _: 'lowbar|UnderBar',
  '`': 'grave|DiacriticalGrave',
  '{': 'lcub|lbrace',
  '|': 'verbar|vert|VerticalLine',
  '}': 'rcub|rbrace',
};

const quoted = (sign: string): string => sign.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const eitherCase = (sign: string): string => {
  const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
  return lower === upper ? quoted(sign) : `[${lower}${upper}]`;
};

/** A pattern for every notation of one character. */
const sign = (one: string, plain: string): string => {
  const code = one.codePointAt(0) ?? 0;
  const hex = (value: number, digits: number) => [...value.toString(16).padStart(digits, '0')].map(eitherCase).join('');
  const percent = [...Buffer.from(one)].map((byte) => `%(?:25){0,4}${hex(byte, 2)}`).join('');
  const named = htmlEntities[one] ? `|(?:${htmlEntities[one]});` : '';
  // Browsers accept references without the semicolon.
  const html = `&(?:amp;){0,4}(?:#0{0,6}${code}(?:;|(?!\\d))|#[xX]0{0,6}${hex(code, 1)}(?:;|(?![\\da-fA-F]))${named})`;
  const octal = `0?${code.toString(8).padStart(3, '0')}`;
  const json = String.raw`\\{1,8}(?:u${hex(code, 4)}|u\{0{0,6}${hex(code, 1)}\}|x${hex(code, 2)}|${octal})`;
  const space = one === ' ' || one === '+' ? ['[+ ]'] : [];
  // Quotes, slashes and the like may be escaped by backslashes.
  const escaped = /[\w\s]/.test(one) ? plain : String.raw`\\{0,8}${plain}`;
  // The longest first, since there is no backtracking from one expression into the previous one.
  return `(?:${[percent, html, json, ...space, escaped].join('|')})`;
};

const signs = (value: string): string[] => [...value].map((one) => sign(one, eitherCase(one)));

/**
 * The preferred and the maximum number of characters per expression. Later expressions are compiled only after a match
 * of the first, which is rare; expressions above the maximum would be interpreted, which is many times slower.
 */
const [preferredLength, maxLength] = [6, 24];

/**
 * Expressions for consecutive parts; each one has to match where the previous one ends.
 *
 * @param value the character of each part; an expression may end between letters and digits, where no backtracking is
 *   needed
 */
const sequence = (parts: readonly string[], separator: string, value: readonly string[] = []): string[] => {
  const isPlain = (index: number): boolean => /^[A-Za-z0-9]$/.test(value[index] ?? 'a');
  const expressions: string[][] = [[]];
  for (const [index, part] of parts.entries()) {
    const { length } = expressions.at(-1) ?? [];
    const mayEnd = isPlain(index - 1) && isPlain(index);
    if ((length >= preferredLength && mayEnd) || length >= maxLength) expressions.push(['']);
    expressions.at(-1)?.push(part);
  }
  return expressions.map((one) => one.join(separator));
};

/** A value as text in any case. */
export const asText = (value: string): string[] => sequence(signs(value), between, [...value]);

/** The beginning of a value that ends where the text was truncated or a part of it ends. */
export const asBeginning = (value: string, atLeast: number, end: string): string[] => {
  const all = signs(value.slice(0, -1));
  const begins = sequence(all.slice(0, atLeast), '', [...value]);
  const rest = all.slice(atLeast).reduceRight((tail, one) => `(?:${one}${tail})?`, '');
  return [...begins.slice(0, -1), `${begins.at(-1)}${rest}(?=${end})`];
};
export const cutOff = String.raw`…|\.\.\.|$`;
export const ended = String.raw`\\{0,8}["'&<>\s]`;

/** Separators between two bytes: spaces, symbols, or the prefix of a hexadecimal number. */
const betweenBytes = String.raw`(?:[\s:;,._-]|0[xX]|\\{1,8}[xnr]){0,6}`;

/** A value as hexadecimal digits, byte by byte. */
export const asHexadecimal = (value: string): string[] =>
  sequence(
    [...Buffer.from(value)].map((byte) => [...byte.toString(16).padStart(2, '0')].map(eitherCase).join('')),
    betweenBytes,
  );

/** Separators between two elements of a list, or of an object with numeric names; quotes may be escaped. */
const quotes = String.raw`(?:\\{0,8}["']|&quot;|&#34;|&#39;)`;
const betweenElements = String.raw`\s{0,40}(?:\\{1,8}n\s{0,40})?,\s{0,40}(?:\\{1,8}n\s{0,40})?(?:${quotes}?\d{1,4}${quotes}?\s{0,4}:\s{0,4})?`;

/** A value as a list of its characters, `["s","k"]`, or as an object of them, `{"0":"s","1":"k"}`. */
export const asCharacters = (value: string): string[] =>
  sequence(signs(value), `${quotes}${betweenElements}${quotes}`, [...value]);

/** A value as a list of the numbers of its bytes, `[115,107]`, or as an object of them. */
export const asCodes = (value: string): string[] =>
  sequence(
    [...Buffer.from(value)].map((byte) => `(?<!\\d)${byte}(?!\\d)`),
    betweenElements,
  );

/**
 * A value inside a longer text that was base64-encoded, at each of the three possible positions; characters that also
 * depend on neighbouring text are omitted. Empty for values so short that they would occur by chance in any image.
 */
export const insideBase64 = (value: string): string[][] =>
  [0, 1, 2]
    .map((shift) => {
      const bytes = Buffer.from('\0'.repeat(shift) + value);
      const from = Math.ceil((shift * 8) / 6);
      return bytes.toString('base64').slice(from, Math.floor((bytes.length * 8) / 6));
    })
    .filter((form) => form.length >= 8)
    // The last character before the padding depends only on the end of the value.
    .map((form) => sequence([...form].map(inAlphabet), betweenBase64))
    .map((parts) => [...parts.slice(0, -1), `${parts.at(-1)}(?:[A-Za-z0-9+/_-]={1,2})?`]);

/** A character in both alphabets of base64, plain or percent-encoded. */
const inAlphabet = (one: string): string => {
  if (one === '+') return String.raw`(?:[-+]|%(?:25){0,4}2[bB])`;
  if (one === '/') return String.raw`(?:[/_]|\\{1,8}/|%(?:25){0,4}2[fF])`;
  return one;
};
