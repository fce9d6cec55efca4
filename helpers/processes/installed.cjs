const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { suiteRoot } = require('../settings/settings-folder.cjs');

/**
 * A file of an installed package: beside the suite if the suite itself is an installed package, else in the suite.
 * Returns a path even if the package is not installed yet.
 *
 * @param {string} path with the name of the package
 */
const installed = (path) => {
  const folders = require.resolve.paths(path) ?? [];
  return folders.map((folder) => join(folder, path)).find(existsSync) ?? join(suiteRoot, 'node_modules', path);
};

/** Command-line programs for Node. */
module.exports = { playwrightCli: installed('@playwright/test/cli.js'), allureCli: installed('allure/cli.js') };
