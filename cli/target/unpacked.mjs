import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { copies, suiteRoot } from '../../helpers/settings/command-line/target-folder.mjs';

const packages = `${sep}node_modules${sep}`;

/**
 * The folder from which the suite can run. Playwright compiles nothing below `node_modules`, so a package is copied to
 * a folder beside `node_modules` at the first use of a version.
 *
 * @throws {Error} when the suite cannot be copied
 */
export const unpacked = () => {
  const at = suiteRoot.lastIndexOf(packages);
  if (at < 0) return suiteRoot;
  const place = join(suiteRoot.slice(0, at), copies);
  if (place.includes(packages))
    throw new Error(`Install the suite with npm: ${suiteRoot} is not a folder where npm installs packages.`);
  const { version } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8'));
  const folder = join(place, `${version}-${stateOf(suiteRoot).slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, '.gitignore'), '*\n');
  const copy = mkdtempSync(join(place, 'new-'));
  try {
    cpSync(suiteRoot, copy, { recursive: true, verbatimSymlinks: true });
    renameSync(copy, folder);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    // Ignored when another process has made the same copy in the meantime.
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

/**
 * A hash over the files of the package and the package.json files of its own node_modules.
 *
 * @param {string} root
 */
const stateOf = (root) => {
  const hash = createHash('sha256');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const path = relative(root, file);
    if (path.startsWith('node_modules') && !path.endsWith('package.json')) continue;
    hash.update(`${path}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
};
