import { z } from 'zod';
import { textOf } from './bounded-json.ts';

/**
 * The allowed values of a field of an answer. Each shape has a description, which failed tests print.
 * Fields beyond the named ones are always allowed.
 */
export type Shape = z.ZodType;

const httpAddress = (value: string): boolean => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);
// An address between angle brackets is plain text.
const markup = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*|\/)?>/i;
const entity = /&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/i;
/** Texts that programs produce for missing values. */
const placeholder = /^\s*(?:undefined|null|nil|none|nan|\[object \w+\])\s*$/i;
const placeholderWithin = /undefined|\[object /;
const saysSuccess = /\b(success(ful|fully)?|succeeded)\b/i;
/** Words that may deny or doubt a success in the same message. */
const saysOtherwise =
  /n['’]t\b|\b(no|not|non|none|never|n?either|nor|without|before|false|if|when|once|until|unless|again|un-?\w+)\b|fail|error|declin|reject|refus|cancel|den[iy]/i;
const eventName = /^[a-z][\w-]*(\.[\w-]+)+$/i;
/** The states of a transaction (3). */
export const transactionStatuses = ['success', 'failed', 'pending', 'reversed', 'refunded', 'cancelled'] as const;

/** The names in events, given as a list or as one comma-separated string (2.7). */
export const eventNames = (events: unknown): string[] => {
  const listed: unknown[] = Array.isArray(events) ? events : [];
  const parts = typeof events === 'string' ? events.split(',') : listed;
  return parts.map((name) => textOf(name).trim()).filter((name) => name !== '');
};

/** Whether a text begins with a year, but its month and day exist in neither order. Some calendars have 13 months. */
const isNoDay = (text: string): boolean => {
  const [, ...numbers] = /^\d{4}[-/.](\d{2})[-/.](\d{2})(?!\d)/.exec(text.trim()) ?? [];
  const [month = 1, day = 1] = numbers.map(Number).toSorted((one, other) => one - other);
  return month < 1 || month > 13 || day > 31;
};

/** What some databases hold where there is no date yet. */
const isZeroDate = (text: string): boolean => /^0000-00-00(?!\d)/.test(text);

export const shapes = {
  /** A non-empty string. */
  text: z
    .string()
    .regex(/\S/)
    .refine((value) => !placeholder.test(value))
    .describe('a non-empty string other than "null" or "undefined"'),
  /** An identifier, or a code for the customer. The interface does not show its form. */
  identifier: z
    .string()
    .regex(/\S/)
    .refine((value) => !placeholder.test(value) && !placeholderWithin.test(value))
    .describe('an identifier: a non-empty string without "null" or "undefined" in place of a value'),
  /** An amount as text, in any notation (2.6). */
  balance: z
    .string()
    .regex(/\p{Nd}/u)
    .describe('a string with digits'),
  /** A string that may be empty. */
  anyText: z.string().describe('a string'),
  number: z.number().describe('a number'),
  count: z.number().int().min(0).describe('a whole number from zero'),
  flag: z.boolean().describe('true or false'),
  object: z.record(z.string(), z.unknown()).describe('an object'),
  list: z.array(z.unknown()).describe('an array'),
  address: z.string().refine(httpAddress).describe('a complete http or https address'),
  /** A point in time in any notation, since the interface does not specify one (2.7). */
  timestamp: z
    .string()
    .refine((value) => (value.match(/\d/g) ?? []).length >= 6 && !isNoDay(value))
    .describe('a timestamp string'),
  /** last_triggered of a callback that may never have been triggered (2.7). */
  timestampOrNothing: z
    .string()
    .refine((value) => value === '' || isZeroDate(value) || ((value.match(/\d/g) ?? []).length >= 6 && !isNoDay(value)))
    .nullish()
    .describe('a timestamp string, or nothing where it has not happened yet'),
  /** Both forms that 2.7 shows. */
  events: z
    .union([z.array(z.string()), z.string()])
    .describe('event names, as a list of strings or as one comma-separated string'),
  eventPattern: z
    .unknown()
    .refine((value) => eventNames(value).every((name) => eventName.test(name)))
    .describe('event names of the form <object>.<action>'),
  result: z.enum(['success', 'error']).describe('"success" or "error"'),
  /** The states of section 3. */
  status: z.enum(transactionStatuses).describe(`one of ${transactionStatuses.join(', ')}`),
  htmlMessage: z
    .string()
    .regex(/<(b|strong)[\s>]/i)
    .regex(/<(br|p)[\s/>]/i)
    .describe('a message with HTML bold tags and line breaks'),
  /** A message that indicates failure (7). Its wording is free, so only plain words of success are wrong. */
  failureMessage: z
    .string()
    .regex(/\S/)
    .refine((value) => !placeholder.test(value) && (!saysSuccess.test(value) || saysOtherwise.test(value)))
    .describe('a message that does not speak of a success'),
  plainText: z
    .string()
    .regex(/\S/)
    .refine((value) => !markup.test(value) && !entity.test(value) && !placeholder.test(value))
    .describe('a string without HTML markup and entities'),
  /** Exactly one value. */
  exactly: (value: string | number | boolean) => z.literal(value).describe(JSON.stringify(value)),
  /** The very same value, of whatever type. */
  same: (value: unknown) =>
    z
      .unknown()
      .refine((given) => JSON.stringify(given) === JSON.stringify(value))
      .describe(`${JSON.stringify(value) ?? 'absent'} as before`),
  /** A shape for an optional field. */
  whenThere: (shape: Shape) => shape.nullish().describe(`${describe(shape)}, when the field is there`),
  /** One of several words. */
  oneOf: (...words: string[]) => z.enum(words).describe(`one of ${words.join(', ')}`),
  /** Anything but one value. */
  not: (value: unknown) =>
    z
      .unknown()
      .refine((given) => given !== value)
      .describe(`anything but ${JSON.stringify(value)}`),
  /** The same event names, in any order and in either form. */
  sameEvents: (names: readonly string[]) =>
    z
      .unknown()
      .refine((given) => [...new Set(eventNames(given))].sort().join() === [...new Set(names)].sort().join())
      // An empty name in a list is one that was not sent.
      .refine((given) => !Array.isArray(given) || given.every((name) => textOf(name).trim() !== ''))
      .describe(`the events ${names.join(', ')} in any order`),
  /** The plain version of a message with markup (2.2): it has each of its words and numbers. */
  plainVersionOf: (message: unknown) =>
    z
      .string()
      .refine((given) => saysTheSame(given, textOf(message)))
      .describe('a plain version of the message, with each of its words and numbers'),
};

/** Whether a message names a field after the label of section 7, however it is punctuated or marked up. */
export const namesAfterLabel = (message: string, field: string): boolean =>
  new RegExp(`Parameter:\\W*${field}(?!\\w)`).test(message.replace(/<[^<>]*>/g, ' '));

/** The word in a message after the label of section 7; undefined when there is none. */
export const nameAfterLabel = (message: string): string | undefined =>
  /Parameter:\W*(\w+)/.exec(message.replace(/<[^<>]*>/g, ' '))?.[1];

/** The description of a shape in a failed test. */
export const describe = (shape: Shape): string => shape.description ?? 'another value';

/** Whether a text has each word and number of a message, whether or not its markup divides words. */
const saysTheSame = (text: string, message: string): boolean => {
  const own = new Set(wordsOf(text));
  return [' ', ''].some((inline) => {
    const plain = message
      .replace(/<\/?(?:br|p|div|li|ul|ol|tr|td|th|h\d)\b[^<>]*>/gi, ' ')
      .replace(/<[^<>]*>/g, inline);
    const words = wordsOf(decodedEntities(plain));
    return own.size > 0 && words.every((word) => own.has(word) || word.includes(unknownEntity));
  });
};

/** Words, and numbers with their separators, in lower case; characters that only guide a line break do not count. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}\uFFFC]+(?:[.,]\p{N}+)*/gu) ?? [];

/** Stands for an entity that is not decoded; its word is not compared. */
const unknownEntity = '\uFFFC';
/** The accents in the names of entities, as combining characters: `eacute`, `Ccaron`. */
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030A',
  caron: '\u030C',
};
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
};
/** Signs between words, whatever they are. */
const signs =
  /^(?:[lr][sd]?a?quo|[mn]dash|hellip|bull|middot|copy|reg|trade|euro|pound|yen|cent|times|ensp|emsp|thinsp)$/;

const decodedEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi, (_all, decimal, hex, name) => {
    if (name === undefined) {
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ' ';
    }
    const [, letter = '', accent = ''] = /^([a-z])([a-z]+)$/i.exec(String(name)) ?? [];
    const combining = Object.hasOwn(accents, accent) ? accents[accent] : undefined;
    if (combining !== undefined) return (letter + combining).normalize('NFC');
    if (Object.hasOwn(namedEntities, String(name))) return namedEntities[String(name)] ?? '';
    return signs.test(String(name)) ? ' ' : unknownEntity;
  });
