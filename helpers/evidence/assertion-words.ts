import { stripVTControlCharacters } from 'node:util';
import { formatValue, mismatch, type Mismatch } from '../../interface/messages/mismatch.ts';
import { asRecord } from '../../interface/messages/exchange.ts';

/** What Playwright says of an assertion that failed. */
export interface AssertionResult {
  readonly name?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Whether the assertion without its `not` holds. */
  readonly pass?: boolean;
}

/**
 * A failed assertion in plain words: what was looked at, what was expected, and what came.
 *
 * @param text the message of the error
 */
export const assertionInWords = (
  text: string,
  result: AssertionResult,
): { message: string; mismatches: readonly Mismatch[] } => {
  // A message of the test may stand before the line that shows the call.
  const [before = '', , after = ''] = stripVTControlCharacters(text).split(/^(expect\(.*)$/m);
  const subject = before.replace(/^Error: /, '').trim();
  const about = subject === '' ? '' : `${subject}: `;
  const { expected, actual, pass } = result;
  if (!('actual' in result)) {
    const shown = after
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^[-+] (?:Expected|Received) +[-+] \d+$/.test(line))
      .map((line) => line.replace(/\b(?:Object|Array) ([{[])/, '$1'));
    const message = [subject, ...shown].filter((line) => line !== '').join('\n');
    return { message, mismatches: [mismatch(subject, 'otherwise', 'this', message)] };
  }
  const not = pass ? 'not ' : '';
  const wrong = differing(expected, actual);
  const field = subject || wrong.join(', ');
  const message = [
    `Expected: ${about}${not}${inWords(expected)}`,
    `Received: ${inWords(actual)}`,
    ...wrong.map((name) => `  - ${name} is ${formatValue(at(actual, name))}, not ${formatValue(at(expected, name))}`),
  ].join('\n');
  return { message, mismatches: [mismatch(field, not + formOf(expected), formOf(actual), message)] };
};

/** The fields in which two objects differ; none for other values. */
const differing = (one: unknown, other: unknown): string[] => {
  const [left, right] = [asRecord(one), asRecord(other)];
  if (!left || !right) return [];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]));
};

const at = (value: unknown, name: string): unknown => asRecord(value)?.[name];

const inWords = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (!Array.isArray(value)) return typeof value === 'string' && value !== '' ? value : formatValue(value);
  return value.length === 0 ? 'none' : value.map(inWords).join('; ').slice(0, 600);
};

/** A value without its data, so that the same failure reads the same in every run. */
const formOf = (value: unknown): string => {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : 'some';
  if (asRecord(value)) return 'fields';
  if (typeof value === 'string') return /^[a-z][a-z ]{0,40}$/i.test(value) ? value : 'a text';
  return typeof value === 'number' ? 'a number' : String(value);
};
