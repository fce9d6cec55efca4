import { textOf } from '../bounded-json.ts';
import { asRecord, fieldsOf, replyOf, type Reply } from '../exchange.ts';
import { describe, namesAfterLabel, shapes, type Shape } from '../shapes.ts';

/** What is wrong with an answer, one sentence for each finding; empty when nothing is. */
export type Findings = string[];

/** A value in the text of a failed judgement: JSON, truncated when it is long. */
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

export const isJson = (reply: Reply): Findings => [
  ...(/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(reply.headers['content-type'] ?? '')
    ? []
    : ['the Content-Type is not JSON']),
  ...(reply.unreadable === undefined ? [] : [`the body is ${reply.unreadable}`]),
  ...(isWrapped(reply.json) ? ['the body is JSON serialised twice'] : []),
];

/** A string is valid JSON, and may be a balance; a string with an object or a list was serialised twice. */
const isWrapped = (json: unknown): boolean => typeof json === 'string' && /^\s*[{[]/.test(json);

export const hasStatus = (reply: Reply, status: number): Findings =>
  reply.status === status ? [] : [`the HTTP status is ${reply.status}, not ${status}`];

export const fieldIs = (fields: Readonly<Record<string, unknown>>, name: string, shape: Shape): Findings => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (shape.safeParse(value).success) return [];
  return [`${name} is ${value === undefined ? 'absent' : formatValue(value)}, not ${describe(shape)}`];
};

/** The error object of section 7 with a message that names one of the fields after the label. */
export const namesField = (reply: Reply, fields: readonly string[]): Findings => {
  const error = asRecord(fieldsOf(reply).error);
  if (!error) return ['the body has no error object'];
  const named = fields.some((field) => namesAfterLabel(textOf(error.message ?? ''), field));
  return [
    ...fieldIs(error, 'type', shapes.exactly('InvalidRequestParameters')),
    ...fieldIs(error, 'message', shapes.text),
    ...(named ? [] : [`error.message does not name ${fields.join(' or ')} after the label Parameter:`]),
  ];
};

/** The two bodies that section 7 shows for 400: a message, or an error object. */
export const generalRefusal = (reply: Reply): Findings => {
  const fields = fieldsOf(reply);
  const error = asRecord(fields.error);
  if (!error) return fieldIs(fields, 'message', shapes.text);
  return [...fieldIs(error, 'type', shapes.text), ...fieldIs(error, 'message', shapes.text)];
};
