import { jsonOf, textOf } from './bounded-json.ts';
import { asRecord, fieldsOf, type Reply } from './exchange.ts';

/** Fields whose values may occur in a message, and are replaced there by their names. */
const quoted = [
  'transaction_id',
  'transaction_reference',
  'checkout_id',
  'id',
  'code',
  'qr_code',
  'email',
  'currency',
  'payment_method_code',
  'description',
] as const;

/** Maximum length of a message that is processed, in characters; far more than a template shows. */
const maxLength = 4000;

/** The message of an answer as a template, without markup and data (2.2, 7). */
export const wordingOf = (reply: Reply): string => {
  const fields = fieldsOf(reply);
  return templateOf(textOf(asRecord(fields.error)?.message ?? fields.message ?? 'none'), reply);
};

/** The template of a field of an answer; `none` when it is absent. */
export const wordingOfField = (reply: Reply, name: string): string =>
  templateOf(textOf(reply.field(name) ?? 'none'), reply);

const templateOf = (message: string, reply: Reply): string => {
  const asked = asRecord(jsonOf(reply.exchange.requestBody ?? '')) ?? {};
  const values = [fieldsOf(reply), asked].flatMap((fields) =>
    quoted.map((name) => [name, fields[name]] as const).filter(([, value]) => typeof value === 'string'),
  ) as [string, string][];
  return [...values]
    .filter(([, value]) => value.length >= 3)
    .sort(([, a], [, b]) => b.length - a.length)
    .reduce((text, [name, value]) => withoutValue(text, name, value), message.slice(0, maxLength))
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (/\d/.test(word) ? '#' : word))
    .join(' ')
    .slice(0, 200);
};

/** Replaces a value by its name, except within a word. */
const withoutValue = (text: string, name: string, value: string): string =>
  text.replaceAll(value, (match, at: number) =>
    /\w/.test(text.charAt(at - 1)) || /\w/.test(text.charAt(at + value.length)) ? match : `{${name}}`,
  );
