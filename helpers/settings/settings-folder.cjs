// Where the settings of a target are. Uses no package, since it is read before any is installed.
const { basename, dirname, join, resolve } = require('node:path');

/** The folder of the suite itself. */
const suiteRoot = join(__dirname, '..', '..');

/** As a package, the suite runs in a folder of this name beside node_modules, one per version. */
const copies = '.payment-conformance';

/** The folder in which the suite is installed as a package; undefined for a clone. */
const project = basename(dirname(suiteRoot)) === copies ? dirname(dirname(suiteRoot)) : undefined;

/** The folder whose node_modules the suite uses. */
const packagesRoot = project ?? suiteRoot;

/** The file that ENV_FILE names; undefined if it is not set. */
const namedEnvFile = () => {
  const named = process.env['ENV_FILE']?.trim();
  // Made absolute for child processes, which may start in another folder.
  return named ? (process.env['ENV_FILE'] = resolve(named)) : undefined;
};

/** The file with the settings of the target, which need not exist. */
const envFile = () => namedEnvFile() ?? join(packagesRoot, '.env');

/** The folder of that file: lists, reports and the journal of a target are in it, and paths in settings start there. */
const settingsFolder = () => dirname(envFile());

/**
 * A path beside the settings: reports, lists and journals of a target.
 *
 * @param {readonly string[]} path
 */
const besideSettings = (...path) => join(settingsFolder(), ...path);

/**
 * A path in the folder of the reports: beside the settings, or where REPORTS_FOLDER says.
 *
 * @param {readonly string[]} path
 */
const inReports = (...path) => join(process.env['REPORTS_FOLDER']?.trim() || besideSettings('reports'), ...path);

module.exports = { suiteRoot, copies, project, namedEnvFile, envFile, settingsFolder, besideSettings, inReports };
