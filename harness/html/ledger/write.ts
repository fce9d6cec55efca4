import { join } from 'node:path';
import { readLedger } from '../../../helpers/evidence/ledger/book.ts';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import { ledgerPage } from './page.ts';
import { reconcile } from './reconcile.ts';

/**
 * Writes the page of a ledger into its folder, if a payment was requested.
 *
 * @param mask for whole files
 */
export const writeLedgerPage = (folder: string, mask: (text: string) => string): void => {
  const reconciled = reconcile(readLedger(folder));
  if (reconciled.asked.length > 0) writeAtomically(join(folder, 'index.html'), mask(ledgerPage(reconciled)));
};
