import { textOf } from './bounded-json.ts';
import { asRecord, fieldsOf, replyOf, type Reply } from './exchange.ts';
import { describeShape } from './form.ts';
import { describe, nameAfterLabel, namesAfterLabel, shapes, type Shape } from './shapes.ts';

/** One difference between an answer and what the interface states. */
export interface Mismatch {
  /** `HTTP status`, `Content-Type`, `body`, or the path of a field. */
  readonly field: string;
  readonly expected: string;
  /** Without ids, times and data, so that the same deviation reads the same in every run. */
  readonly received: string;
  /** One sentence for people; it may quote the target. */
  readonly text: string;
}

/** A value in a message: JSON, truncated when it is long. */
export const formatValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
};

/** An answer in one line, keys masked. */
export const summary = (reply: Reply): string =>
  `HTTP ${reply.status} to ${reply.asked}, ${reply.headers['content-type'] ?? 'no content type'}: ` +
  formatValue(reply.json === undefined ? reply.exchange.responseBody : maskedJson(reply));

/** The parsed body with keys masked; masking keeps the JSON valid. */
const maskedJson = (reply: Reply): unknown => replyOf({ ...reply.exchange, status: reply.status }).json;

export const isJson = (reply: Reply): Mismatch[] => [
  ...(/^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(reply.headers['content-type'] ?? '')
    ? []
    : [mismatch('Content-Type', 'JSON', 'another type', `the Content-Type is ${contentType(reply)}, not JSON`)]),
  ...(reply.unreadable === undefined
    ? []
    : [mismatch('body', 'JSON', reply.unreadable, `the body is ${reply.unreadable}`)]),
  ...(isWrapped(reply.json)
    ? [mismatch('body', 'JSON', 'JSON serialised twice', 'the body is JSON serialised twice')]
    : []),
];

const contentType = ({ headers }: Reply): string => (headers['content-type'] ?? 'absent').slice(0, 100);

/** A string is valid JSON, and may be a balance; a string with an object or a list was serialised twice. */
const isWrapped = (json: unknown): boolean => typeof json === 'string' && /^\s*[{[]/.test(json);

export const hasStatus = (reply: Reply, ...statuses: readonly number[]): Mismatch[] =>
  statuses.includes(reply.status)
    ? []
    : [
        mismatch(
          'HTTP status',
          // With HTTP before it, a status is kept where numbers are replaced.
          statuses.map((status) => `HTTP ${status}`).join(' or '),
          `HTTP ${reply.status}`,
          `the HTTP status is ${reply.status}, not ${statuses.join(' or ')}`,
        ),
      ];

/** A field of an object has a shape. @param path of the object in the body, with a dot at its end */
export const fieldIs = (
  fields: Readonly<Record<string, unknown>>,
  name: string,
  shape: Shape,
  path = '',
): Mismatch[] => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (shape.safeParse(value).success) return [];
  const text = `${path}${name} is ${value === undefined ? 'absent' : formatValue(value)}, not ${describe(shape)}`;
  return [mismatch(path + name, describe(shape), formOf(value), text)];
};

/** The error object of section 7 with a message that names one of the fields after the label. */
export const namesField = (reply: Reply, fields: readonly string[]): Mismatch[] => {
  const error = asRecord(fieldsOf(reply).error);
  if (!error) return [mismatch('error', 'an object', 'absent', 'the body has no error object')];
  const said = textOf(error.message ?? '');
  const named = fields.some((field) => namesAfterLabel(said, field));
  const label = fields.map((field) => `Parameter: ${field}`).join(' or ');
  return [
    ...fieldIs(error, 'type', shapes.exactly('InvalidRequestParameters'), 'error.'),
    ...fieldIs(error, 'message', shapes.text, 'error.'),
    ...(named ? [] : [mismatch('error.message', label, 'not named', `error.message ${endOf(said)}, not "${label}"`)]),
  ];
};

/** What a message says from its label on, or at its end: there stands what it names in place of a field. */
const endOf = (said: string): string => {
  const from = said.toLowerCase().lastIndexOf('parameter:');
  return `says ${formatValue((from === -1 ? said.slice(-60) : said.slice(from)).slice(0, 60))}`;
};

/** Either body that section 7 shows for 400: a message, or a field-level error that names some field. */
export const generalRefusal = (reply: Reply): Mismatch[] => {
  const fields = fieldsOf(reply);
  const error = asRecord(fields.error);
  if (!error) return fieldIs(fields, 'message', shapes.text);
  const isNamed = nameAfterLabel(textOf(error.message ?? '')) !== undefined;
  return [
    ...fieldIs(error, 'type', shapes.exactly('InvalidRequestParameters'), 'error.'),
    ...fieldIs(error, 'message', shapes.text, 'error.'),
    ...(isNamed
      ? []
      : [mismatch('error.message', 'Parameter: and a field', 'no label', 'error.message names no field')]),
  ];
};

export const mismatch = (field: string, expected: string, received: string, text: string): Mismatch => ({
  field,
  expected,
  received,
  text,
});

/** A value without its data: a word of the interface as it is, anything else by its type. */
const formOf = (value: unknown): string => {
  if (value === undefined) return 'absent';
  if (value === '') return 'empty text';
  return typeof value === 'string' && /^[a-z]{1,20}$/i.test(value) ? `"${value}"` : describeShape(value);
};

/** Each mismatch once. */
export const distinct = (mismatches: readonly Mismatch[]): Mismatch[] =>
  mismatches.filter(({ text }, index) => mismatches.findIndex((other) => other.text === text) === index);
