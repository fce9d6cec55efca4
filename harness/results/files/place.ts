import { relative, sep } from 'node:path';

/** The path of a file relative to a folder, with slashes. */
export const relativeTo = (root: string, file: string): string => relative(root, file).split(sep).join('/');

/** The name of the front page in a folder of reports. */
export const frontPageFile = 'index.html';
/** The page of the ledger in a folder of reports. */
export const ledgerPageFile = 'ledger/index.html';

/** The page of the unstable tests, relative to the folder that contains `reports`. */
export const unstableFile = 'reports/unstable.html';
