import { randomBytes, randomInt } from 'node:crypto';

/** A unique identifier with a readable prefix, for example `txn_5f0c...` (96 random bits). */
export function newId(prefix: 'txn' | 'chk' | 'cb' | 'wal'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** A reference for a transaction whose merchant gave none (`2.1`). */
export function newReference(): string {
  return `REF-${randomBytes(6).toString('hex').toUpperCase()}`;
}

/** The code operator C hands to the customer: eight digits (`2.4`). */
export function newPaymentCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0');
}
