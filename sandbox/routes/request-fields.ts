import { FieldRefusal, invalidRequest } from '../http/refusals.ts';
import { isWebAddress } from '../service/redirect-address.ts';

/** The fields of a request body. Look names up as own properties only, since clients choose them. */
export type Fields = Readonly<Record<string, unknown>>;

const maxTextLength = 1_024;
const maxAddressLength = 4_096;
// eslint-disable-next-line no-control-regex -- this expression detects control characters
const controlCharacter = /[\u0000-\u001f\u007f]/;

/** @throws FieldRefusal when the condition does not hold */
export function check(condition: boolean, field: string, reason: string): void {
  if (!condition) throw new FieldRefusal(field, reason);
}

/** A body as fields; anything but a JSON object is refused. */
export function asFields(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw invalidRequest('The request body must be an object.');
}

/** The value of a field as sent, or undefined when it is absent. Null counts as sent. */
export const sent = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** A text, empty or not, or undefined when the field was not sent. */
export function anyText(fields: Fields, name: string): string | undefined {
  const value = sent(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new FieldRefusal(name, 'The value must be a string.');
  check(!controlCharacter.test(value), name, 'The value holds a control character.');
  check(value.length <= maxAddressLength, name, 'The value is too long.');
  return value;
}

/** A text that is not blank, or undefined when the field was not sent. */
export function text(fields: Fields, name: string): string | undefined {
  const value = anyText(fields, name);
  check(value?.trim() !== '', name, 'The value must not be empty.');
  check((value?.length ?? 0) <= maxTextLength, name, 'The value is too long.');
  return value;
}

/** An absolute http or https address, or undefined when the field was not sent. */
export function webAddress(fields: Fields, name: string): string | undefined {
  const value = anyText(fields, name);
  check(value === undefined || isWebAddress(value), name, 'The value must be an http or https address.');
  return value;
}

export function flag(fields: Fields, name: string): boolean | undefined {
  const value = sent(fields, name);
  if (value === undefined || typeof value === 'boolean') return value;
  throw new FieldRefusal(name, 'The value must be a boolean.');
}

/** An amount in subunits: a JSON number, whole and above zero. Undefined when the field was not sent. */
export function wholeAmount(fields: Fields, name: string): number | undefined {
  const value = sent(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw new FieldRefusal(name, 'The amount must be a number.');
  check(isWholeAmount(value), name, 'The amount must be a whole number of subunits above zero.');
  return value;
}

/** Whether a number can be an amount in subunits. */
export const isWholeAmount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** A three-letter currency code in upper case, whatever case was sent. Any code is accepted, even an unassigned one. */
export function currencyCode(fields: Fields, name: string): string | undefined {
  const value = text(fields, name);
  check(value === undefined || /^[a-z]{3}$/i.test(value), name, 'The currency must be a three-letter code.');
  return value?.toUpperCase();
}

/** Refuses a missing field: `required('email', text(fields, 'email'))`. */
export function required<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new FieldRefusal(name, 'The field is required.');
  return value;
}
