import { asRecord, fieldsOf, type Reply } from './exchange.ts';
import { eventNames } from './shapes.ts';

/**
 * An answer in a few words that stay the same from run to run: status, result, form of the body and the field a
 * message names. No ids, times or data, so that two runs can be compared.
 */
export const outcomeOf = (reply: Reply): string => {
  const fields = fieldsOf(reply);
  const error = asRecord(fields.error);
  const named = /Parameter:\W*(\w+)/.exec(String(error?.message ?? fields.message ?? ''))?.[1];
  return [
    `HTTP ${reply.status}`,
    reply.json === undefined ? 'no JSON' : `result ${String(fields.result ?? 'absent')}`,
    ...(error ? [`error object of type ${String(error.type)}`] : []),
    ...(named ? [`naming ${named}`] : []),
  ].join(', ');
};

/** The names of the fields of an object that are not among the known ones, sorted; "none" when there are none. */
export const fieldsBeyond = (object: unknown, known: readonly string[]): string =>
  Object.keys(asRecord(object) ?? {})
    .filter((name) => !known.includes(name))
    .sort()
    .join(', ') || 'none';

/** The form of a value without its data: types and field names, lists by their first element. */
export const formOf = (value: unknown, depth = 3): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : `list of ${formOf(value[0], depth - 1)}`;
  const object = asRecord(value);
  if (!object) return value === null ? 'null' : typeof value;
  if (depth <= 0) return 'object';
  const fields = Object.entries(object).map(([name, one]) => `${name}: ${formOf(one, depth - 1)}`);
  return `{${fields.sort().join(', ')}}`;
};

/** A message with everything that varies taken out: markup, numbers, ids and quoted values. */
export const wordingOf = (reply: Reply): string => {
  const fields = fieldsOf(reply);
  const message = String(asRecord(fields.error)?.message ?? fields.message ?? '');
  return message
    .replace(/<[^>]*>/g, ' ')
    .replace(/\S*\d\S*/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
};

/** How a timestamp is written: its digits as 0 and its letters kept, so that the notation remains. */
export const notationOf = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\d/g, '0').slice(0, 40) : value === null ? 'null' : typeof value;

/** Whether events came as a list or as text (2.7). */
export const eventsForm = (events: unknown): string =>
  `${Array.isArray(events) ? 'list' : typeof events}${eventNames(events).length === 0 ? ', empty' : ''}`;

/** Whether one timestamp is later than another, as far as their notation can show it (2.7 leaves it open). */
export const isLater = (before: unknown, after: unknown): boolean => {
  const coarse = !/\d:\d{2}:\d{2}|T\d{6}|^\d{10,}$/.test(String(after));
  const [from, to] = [before, after].map((value) => Date.parse(String(value)));
  if (coarse) return true;
  return Number.isNaN(from) || Number.isNaN(to) ? before !== after : Number(to) > Number(from);
};
