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
  const parts = typeof events === 'string' ? events.split(',') : Array.isArray(events) ? events : [];
  return parts.map((name) => textOf(name).trim()).filter((name) => name !== '');
};

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
  /** The error object of a field-level refusal (7). */
  errorObject: z
    .object({ type: z.string().regex(/\S/), message: z.string().regex(/\S/) })
    .describe('an object with type and message'),
  address: z.string().refine(httpAddress).describe('a complete http or https address'),
  /** A point in time in any notation, since the interface does not specify one (2.7). */
  timestamp: z
    .string()
    .refine((value) => (value.match(/\d/g) ?? []).length >= 6)
    .describe('a timestamp string'),
  /** last_triggered of a callback that may never have been triggered (2.7). */
  timestampOrNothing: z
    .string()
    .refine((value) => value === '' || (value.match(/\d/g) ?? []).length >= 6)
    .nullish()
    .describe('a timestamp string, or nothing before the first delivery'),
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
  /** A non-empty string other than the given value. */
  otherThan: (value: unknown) =>
    z
      .string()
      .refine((given) => /\S/.test(given) && !placeholder.test(given) && given !== value)
      .describe(`a string other than ${JSON.stringify(value)}`),
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
  /** A message that names one of some fields after the label of section 7. */
  naming: (...fields: string[]) =>
    z
      .string()
      .refine((message) => fields.some((field) => namesAfterLabel(message, field)))
      .describe(`a message with ${fields.map((field) => `"Parameter: ${field}"`).join(' or ')}`),
  /** The plain version of a message with markup (2.2): it has most of its words. */
  plainVersionOf: (message: unknown) =>
    z
      .string()
      .refine((given) => saysTheSame(given, textOf(message)))
      .describe('a plain version of the message, with at least half of its words'),
};

/** Whether a message names a field after the label of section 7, however it is punctuated or marked up. */
export const namesAfterLabel = (message: string, field: string): boolean =>
  new RegExp(`Parameter:\\W*${field}(?!\\w)`).test(message.replace(/<[^<>]*>/g, ' '));

/** The word in a message after the label of section 7; undefined when there is none. */
export const nameAfterLabel = (message: string): string | undefined =>
  /Parameter:\W*(\w+)/.exec(message.replace(/<[^<>]*>/g, ' '))?.[1];

/** The description of a shape in a failed test. */
export const describe = (shape: Shape): string => shape.description ?? 'another value';

/** Whether a text has at least half of the words of a message, or is equal to it without markup and spaces. */
const saysTheSame = (text: string, message: string): boolean => {
  const bare = (one: string): string => one.replace(/<[^<>]*>|\s+/g, '');
  if (bare(text) === bare(message)) return true;
  const [own, words] = [wordsOf(text), wordsOf(message)];
  const kept = [...words].filter((word) => own.has(word)).length;
  return kept > 0 && 2 * kept >= words.size;
};

/** Words without those that contain entities, which may stand for letters. */
const wordsOf = (text: string): Set<string> => {
  const parts = text.replace(/<[^<>]*>/g, ' ').split(/\s+/);
  const words = parts
    .filter((part) => !entity.test(part))
    .flatMap((part) => part.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return new Set(words.filter((word) => word.length > 2));
};
