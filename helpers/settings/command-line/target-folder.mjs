// Where a target has its settings, lists and reports. Read before any package is installed, so it uses none.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { takeOptions } from './options.mjs';

/** Hands the folder down to every process of a program. */
const variable = 'TARGET_FOLDER';

/** The suite itself: its programs, and what belongs to them. */
export const suiteRoot = join(import.meta.dirname, '..', '..', '..');

/** Where the suite runs as a package: in a folder of this name beside node_modules, one for each version. */
export const copies = '.payment-conformance';

/** The folder that the suite is installed in as a package; undefined for a clone. */
export const project = basename(dirname(suiteRoot)) === copies ? dirname(dirname(suiteRoot)) : undefined;

/** The folder whose node_modules the suite runs with. */
export const packagesRoot = project ?? suiteRoot;

/** Whether the target has a folder of its own, apart from the suite. */
export const hasFolder = () => Boolean(process.env[variable]?.trim());

/** The folder of the target: that of TARGET_FOLDER, else the suite. */
export const targetFolder = () => (hasFolder() ? resolve(process.env[variable]?.trim() ?? '') : suiteRoot);

/**
 * Takes `--target FOLDER` out of arguments, if it names a folder, and works in the folder of the target from now on:
 * its `.env` is read, what settings name is relative to it, and reports are written there.
 *
 * @param {string[]} args changed in place
 * @throws {Error} when TARGET_FOLDER names none
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
  // Whoever is started from another folder finds it again.
  process.env[variable] = folder;
  process.chdir(folder);
};

/**
 * The same for the beginning of a program, which a mistake ends with 3 and its message alone.
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
 * Says so when `--target` still stands in arguments: it named no folder.
 *
 * @param {readonly string[]} args
 * @throws {Error}
 */
export const refuseNoFolder = (args) => {
  const named = takeOptions(args, ['--target']).values['--target'];
  if (named !== undefined) throw new Error(noFolder('--target', named));
};

/**
 * What to type to run a program of the suite: of a clone or of a package, in the folder of the target.
 *
 * @param {string} program a script of package.json
 * @param {readonly string[]} args
 */
export const toRun = (program, ...args) =>
  typed(program, hasFolder() ? ['--target', shown(targetFolder()), ...args] : args);

/**
 * The same for `init`, which takes the folder as it is.
 *
 * @param {string} folder
 */
export const toInit = (folder) => typed('init', [shown(folder)]);

/**
 * A help as it is printed: one of a package says how its commands are typed there.
 *
 * @param {string} usage
 */
export const helpOf = (usage) =>
  project
    ? `${usage}\n\nIn the package, npm start -- is npx payment-conformance, and npm run NAME -- is
npx payment-conformance NAME.`
    : usage;

/** Says so where nothing names a target, so that nobody takes the sandbox for one; undefined otherwise. */
export const noSettingsNote = () =>
  process.env['TARGET']?.trim() || existsSync(join(targetFolder(), '.env'))
    ? undefined
    : `no settings: there is no .env in ${targetFolder()}, and TARGET is not set, so this is the sandbox; ` +
      `a target is named with --target FOLDER, which ${typed('init', ['FOLDER'])} makes`;

/** @param {string} program @param {readonly string[]} args */
const typed = (program, args) => {
  if (project) return ['npx payment-conformance', ...(program === 'start' ? [] : [program]), ...args].join(' ');
  const script = program === 'start' ? 'npm start' : `npm run ${program}`;
  return args.length > 0 ? `${script} -- ${args.join(' ')}` : script;
};

/** @param {string} path */
const shown = (path) => (/^[\w./:\\-]+$/.test(path) ? path : JSON.stringify(path));

/** @param {string} where @param {string} folder */
const noFolder = (where, folder) => `${where}: ${folder} is no folder. Make it with: ${toInit(folder)}`;

/** @param {string} path */
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
