import { asRecord } from '../messages/exchange.ts';

/**
 * How the interface treats a value: `good` is accepted, `bad` is refused, `open` is not specified.
 */
export type Reading = 'good' | 'open' | 'bad';

/** Only words, which are not a number, an address or a day in any notation. */
const words = /^[a-z]+([ -][a-z]+)*$/i;
const almostANumber = /^(infinity|nan|null|true|false)$/i;

/** A value that no service can accept as a text: a non-empty object, or a list of several elements. */
const isStructure = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 1 : Object.keys(asRecord(value) ?? {}).length > 0;

/** A number or flag that no service can take for an absent value. */
export const isPresentScalar = (value: unknown): boolean =>
  value === true || (typeof value === 'number' && value !== 0);

/** An optional text. Only objects and lists are certainly refused; other values may be converted. */
export const optionalText = (value: unknown, isGood: (text: string) => boolean): Reading => {
  if (value === undefined || (typeof value === 'string' && isGood(value))) return 'good';
  return isStructure(value) ? 'bad' : 'open';
};

/** A required text with known good values. */
export const requiredText = (value: unknown, ...known: readonly (string | undefined)[]): Reading => {
  if (typeof value !== 'string') return 'bad';
  return known.includes(value) ? 'good' : 'open';
};

/** A required code, which an empty text is not. */
export const requiredCode = (value: unknown, ...known: readonly (string | undefined)[]): Reading =>
  value === '' ? 'bad' : requiredText(value, ...known);

/** A required amount with a known good value; a number as text is of the wrong type (2.1). */
export const requiredAmount = (value: unknown, known: number): Reading => {
  if (typeof value !== 'number') return 'bad';
  return value === known ? 'good' : 'open';
};

/** An optional amount (2.5); null and false may be treated as absent, and a number as text as the number. */
export const optionalAmount = (value: unknown, known: number): Reading => {
  if (value === undefined || value === known) return 'good';
  const isWord = typeof value === 'string' && words.test(value) && !almostANumber.test(value);
  return isWord || isStructure(value) || value === true ? 'bad' : 'open';
};

/**
 * An optional address. Words separated by spaces, numbers and true are certainly refused; relative and unusual addresses
 * are open.
 */
export const optionalAddress = (value: unknown): Reading =>
  isPresentScalar(value) || (typeof value === 'string' && /^[a-z]+( [a-z]+)+$/i.test(value))
    ? 'bad'
    : optionalText(value, isPlainAddress);

/** Whether a service has no reason to refuse or change an address, on any host that the settings name. */
export const isPlainAddress = (text: string): boolean =>
  /^https?:\/\/[\w.-]+(:\d+)?\/[\w/-]+(\?\w+=\w+(&\w+=\w+)*)?$/.test(text);

/** Whether a service has no reason to refuse or change a reference: it is plain, and never used before. */
export const isPlainReference = (text: string): boolean => /^Ref-[0-9a-f]{16}-X$/.test(text);

/** Whether a service has no reason to refuse or change a description. */
export const isPlainDescription = (text: string): boolean =>
  text.length <= 60 && /^[\wàéïñöüß]+([,;]? [\wàéïñöüß%]+)*$/i.test(text);

/** One of the last ten days, in the notation of 4.3. The supported range of dates is open. */
export const optionalDay = (value: unknown, today: Date): Reading => {
  if (value === undefined) return 'good';
  if (typeof value !== 'string' || words.test(value)) return 'bad';
  const day = new Date(`${value}T00:00:00Z`);
  const daysAgo = (today.getTime() - day.getTime()) / 86_400_000;
  // Date turns 31 February into a day in March, which the comparison of the texts detects.
  return daysAgo >= 1 && daysAgo <= 10 && day.toISOString().startsWith(value) ? 'good' : 'open';
};

/** Whether a firewall or proxy may block a request because of a text in it. */
export const mayBeBlocked = (value: unknown): boolean => {
  if (typeof value === 'string') {
    return value.length > 300 || /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\ufffd<>'"`;\\$%]|--|\.\.\//u.test(value);
  }
  const parts = Array.isArray(value) ? value : Object.entries(asRecord(value) ?? {}).flat();
  return parts.some(mayBeBlocked);
};
