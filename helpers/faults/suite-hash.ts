import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What has a say in a verdict, or in the proof that tests can fail. */
const folders = ['tests', 'fixtures', 'helpers', 'sandbox'];
const files = /^(package(-lock)?\.json|playwright[\w.]*\.config\.ts|tsconfig[\w.]*\.json)$/;

/**
 * A hash over everything that decides: tests, fixtures, helpers, sandbox, configurations and locked packages. It stays
 * the same from clone to clone, and changes with a single byte in any of them.
 *
 * @returns SHA-256 in hexadecimal
 */
export const suiteHash = (root: string): string => {
  const paths = [
    ...readdirSync(root).filter((name) => files.test(name)),
    ...folders.flatMap((folder) => filesBelow(root, folder)),
  ].sort();
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
};

/** Paths with slashes, whatever the system. */
const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, path) : entry.isFile() ? [path] : [];
  });
