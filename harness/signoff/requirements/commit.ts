import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { generatedInTarget, suiteFiles, type SuiteFile } from '../../results/proof/suite-hash.ts';

/**
 * Verifies that the files on disk are those of the current commit. Computes the git tree hash of the files and compares
 * it with the tree of the commit, so that index flags, filters, ignored or untracked files, replaced objects, sparse
 * checkouts and environment variables cannot hide a change.
 *
 * @returns the full id of the commit
 * @throws when a file differs, is missing or is not in the commit, when there is a link, or no git clone
 */
export const cleanCommit = (root: string): string => {
  if (!existsSync(join(root, '.git')))
    throw new Error(
      'A sign-off names the commit of the suite, but this is not a git clone. Sign off from a git clone.',
    );
  const { commit, tree } = headOf(root);
  return compared(root, suiteFiles(root), { commit, tree, files: (id) => committedFiles(root, id) });
};

/**
 * The same for the folder of a target, which is a git clone or part of one. Ignores keys and the output of runs.
 */
export const cleanFolder = (folder: string): string => {
  const root = cloneAround(folder);
  if (!root)
    throw new Error(
      `A sign-off names the commit of the target's folder, but ${folder} is not in a git clone. Commit it to one.`,
    );
  const { commit, tree: whole } = headOf(root);
  const path = relative(root, folder).replaceAll(sep, '/');
  const tree = path === '' ? whole : git(root, 'ls-tree', '-d', '--full-tree', commit, path).toString().split(/\s/)[2];
  if (!tree) throw new Error(`${folder} is not in the commit: commit it, then sign off.`);
  return compared(folder, suiteFiles(folder, generatedInTarget), {
    commit,
    tree,
    files: (id) => committedFiles(root, id),
  });
};

const cloneAround = (folder: string): string | undefined => {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : cloneAround(dirname(folder));
};

interface Committed {
  commit: string;
  tree: string;
  files: (tree: string) => Map<string, string>;
}

const compared = (
  folder: string,
  files: readonly SuiteFile[],
  { commit, tree, files: committedIn }: Committed,
): string => {
  const hash = hashOf(commit);
  if (treeId(files, hash) === tree) {
    const links = files.filter(({ mode }) => mode === '120000');
    if (links.length === 0) return commit;
    throw new Error(
      `The commit has symbolic links, whose targets cannot be verified:\n${listed(links.map(({ path }) => path))}\n` +
        'Replace them with files, then sign off.',
    );
  }
  const changes = differences(files, committedIn(tree), hash);
  throw new Error(
    `The working tree has changes, in ${folder}:\n${listed(changes)}\n` +
      'Commit them or undo them (git stash --include-untracked), then sign off. To undo index flags, use ' +
      'git update-index --no-assume-unchanged and --no-skip-worktree.',
  );
};

const listed = (lines: readonly string[]): string => {
  const more = lines.length > 10 ? [`  and ${lines.length - 10} more`] : [];
  return [...lines.slice(0, 10).map((line) => `  ${line}`), ...more].join('\n');
};

type Hash = (kind: 'blob' | 'tree' | 'commit', content: Buffer) => string;

/** The hash function of the repository, recognised by the length of an id. */
const hashOf =
  (id: string): Hash =>
  (kind, content) =>
    createHash(id.length === 64 ? 'sha256' : 'sha1')
      .update(`${kind} ${content.length}\0`)
      .update(content)
      .digest('hex');

/** Runs git isolated from environment variables and the configuration of user and system. */
const git = (root: string, ...args: string[]): Buffer => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name)));
  // Without the user's configuration, safe.directory must be set here.
  const fixed = ['--no-replace-objects', '-c', 'safe.directory=*', '-c', 'core.fsmonitor=false'];
  try {
    return execFileSync('git', [...fixed, '--git-dir', join(root, '.git'), ...args], {
      cwd: root,
      env: { ...env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    throw new Error(`git cannot read the commit: ${String(error)}`, { cause: error });
  }
};

const headOf = (root: string): { commit: string; tree: string } => {
  const commit = git(root, 'rev-parse', '--verify', 'HEAD^{commit}').toString().trim();
  const content = git(root, 'cat-file', 'commit', commit);
  const [, tree] = /^tree ([0-9a-f]+)\n/.exec(content.toString('latin1')) ?? [];
  if (!tree || hashOf(commit)('commit', content) !== commit)
    throw new Error(`The commit ${commit} is damaged: clone the repository again, then sign off.`);
  return { commit, tree };
};

/** The git tree id of files. Folders are trees themselves, and sort as if their names ended with a slash. */
const treeId = (files: readonly SuiteFile[], hash: Hash, folder = ''): string => {
  const entries = new Map<string, SuiteFile | SuiteFile[]>();
  for (const file of files) {
    const [name = '', ...rest] = file.path.slice(folder.length).split('/');
    const inFolder = entries.get(`${name}/`);
    if (rest.length === 0) entries.set(name, file);
    else if (Array.isArray(inFolder)) inFolder.push(file);
    else entries.set(`${name}/`, [file]);
  }
  const rows = [...entries]
    .map(([name, entry]) => ({ key: Buffer.from(name), entry }))
    .sort((one, other) => Buffer.compare(one.key, other.key))
    .flatMap(({ key, entry }) => {
      const isFolder = Array.isArray(entry);
      const name = isFolder ? key.toString().slice(0, -1) : key.toString();
      const id = isFolder ? treeId(entry, hash, `${folder}${name}/`) : hash('blob', entry.content);
      return [Buffer.from(`${isFolder ? '40000' : entry.mode} ${name}\0`), Buffer.from(id, 'hex')];
    });
  return hash('tree', Buffer.concat(rows));
};

/** The mode and id of each committed path, used only to list differences. */
const committedFiles = (root: string, tree: string): Map<string, string> => {
  const lines = git(root, 'ls-tree', '-r', '-z', '--full-tree', tree).toString().split('\0').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [facts = '', path = ''] = line.split('\t');
      const [mode, , id] = facts.split(' ');
      return [path, `${mode} ${id}`];
    }),
  );
};

const differences = (files: readonly SuiteFile[], committed: ReadonlyMap<string, string>, hash: Hash): string[] => {
  const onDisk = new Map(files.map(({ path, mode, content }) => [path, `${mode} ${hash('blob', content)}`]));
  const found = [
    ...[...committed].flatMap(([path, was]) => {
      const is = onDisk.get(path);
      if (is === undefined) return [`missing  ${path}`];
      return is === was ? [] : [`${is.split(' ')[1] === was.split(' ')[1] ? 'mode   ' : 'changed'}  ${path}`];
    }),
    ...[...onDisk.keys()].filter((path) => !committed.has(path)).map((path) => `not in the commit  ${path}`),
  ];
  return found.length > 0 ? found : ['the git objects do not match the commit; clone the repository again'];
};
