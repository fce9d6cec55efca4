import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { HasFault } from '../faults/catalogue.ts';
import type { HasReading } from '../readings/catalogue.ts';

/** A unique identifier with a readable prefix, for example `txn_5f0c...` (96 random bits). */
export function newId(prefix: 'txn' | 'chk' | 'cb' | 'wal'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Makes ids as a sandbox with a reading has them; without one, as `newId` does. */
export function createIds(reading: HasReading): typeof newId {
  let last = 0;
  return (prefix) => {
    if (reading('ids-are-uuids')) return randomUUID();
    if (reading('ids-count-up')) return String((last += 1));
    if (reading('ids-are-long-numbers')) return `${randomInt(1e9, 1e10)}${randomInt(1e9, 1e10)}`;
    if (reading('ids-have-signs')) return `${prefix}:${randomBytes(12).toString('base64').replaceAll('/', '.')}=~@!`;
    if (reading('ids-are-long')) return `${prefix}_${randomBytes(75).toString('hex')}`;
    return newId(prefix);
  };
}

/** A reference for a transaction whose merchant gave none (`2.1`). */
export function newReference(reading: HasReading, transactionId: string): string {
  if (reading('references-are-numbers')) return `${randomInt(1e9, 1e10)}${randomInt(1e9, 1e10)}`;
  if (reading('references-have-slashes')) return `2030/INV#${randomInt(1e9, 1e10)} & co`;
  if (reading('references-are-the-id')) return transactionId;
  return `REF-${randomBytes(6).toString('hex').toUpperCase()}`;
}

/** The reference that a sandbox with a fault makes up; undefined when it has no such fault. */
export function faultyReference(fault: HasFault, currency: string): string | undefined {
  if (fault('generated-reference-constant')) return 'REF-000000000000';
  if (fault('generated-reference-of-day')) return `REF-${new Date().toISOString().slice(0, 10)}`;
  if (fault('generated-reference-of-currency')) return `REF-${currency}`;
  return undefined;
}

/** The code operator C hands to the customer: eight digits (`2.4`). */
export function newPaymentCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0');
}
