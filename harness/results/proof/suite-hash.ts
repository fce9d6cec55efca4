import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Files that are not part of the suite: packages, settings, and the output of runs. .gitignore has the same list. */
const generated =
  /^(\.git|\.npm|\.journal|node_modules|test-results|benchmarks\/(work|newman\/node_modules)|\.env(\.(?!example$).*)?|reports\/(?!README\.md$).*)$/;

/** Files that are not part of the folder of a target. */
export const generatedInTarget = /^(\.git|\.journal|\.payment-conformance|node_modules|\.env(\..*)?|reports)$/;

/** Files that influence results: programs, package files and compiler settings, in any folder. */
const influential = /\.[cm]?[jt]sx?$|(^|\/)(package(-lock)?|tsconfig[\w.]*)\.json$/;

/** A file on the disk. */
export interface SuiteFile {
  /** Relative to the repository, with slashes on every system. */
  path: string;
  /** The file mode of git: 100644, 100755, or 120000 for a link; `none` for types that git does not support. */
  mode: '100644' | '100755' | '120000' | 'none';
  /** The content; for a link, its target. */
  content: Buffer;
}

/**
 * Lists every file of the suite, tracked by git or not. Does not use git, so that its ignore rules have no influence.
 *
 * @param without the paths to leave out
 * @returns the files, sorted by path
 */
export const suiteFiles = (root: string, without = generated): SuiteFile[] =>
  below(root, '', without).sort((one, other) => (one.path < other.path ? -1 : 1));

/**
 * A hash of all programs of the suite, in any folder. It is the same in every clone, and changes with every byte of a
 * program. Documentation and recorded data are left out, because they do not influence results.
 *
 * @returns SHA-256 in hexadecimal
 */
export const suiteHash = (root: string): string => {
  const hash = createHash('sha256');
  for (const { path, content } of suiteFiles(root).filter((file) => influential.test(file.path)))
    hash.update(`${path}\n${content.length}\n`).update(content);
  return hash.digest('hex');
};

const below = (root: string, folder: string, without: RegExp): SuiteFile[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (without.test(path)) return [];
    return lstatSync(join(root, path)).isDirectory() ? below(root, path, without) : [fileAt(root, path)];
  });

const fileAt = (root: string, path: string): SuiteFile => {
  const full = join(root, path);
  const found = lstatSync(full);
  if (found.isSymbolicLink()) return { path, mode: '120000', content: Buffer.from(readlinkSync(full)) };
  if (!found.isFile()) return { path, mode: 'none', content: Buffer.alloc(0) };
  return { path, mode: found.mode & 0o100 ? '100755' : '100644', content: readFileSync(full) };
};
