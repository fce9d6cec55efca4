import { randomInt, randomUUID } from 'node:crypto';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { runMark } from '../run/run-log.ts';

/**
 * A reference of 22 characters that no other test or run uses. It is short, since the interface guarantees no length,
 * and has mixed case, to reveal case changes. It begins with the mark of the run, so that the operator of the target
 * can tell whose payment it is.
 */
export const newReference = (): string => {
  const digits = randomUUID().replaceAll('-', '').slice(0, 16);
  const mark = runMark() ?? '';
  return `Ref-${mark}${digits.slice(mark.length)}-X`;
};

/** References that may be replaced, with what makes another one. */
const replaceable = new Map<unknown, () => string>();

/**
 * A reference that is replaced when the answer to an initiation got lost and it is made again. A test that judges the
 * reference therefore reads it with `sentReference`.
 */
export const replaceableReference = (make: () => string = newReference): string => {
  const reference = make();
  replaceable.set(reference, make);
  return reference;
};

/** The reference in the JSON body of the request that a reply answers; empty without one. */
export const sentReference = ({ request }: Reply): string =>
  String(JSON.parse(request.body ?? '{}').transaction_reference ?? '');

/** The body as that of a new payment; undefined if its reference must not be changed. */
export const withNewReference = (body: Body): Body | undefined => {
  const reference = body['transaction_reference'];
  // What is no text is to be refused, so it cannot have been used.
  if (typeof reference !== 'string') return body;
  const make = replaceable.get(reference);
  return make && { ...body, transaction_reference: replaceableReference(make) };
};

/**
 * Unusually long references or ones with unusual characters. None would be blocked by a firewall, and none begins or
 * ends with a space.
 */
export const unusualReferences: Readonly<Record<string, () => string>> = {
  'of 120 letters': () => newReference().padEnd(120, 'x'),
  'of 250 letters': () => newReference().padEnd(250, 'y'),
  'of digits alone': () => `000${randomInt(1e12)}`.padEnd(18, '7'),
  'of capital letters': () => randomUUID().toUpperCase(),
  'with a plus, an underscore and two spaces': () => `${newReference()} a+b_c  d`,
  'with spaces': () => `Order 17 of ${newReference()}`,
  'with signs': () => `${newReference()} (1/2), no. #3 & co: é`,
  'in other scripts': () => `${newReference()} Заказ 注文 طلب`,
  'with an emoji': () => `${newReference()} 🛒`,
  'with percent escapes': () => `${newReference()} 50%25 %41`,
  'with a backslash and quotes': () => String.raw`${newReference()} C:\new "17"`,
};
