import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suiteRoot } from '../settings/command-line/target-folder.mjs';

/**
 * The path of a file of an installed package: beside the suite if the suite is a package itself, else within it. The
 * file need not exist yet.
 *
 * @param {string} path with the name of the package
 */
const installed = (path) => {
  const folders = createRequire(import.meta.url).resolve.paths(path) ?? [];
  return folders.map((folder) => join(folder, path)).find(existsSync) ?? join(suiteRoot, 'node_modules', path);
};

/** Command-line programs, as scripts for Node. */
export const playwrightCli = installed('@playwright/test/cli.js');
export const allureCli = installed('allure/cli.js');
