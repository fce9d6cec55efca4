import { randomBytes, randomInt } from 'node:crypto';

/** Generates every identifier that has to be unique. */
export type Ids = {
  newId(prefix: 'txn' | 'chk' | 'cb' | 'wal'): string;
  /** A reference for a transaction without one from the merchant (`2.1`). */
  newReference(transactionId: string, currency: string): string;
  /** The code operator C hands to the customer (`2.4`). */
  newPaymentCode(): string;
};

/** Ids with a readable prefix and 96 random bits, for example `txn_5f0c...`; payment codes of eight digits. */
export const plainIds: Ids = {
  newId,
  newReference: () => `REF-${randomBytes(6).toString('hex').toUpperCase()}`,
  newPaymentCode: () => String(randomInt(0, 100_000_000)).padStart(8, '0'),
};

export function newId(prefix: 'txn' | 'chk' | 'cb' | 'wal'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
