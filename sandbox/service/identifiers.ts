import { randomBytes, randomInt } from 'node:crypto';
import type { HasFault } from '../faults/catalogue.ts';

/** A unique identifier with a readable prefix, for example `txn_5f0c...` (96 random bits). */
export function newId(prefix: 'txn' | 'chk' | 'cb' | 'wal'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** A reference for a transaction whose merchant gave none (`2.1`). */
export function newReference(): string {
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
