import { randomInt, randomUUID } from 'node:crypto';
import { runMark } from './network/run-folder.ts';

/**
 * A placeholder for an unused reference, replaced only when the body is sent, so that tests with the same request have
 * equal bodies until then.
 */
export const freshReference = 'Ref-0000000000000000-X';

/** The body with placeholders replaced. */
export const withReference = (body: string): string =>
  body.includes(freshReference) ? body.replaceAll(freshReference, newReference()) : body;

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
