/** Longer observations are cut off, since they are not readable. */
const maxLength = 1000;

const address = /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+/gi;
const email = /[^\s"'<>@:,;]{1,80}@[^\s"'<>@:,;]{1,80}/g;
const time = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?/g;
const token = /[\w-]+/g;

/**
 * An observation without parts that differ from run to run: addresses, ids, times and long numbers. Tokens with one or
 * two digits are kept, as is a status after `HTTP`.
 */
export const normalize = (text: string): string =>
  text
    .slice(0, 4 * maxLength)
    .replace(/\s+/g, ' ')
    .replace(address, '<address>')
    .replace(email, '<email>')
    .replace(time, (match) => (isNotation(match) ? match : '#'))
    .replace(token, (match, at: number, whole: string) =>
      digitsIn(match) < 3 || isNotation(match) || isStatus(match, at, whole) ? match : '#',
    )
    .slice(0, maxLength);

const digitsIn = (text: string): number => (text.match(/\d/g) ?? []).length;

/** A time whose digits are all 0 shows the notation of times. */
const isNotation = (text: string): boolean => !/[1-9]/.test(text);

const isStatus = (text: string, at: number, whole: string): boolean =>
  /^[1-5]\d\d$/.test(text) && whole.slice(Math.max(0, at - 5), at) === 'HTTP ';
