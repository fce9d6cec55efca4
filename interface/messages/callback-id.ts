import { z } from 'zod';

/** Maximum length of an id; the longest known ones have a few hundred characters. */
const longest = 500;

/** Control characters, line separators and halves of surrogate pairs. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * The id of a callback, if it is safe as part of a path. Rejects empty and long ids, halves of surrogate pairs, control
 * characters and the path segments `.` and `..`. Every id from an answer, a journal or a setting is validated by this.
 */
export const callbackIdText = z
  .string()
  .refine((id) => id.length > 0 && id.length <= longest && !unfit.test(id) && !hasSteps(id), {
    error: `write ids of 1 to ${longest} ordinary characters, other than . and ..`,
  });

/** Accepts numbers, too. */
export const callbackId = z.union([z.string(), z.number()]).transform(String).pipe(callbackIdText);

const hasSteps = (id: string): boolean => id.split(/[/\\]/).some((part) => part === '.' || part === '..');

/**
 * The path of an endpoint of one callback (4.5 to 4.7).
 *
 * @throws for an invalid id
 */
export const callbackPath = (operation: 'fetch' | 'update' | 'delete', id: string): string =>
  `/v1/callback/${operation}/${encodeURIComponent(callbackIdText.parse(id))}`;

/** What ends in a count: its beginning may be the id of another callback. */
const counted = /^\D*\d+$|[^a-z\d]\d+$/i;

/** An id without its end, which no callback has; a made-up one for a short id or a counted one. */
export const beginningOf = (id: string): string =>
  id.length < 12 || counted.test(id) ? 'no-such-callback-0001' : [...id].slice(0, -1).join('');
