// npm run hand-on: copies reports for upload by a pipeline, if they were searched for keys. Plain JavaScript without
// packages, so that it also runs, and refuses, when the packages could not be installed.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enterTargetFolderOrEnd } from '../../helpers/settings/command-line/target-folder.mjs';

const usage = `npm run hand-on: copies reports for upload by a pipeline, if they were searched for keys.

  npm run hand-on -- FOLDER ...

Each FOLDER is reports, or the folder of a shard (reports/shards/1-of-4). It is copied to reports/ready, without history
and shards, if its run searched it for keys and ended normally. A pipeline uploads and publishes only reports/ready.

Exit codes
  0  copied
  1  nothing was copied, because a folder was not searched for keys
  3  the arguments are wrong`;

/** The file that a run writes last. */
const mark = 'searched.json';

/** The folder that a pipeline uploads, relative to the repository. */
const ready = 'reports/ready';

/** Folders that are kept for the next run or handed on separately. */
const excluded = new Set(['history', 'shards', 'ready']);

/**
 * Marks a folder of reports as not searched.
 *
 * @param {string} folder
 */
export const forgetSearch = (folder) => rmSync(join(folder, mark), { force: true });

/**
 * Marks a folder of reports as completely searched for keys by a tested search.
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
    // Copy entry by entry, because a folder cannot be copied into itself.
    for (const name of readdirSync(resolve(root, folder))) {
      if (!excluded.has(name)) cpSync(resolve(root, folder, name), join(to, name), { recursive: true });
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
        `${folder}: was not completely searched for keys and may contain some: not copied. Inspect it in place.`,
      );
    }
    process.exitCode = refused.length > 0 ? 1 : 0;
  }
}
