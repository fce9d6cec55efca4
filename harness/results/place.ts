import { relative, sep } from 'node:path';

/** The path of a file relative to a folder, with slashes. */
export const relativeTo = (root: string, file: string): string => relative(root, file).split(sep).join('/');
