import { asRecord, fieldsOf, type Reply } from './exchange.ts';

/** Fields whose values may stand in a message, by the name that takes their place. */
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

/** The message of an answer as a template: without markup, and with what is data taken out (2.2, 7). */
export const wordingOf = (reply: Reply): string => {
  const fields = fieldsOf(reply);
  return templateOf(String(asRecord(fields.error)?.message ?? fields.message ?? 'none'), reply);
};

/** The same of one field of an answer; `none` where it is absent. */
export const wordingOfField = (reply: Reply, name: string): string =>
  templateOf(String(reply.field(name) ?? 'none'), reply);

const templateOf = (message: string, reply: Reply): string => {
  const asked = asRecord(parsed(reply.exchange.requestBody)) ?? {};
  const values = [fieldsOf(reply), asked].flatMap((fields) =>
    quoted.map((name) => [name, fields[name]] as const).filter(([, value]) => typeof value === 'string'),
  ) as [string, string][];
  return [...values]
    .filter(([, value]) => value.length >= 3)
    .sort(([, a], [, b]) => b.length - a.length)
    .reduce((text, [name, value]) => withoutValue(text, name, value), message)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\S*\d\S*/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
};

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

/** A value goes where it stands alone, and not where it is a part of a word. */
const withoutValue = (text: string, name: string, value: string): string =>
  text.replaceAll(value, (match, at: number) =>
    /\w$/.test(text.slice(0, at)) || /^\w/.test(text.slice(at + value.length)) ? match : `{${name}}`,
  );
