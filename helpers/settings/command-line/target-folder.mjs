// The folder with the settings, lists and reports of a target. Uses no package, since it is read before any is
// installed.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { takeOptions } from './options.mjs';

/** Passes the folder to every process of a program. */
const variable = 'TARGET_FOLDER';

/** The folder of the suite itself. */
export const suiteRoot = join(import.meta.dirname, '..', '..', '..');

/** As a package, the suite runs in a folder of this name beside node_modules, one per version. */
export const copies = '.payment-conformance';

/** The folder in which the suite is installed as a package; undefined for a clone. */
export const project = basename(dirname(suiteRoot)) === copies ? dirname(dirname(suiteRoot)) : undefined;

/** The folder whose node_modules the suite uses. */
export const packagesRoot = project ?? suiteRoot;

/** Whether the target has a folder separate from the suite. */
export const hasFolder = () => Boolean(process.env[variable]?.trim());

/** The folder of the target: that of TARGET_FOLDER, else the suite. */
export const targetFolder = () => (hasFolder() ? resolve(process.env[variable]?.trim() ?? '') : suiteRoot);

/**
 * Extracts `--target FOLDER` from arguments, if it names a folder, and makes the folder of the target the working
 * folder: its `.env` is read, paths in settings are relative to it, and reports are written there.
 *
 * @param {string[]} args changed in place
 * @throws {Error} when TARGET_FOLDER does not name a folder
 */
export const enterTargetFolder = (args = []) => {
  const { values, rest } = takeOptions(args, ['--target']);
  const named = values['--target'];
  if (named !== undefined && isFolder(named)) {
    process.env[variable] = resolve(named);
    args.splice(0, args.length, ...rest);
  }
  if (!hasFolder()) return;
  const folder = targetFolder();
  if (!isFolder(folder)) throw new Error(noFolder(variable, folder));
  // Absolute, for child processes that start in another folder.
  process.env[variable] = folder;
  process.chdir(folder);
};

/**
 * The same for the start of a program: an error prints only its message and ends the program with 3.
 *
 * @param {string[]} args changed in place
 * @param {boolean} refuses whether `--target` has to name a folder
 */
export const enterTargetFolderOrEnd = (args, refuses = false) => {
  try {
    enterTargetFolder(args);
    if (refuses) refuseNoFolder(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(3);
  }
};

/**
 * Throws if the arguments still contain `--target`, which then does not name a folder.
 *
 * @param {readonly string[]} args
 * @throws {Error}
 */
export const refuseNoFolder = (args) => {
  const named = takeOptions(args, ['--target']).values['--target'];
  if (named !== undefined) throw new Error(noFolder('--target', named));
};

/**
 * The command that runs a program of the suite, as a clone or a package, for the folder of the target.
 *
 * @param {string} program a script of package.json
 * @param {readonly string[]} args
 */
export const toRun = (program, ...args) =>
  commandOf(program, hasFolder() ? ['--target', quoted(targetFolder()), ...args] : args);

/**
 * The same for `init`, which takes the folder as an argument.
 *
 * @param {string} folder
 */
export const toInit = (folder) => commandOf('init', [quoted(folder)]);

/**
 * The help text to print; in a package it explains how to type the commands there.
 *
 * @param {string} usage
 */
export const helpOf = (usage) =>
  project
    ? `${usage}\n\nIn the package, npm start -- is npx payment-conformance, and npm run NAME -- is
npx payment-conformance NAME.`
    : usage;

/** A note that the run uses the sandbox because nothing names a target; undefined otherwise. */
export const noSettingsNote = () =>
  process.env['TARGET']?.trim() || existsSync(join(targetFolder(), '.env'))
    ? undefined
    : `no settings: there is no .env in ${targetFolder()}, and TARGET is not set, so the sandbox is used; ` +
      `to check a target, use --target FOLDER with a folder that ${commandOf('init', ['FOLDER'])} has created`;

/** @param {string} program @param {readonly string[]} args */
const commandOf = (program, args) => {
  if (project) return ['npx payment-conformance', ...(program === 'start' ? [] : [program]), ...args].join(' ');
  const script = program === 'start' ? 'npm start' : `npm run ${program}`;
  return args.length > 0 ? `${script} -- ${args.join(' ')}` : script;
};

/** @param {string} path */
const quoted = (path) => (/^[\w./:\\-]+$/.test(path) ? path : JSON.stringify(path));

/** @param {string} where @param {string} folder */
const noFolder = (where, folder) => `${where}: ${folder} is not a folder. Create it with: ${toInit(folder)}`;

/** @param {string} path */
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
