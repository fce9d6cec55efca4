import { randomInt, randomUUID } from 'node:crypto';
import { runMark } from './network/run-folder.ts';

/**
 * Stands in a body for a reference that nobody has used. It is replaced when the body is sent, so that two tests which ask
 * for the same have the same body until then.
 */
export const freshReference = 'Ref-0000000000000000-X';

/** A body as it is sent. */
export const withReference = (body: string): string =>
  body.includes(freshReference) ? body.replaceAll(freshReference, newReference()) : body;

/**
 * A reference of 22 characters that no other test and no other run uses. It is short, since the interface names no
 * length that must be taken, and has upper and lower case, so that a change of case shows. It begins with the mark of the
 * run, so that the other side can tell whose payment it is.
 */
export const newReference = (): string => {
  const digits = randomUUID().replaceAll('-', '').slice(0, 16);
  const mark = runMark() ?? '';
  return `Ref-${mark}${digits.slice(mark.length)}-X`;
};

/**
 * References longer than others, or of other letters. None has anything that a firewall stops, or space at an end of it.
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
};
