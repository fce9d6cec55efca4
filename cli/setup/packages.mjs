import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the packages in node_modules are exactly those of the lock file. npm keeps a lock file of what it has
 * installed, which lacks the optional packages of other systems.
 *
 * @param {string} root the repository
 * @returns {boolean}
 */
export const packagesAreCurrent = (root) => {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const locked = packagesOf(join(root, 'package-lock.json'));
  if (!installed || !locked) return false;
  const missing = Object.entries(locked).some(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version !== version : path !== '' && !optional;
  });
  return !missing && Object.keys(installed).every((path) => path in locked);
};

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
const packagesOf = (file) => {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
};
