import { z } from 'zod';

/** Longer ids are refused; the longest known to be in use have a few hundred characters. */
const longest = 500;

/** Control characters, line separators and halves of surrogate pairs. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * The id of a callback, if it can be part of a path without leading anywhere else. Refused are empty and long ones,
 * halves of surrogate pairs, control characters and the steps `.` and `..`, also between slashes. Every id from an
 * answer, a journal or a setting comes through here.
 */
export const callbackIdText = z
  .string()
  .refine((id) => id.length > 0 && id.length <= longest && !unfit.test(id) && !hasSteps(id), {
    error: `write ids of 1 to ${longest} ordinary characters, other than . and ..`,
  });

/** The same for an id that may be a number. */
export const callbackId = z.union([z.string(), z.number()]).transform(String).pipe(callbackIdText);

const hasSteps = (id: string): boolean => id.split(/[/\\]/).some((part) => part === '.' || part === '..');

/**
 * The path of an endpoint of one callback (4.5 to 4.7).
 *
 * @throws for an id that is refused
 */
export const callbackPath = (operation: 'fetch' | 'update' | 'delete', id: string): string =>
  `/v1/callback/${operation}/${encodeURIComponent(callbackIdText.parse(id))}`;
