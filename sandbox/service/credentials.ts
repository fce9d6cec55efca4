import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two keys in constant time. */
export function sameKey(given: string, expected: string): boolean {
  // Hashing makes the lengths equal, as timingSafeEqual requires.
  return timingSafeEqual(digest(given), digest(expected));
}

/** The key of an `Authorization: Bearer <key>` header (`5`), or undefined when the header has another form. */
export function bearerKey(header: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
