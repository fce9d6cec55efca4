import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { z } from 'zod';
import { textOfError } from '../errors/errors.ts';

/**
 * Reads a list that people keep beside the settings.
 *
 * @param advice how to correct a wrong one, as a sentence
 * @returns undefined where there is no such file
 * @throws Error that names the file, each wrong entry and the advice
 */
export const readList = <T extends z.ZodType>(
  file: string,
  schema: T,
  advice: string,
  parse: (text: string) => unknown = JSON.parse,
): z.output<T> | undefined => {
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const { code, errno } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const problem = errno === undefined ? `is not valid ${extname(file).slice(1).toUpperCase()}` : 'cannot be read';
    throw new Error(`${file} ${problem}: ${textOfError(cause)}\n${advice}`, { cause });
  }
  const { data, error } = schema.safeParse(content);
  if (!error) return data;
  const problems = error.issues.map(({ path, message }) => {
    const place = path.map((one) => (typeof one === 'number' ? `entry ${one + 1}` : String(one))).join(', ');
    return `  - ${place === '' ? '' : `${place}: `}${message}`;
  });
  throw new Error([`${file} cannot be used:`, ...problems, advice].join('\n'));
};
