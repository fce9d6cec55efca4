import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What is no part of the suite: packages, settings, and what a run writes. .gitignore has the same list. */
const generated =
  /^(\.git|\.npm|\.journal|node_modules|test-results|benchmarks\/(work|newman\/node_modules)|\.env(\.(?!example$).*)?|reports\/(?!README\.md$).*)$/;

/** The same of the folder of a target. */
export const generatedInTarget = /^(\.git|\.journal|\.payment-conformance|node_modules|\.env(\..*)?|reports)$/;

/** What decides, wherever it lies: programs, what is installed for them and how they are compiled. */
const decides = /\.[cm]?[jt]sx?$|(^|\/)(package(-lock)?|tsconfig[\w.]*)\.json$/;

/** A file as it lies on the disk. */
export interface SuiteFile {
  /** Relative to the repository, with slashes whatever the system. */
  path: string;
  /** As git writes it: 100644, 100755, or 120000 for a link; `none` for what git cannot hold. */
  mode: '100644' | '100755' | '120000' | 'none';
  /** Of a link, what it points at. */
  content: Buffer;
}

/**
 * Every file of the suite, tracked by git or not, whatever git was told to overlook. Git itself is not asked.
 *
 * @param without what is no part of it
 * @returns sorted by path
 */
export const suiteFiles = (root: string, without = generated): SuiteFile[] =>
  below(root, '', without).sort((one, other) => (one.path < other.path ? -1 : 1));

/**
 * A hash over all programs of the suite, in whatever folder. It stays the same from clone to clone, and changes with a
 * single byte in one of them. Texts and what is recorded of targets are left out: they prove nothing.
 *
 * @returns SHA-256 in hexadecimal
 */
export const suiteHash = (root: string): string => {
  const hash = createHash('sha256');
  for (const { path, content } of suiteFiles(root).filter((file) => decides.test(file.path)))
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
