import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { filesOfTarball } from './tarball.ts';

/** What is known of the packages that the suite runs with. */
interface Packages {
  /** SHA-256 over the path and the content of every file below node_modules. */
  hash: string;
  /** Packages whose files are those of the tarball that package-lock.json names by its integrity. */
  proven: number;
  /** Packages whose tarball is not in npm's cache: of them only the hash is known. */
  unproven: string[];
}

interface Locked {
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
}

/** The hash of what is installed; see Packages. What npm notes for itself and the caches of tools are left out. */
export const packagesHash = (root: string): string => hashOf(digests(root));

/**
 * Holds node_modules against package-lock.json: each file has to be the one of the tarball with the locked integrity,
 * which npm keeps in its cache when it has installed it. Nothing is fetched.
 *
 * @param cache the folder of npm's cache
 * @throws when a file was changed, added or is missing; the message names some of them
 */
export const checkPackages = (root: string, cache = npmCache()): Packages => {
  if (!existsSync(join(root, 'package-lock.json')))
    throw new Error(`A sign-off compares packages with package-lock.json, and there is none in ${root}.`);
  const installed = digests(root);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const expected = new Map<string, string>();
  const scripted: string[] = [];
  const unproven: string[] = [];
  const problems: string[] = [];
  let proven = 0;
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '' || !locked.integrity) continue;
    if (!existsSync(join(root, path))) {
      if (!locked.optional) problems.push(`${path} is not installed`);
      continue;
    }
    const tarball = tarballOf(cache, locked.integrity);
    if (!tarball) {
      unproven.push(path);
      continue;
    }
    proven += 1;
    if (locked.hasInstallScript) scripted.push(`${path}/`);
    for (const [name, content] of filesOfTarball(tarball)) expected.set(`${path}/${name}`, sha256(content));
  }
  const known = new Set(expected.values());
  const unprovenPaths = unproven.map((path) => `${path}/`);
  for (const [file, digest] of expected) {
    const is = installed.get(file);
    // An install script may put a file of another locked package in the place of one of its own.
    const isPutThere = is !== undefined && known.has(is) && scripted.some((path) => file.startsWith(path));
    if (is !== digest && !isPutThere) problems.push(`${file} ${is === undefined ? 'is missing' : 'was changed'}`);
  }
  for (const file of installed.keys()) {
    if (!expected.has(file) && !unprovenPaths.some((path) => file.startsWith(path)))
      problems.push(`${file} belongs to no locked package`);
  }
  if (problems.length > 0) {
    const more = problems.length > 10 ? [`  and ${problems.length - 10} more`] : [];
    throw new Error(
      `The packages are not those of package-lock.json:\n` +
        `${[...problems.slice(0, 10).map((line) => `  ${line}`), ...more].join('\n')}\n` +
        'Install them anew (npm ci), then sign off.',
    );
  }
  return { hash: hashOf(installed), proven, unproven };
};

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const hashOf = (files: ReadonlyMap<string, string>): string => {
  const hash = createHash('sha256');
  for (const [file, digest] of files) hash.update(`${file}\n${digest}\n`);
  return hash.digest('hex');
};

/** The digest of each file by its path in the repository, sorted. */
const digests = (root: string): Map<string, string> => {
  const found = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      // Neither can be imported: .bin has links to programs, the others are what npm and tools keep.
      if (name === '.bin' || (folder === 'node_modules' && /^\.(package-lock\.json|cache)$/.test(name))) continue;
      const path = `${folder}/${name}`;
      const kind = lstatSync(join(root, path));
      if (kind.isDirectory()) walk(path);
      else if (kind.isFile()) found.set(path, sha256(readFileSync(join(root, path))));
      else throw new Error(`${path} is a link: a sign-off cannot tell what it leads to. Install anew (npm ci).`);
    }
  };
  if (existsSync(join(root, 'node_modules'))) walk('node_modules');
  return found;
};

/** npm says where its cache is to what it starts. */
const npmCache = (): string => process.env.npm_config_cache ?? join(homedir(), '.npm');

/** The tarball with an integrity, from npm's cache. One that was tampered with there counts as absent. */
const tarballOf = (cache: string, integrity: string): Buffer | undefined => {
  const [algorithm = '', digest = ''] = integrity.split('-');
  const hex = Buffer.from(digest, 'base64').toString('hex');
  const file = join(cache, '_cacache', 'content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
  if (!/^sha(256|384|512)$/.test(algorithm) || !existsSync(file)) return undefined;
  const tarball = readFileSync(file);
  return createHash(algorithm).update(tarball).digest('hex') === hex ? tarball : undefined;
};
