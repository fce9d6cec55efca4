// npm run hand-on: copies reports to where a pipeline takes them from, if they were searched for keys. Plain, and without
// packages, so that it can also say no where the packages could not be installed.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enterTargetFolderOrEnd } from '../../helpers/settings/command-line/target-folder.mjs';

const usage = `npm run hand-on: copies reports to where a pipeline takes them from, if they were searched for keys.

  npm run hand-on -- FOLDER ...

Each FOLDER is reports, or that of a shard (reports/shards/1-of-4). It is copied to reports/ready, without history and
shards, if the run that wrote it has searched it for keys and came to its end. What a pipeline uploads or publishes
comes from there alone.

Exit codes
  0  copied
  1  nothing is there to be handed on
  3  the arguments are wrong`;

/** Written by a run as its last act. */
const mark = 'searched.json';

/** What a pipeline takes, relative to the repository. */
const ready = 'reports/ready';

/** Kept for the next run, or handed on by themselves. */
const left = new Set(['history', 'shards', 'ready']);

/**
 * From now on nobody takes what lies in a folder of reports for searched.
 *
 * @param {string} folder
 */
export const forgetSearch = (folder) => rmSync(join(folder, mark), { force: true });

/**
 * Notes that everything in a folder of reports was searched for keys, by a search that proved that it sees.
 *
 * @param {string} folder
 */
export const noteSearch = (folder) =>
  writeFileSync(join(folder, mark), `${JSON.stringify({ searchedAt: new Date().toISOString() })}\n`);

/**
 * @param {string} folder
 * @returns {boolean}
 */
export const wasSearched = (folder) => existsSync(join(folder, mark));

/**
 * Copies searched reports, all or none.
 *
 * @param {string} root the repository
 * @param {readonly string[]} folders relative to it
 * @returns {string[]} the folders that cannot be handed on; empty when all were copied
 */
const handOn = (root, folders) => {
  rmSync(join(root, ready), { recursive: true, force: true });
  const inReports = (/** @type {string} */ folder) => relative(join(root, 'reports'), resolve(root, folder));
  const refused = folders.filter((one) => inReports(one).startsWith('..') || !wasSearched(resolve(root, one)));
  if (refused.length > 0) return refused;
  for (const folder of folders) {
    const to = join(root, ready, inReports(folder));
    mkdirSync(to, { recursive: true });
    // A folder cannot be copied into itself as a whole.
    for (const name of readdirSync(resolve(root, folder))) {
      if (!left.has(name)) cpSync(resolve(root, folder, name), join(to, name), { recursive: true });
    }
  }
  return [];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2);
  enterTargetFolderOrEnd(folders, true);
  if (folders.includes('--help') || folders.includes('-h')) {
    console.log(usage);
  } else if (folders.length === 0 || folders.some((one) => one.startsWith('-'))) {
    console.error(usage);
    process.exitCode = 3;
  } else {
    const refused = handOn(process.cwd(), folders);
    for (const folder of refused) {
      console.error(
        `${folder}: was not searched for keys to the end, so it may hold some and is not handed on. Look at it where it is.`,
      );
    }
    process.exitCode = refused.length > 0 ? 1 : 0;
  }
}
