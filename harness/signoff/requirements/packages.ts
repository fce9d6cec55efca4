import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { filesOfTarball } from './tarball.ts';

/** The installed packages of the suite. */
interface Packages {
  /** The SHA-256 hash of the path and content of every file in node_modules. */
  hash: string;
  /** The number of packages whose files match the tarball with the integrity in package-lock.json. */
  proven: number;
  /** The packages whose tarball is not in npm's cache, so that their files cannot be compared. */
  unproven: string[];
}

interface Locked {
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
}

/** The hash of the installed packages; see Packages. Leaves out npm's own files and the caches of tools. */
export const packagesHash = (root: string): string => hashOf(digests(root));

/**
 * Compares node_modules with package-lock.json: each file must match the tarball with the locked integrity in npm's
 * cache. Sends no requests.
 *
 * @param cache the folder of npm's cache
 * @throws when a file was changed, was added or is missing; the message names some of them
 */
export const checkPackages = (root: string, cache = npmCache()): Packages => {
  if (!existsSync(join(root, 'package-lock.json')))
    throw new Error(
      `A sign-off compares packages with package-lock.json, but there is none in ${root}. Create it with: npm install`,
    );
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
    // An install script may replace a file of its package with a file of another locked package.
    const isReplaced = is !== undefined && known.has(is) && scripted.some((path) => file.startsWith(path));
    if (is !== digest && !isReplaced) problems.push(`${file} ${is === undefined ? 'is missing' : 'was changed'}`);
  }
  for (const file of installed.keys()) {
    if (!expected.has(file) && !unprovenPaths.some((path) => file.startsWith(path)))
      problems.push(`${file} belongs to no locked package`);
  }
  if (problems.length > 0) {
    const more = problems.length > 10 ? [`  and ${problems.length - 10} more`] : [];
    throw new Error(
      `The packages do not match package-lock.json:\n` +
        `${[...problems.slice(0, 10).map((line) => `  ${line}`), ...more].join('\n')}\n` +
        'Install them again (npm ci), then sign off.',
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

/** The digest of each file by path in the repository, sorted. */
const digests = (root: string): Map<string, string> => {
  const found = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      // None of these can be imported: .bin has links to programs, the others are files of npm and tools.
      if (name === '.bin' || (folder === 'node_modules' && /^\.(package-lock\.json|cache)$/.test(name))) continue;
      const path = `${folder}/${name}`;
      const kind = lstatSync(join(root, path));
      if (kind.isDirectory()) walk(path);
      else if (kind.isFile()) found.set(path, sha256(readFileSync(join(root, path))));
      else throw new Error(`${path} is a link, whose target a sign-off cannot verify. Install again (npm ci).`);
    }
  };
  if (existsSync(join(root, 'node_modules'))) walk('node_modules');
  return found;
};

/** npm passes the path of its cache to the programs it starts. */
const npmCache = (): string => process.env.npm_config_cache ?? join(homedir(), '.npm');

/** The tarball with an integrity from npm's cache; undefined when it is missing or does not match. */
const tarballOf = (cache: string, integrity: string): Buffer | undefined => {
  const [algorithm = '', digest = ''] = integrity.split('-');
  const hex = Buffer.from(digest, 'base64').toString('hex');
  const file = join(cache, '_cacache', 'content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
  if (!/^sha(256|384|512)$/.test(algorithm) || !existsSync(file)) return undefined;
  const tarball = readFileSync(file);
  return createHash(algorithm).update(tarball).digest('hex') === hex ? tarball : undefined;
};
