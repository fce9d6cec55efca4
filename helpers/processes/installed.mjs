import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suiteRoot } from '../settings/settings-folder.mjs';

/**
 * A file of an installed package: beside the suite if the suite itself is an installed package, else in the suite.
 * Returns a path even if the package is not installed yet.
 *
 * @param {string} path with the name of the package
 */
const installed = (path) => {
  const folders = createRequire(import.meta.url).resolve.paths(path) ?? [];
  return folders.map((folder) => join(folder, path)).find(existsSync) ?? join(suiteRoot, 'node_modules', path);
};

/** Command-line programs for Node. */
export const playwrightCli = installed('@playwright/test/cli.js');
export const allureCli = installed('allure/cli.js');
