import { textOf } from './bounded-json.ts';
import { asRecord, fieldsOf, type Reply } from './exchange.ts';
import { describeShape } from './form.ts';
import { eventNames, nameAfterLabel } from './shapes.ts';

/**
 * An answer in a few words that are the same in every run: status, result, form of the body and the field that a
 * message names. It contains no ids, times or data, so that runs can be compared.
 */
export const summarizeReply = (reply: Reply): string => {
  const fields = fieldsOf(reply);
  const error = asRecord(fields.error);
  const named = nameAfterLabel(textOf(error?.message ?? fields.message ?? ''));
  return [
    `HTTP ${reply.status}`,
    reply.json === undefined ? 'no JSON' : `result ${wordOf(fields.result)}`,
    ...(error ? [`error object of type ${wordOf(error.type)}`] : []),
    ...(named ? [`naming ${named}`] : []),
  ].join(', ');
};

/** A value if it is a word, otherwise its form. */
const wordOf = (value: unknown): string => {
  if (value === undefined) return 'absent';
  return typeof value === 'string' && /^[A-Za-z][\w.-]{0,60}$/.test(value) ? value : describeShape(value);
};

/**
 * The headers of an answer: the content type with its parameters, `cache-control` without its numbers, and the sorted
 * names of all others that do not concern a single transfer.
 */
export const headersOf = (headers: Readonly<Record<string, unknown>>): string => {
  const given = (name: string): string => String(headers[name] ?? 'absent').replace(/\d+/g, '#');
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const further = names.filter((name) => !ofTransfer.test(name)).sort();
  return `content-type ${contentTypeOf(headers['content-type'])}, cache-control ${given('cache-control')}, further: ${further.join(', ') || 'none'}`;
};

/** Headers of a single transfer, of proxies, or of a state of the content. */
const ofTransfer =
  /^(?:content-(?:type|length|encoding|range|md5)|cache-control|date|connection|keep-alive|proxy-.*|transfer-encoding|trailer|upgrade|te|age|expires|etag|last-modified|vary|accept-ranges|server-timing|x-(?:cache.*|runtime|response-time|served-by|timer)|cf-.*|via|alt-svc|nel|report-to)$/;

/** A content type with the names of its parameters, in lower case. Only the character set keeps its value. */
export const contentTypeOf = (value: unknown): string => {
  const [type = '', ...parameters] = String(value ?? 'absent')
    .toLowerCase()
    .split(';');
  const named = parameters
    .map((one) => one.trim())
    .map((one) => (one.startsWith('charset=') ? one : one.split('=')[0]));
  return [type.trim(), ...named.filter((one) => one !== '').sort()].join('; ');
};

/**
 * The notation of a timestamp: digits become 0 and signs are kept. Names of days and months, and numbers that may have
 * one or two digits, are normalised.
 */
export const notationOf = (value: unknown): string => {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  return value
    .slice(0, 60)
    .replace(/\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b/gi, 'Day')
    .replace(/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b/gi, 'Month')
    .replace(/\b[ap]m\b/gi, 'AM')
    .replace(/(?<=:\d\d[.,])\d+/, '000')
    .replace(/\d+/g, (digits) => '0'.repeat(Math.max(2, digits.length)))
    .slice(0, 40);
};

/** Whether events came as a list or as text (2.7). */
export const eventsForm = (events: unknown): string =>
  `${Array.isArray(events) ? 'list' : typeof events}${eventNames(events).length === 0 ? ', empty' : ''}`;

/** Whether one timestamp is later than another, with the precision of their notation (2.7 leaves it open). */
export const isLater = (before: unknown, after: unknown): boolean => {
  const coarse = !/\d:\d{2}:\d{2}|T\d{6}|^\d{10,}$/.test(textOf(after));
  const [from, to] = [before, after].map((value) => Date.parse(textOf(value)));
  if (coarse) return true;
  return Number.isNaN(from) || Number.isNaN(to) ? before !== after : Number(to) > Number(from);
};
