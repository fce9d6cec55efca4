import { relative, sep } from 'node:path';

/** A file as it is shown: relative to a folder, with slashes. */
export const relativeTo = (root: string, file: string): string => relative(root, file).split(sep).join('/');

/** The name of the front page in a folder of reports. */
export const frontPageFile = 'index.html';
/** The page of the ledger there. */
export const ledgerPageFile = 'ledger/index.html';

/** The page of the unstable tests, from the folder that has the reports. */
export const unstableFile = 'reports/unstable.html';
