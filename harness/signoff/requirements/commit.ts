import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { generatedInTarget, suiteFiles, type SuiteFile } from '../../results/proof/suite-hash.ts';

/**
 * The commit that the files on the disk are. The tree of the files is hashed here, as git hashes one, and has to be the
 * tree that the commit names. So nothing that git is told to overlook (index flags, filters, ignored or untracked
 * files, replaced objects, sparse checkouts, variables of the environment) hides a change.
 *
 * @returns the full id of the commit
 * @throws when a file differs, is missing or is not in the commit, when there is a link, or no git clone
 */
export const cleanCommit = (root: string): string => {
  if (!existsSync(join(root, '.git')))
    throw new Error('A sign-off names the commit of the suite, and this is no git clone.');
  const { commit, tree } = headOf(root);
  return compared(root, suiteFiles(root), { commit, tree, files: (id) => committedFiles(root, id) });
};

/**
 * The same for the folder of a target, which is a clone or a part of one. Keys and what runs write are no part of it.
 */
export const cleanFolder = (folder: string): string => {
  const root = cloneAround(folder);
  if (!root) throw new Error(`A sign-off names the commit of the target's folder, and ${folder} is in no git clone.`);
  const { commit, tree: whole } = headOf(root);
  const path = relative(root, folder).replaceAll(sep, '/');
  const tree = path === '' ? whole : git(root, 'ls-tree', '-d', '--full-tree', commit, path).toString().split(/\s/)[2];
  if (!tree) throw new Error(`Nothing of ${folder} is in the commit: commit it, then sign off.`);
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
      `The commit has symbolic links, and a sign-off cannot tell what they lead to:\n${listed(links.map(({ path }) => path))}\n` +
        'Replace them with files, then sign off.',
    );
  }
  const changes = differences(files, committedIn(tree), hash);
  throw new Error(
    `The working tree has changes, in ${folder}:\n${listed(changes)}\n` +
      'Commit them or take them back (git stash --include-untracked), then sign off. Flags of the index are taken back ' +
      'with git update-index --no-assume-unchanged and --no-skip-worktree.',
  );
};

const listed = (lines: readonly string[]): string => {
  const more = lines.length > 10 ? [`  and ${lines.length - 10} more`] : [];
  return [...lines.slice(0, 10).map((line) => `  ${line}`), ...more].join('\n');
};

type Hash = (kind: 'blob' | 'tree' | 'commit', content: Buffer) => string;

/** How the repository of an id hashes its objects. */
const hashOf =
  (id: string): Hash =>
  (kind, content) =>
    createHash(id.length === 64 ? 'sha256' : 'sha1')
      .update(`${kind} ${content.length}\0`)
      .update(content)
      .digest('hex');

/** Git without anything that could lead it elsewhere: no variables, no configuration of user or system, no filters. */
const git = (root: string, ...args: string[]): Buffer => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name)));
  // What the configuration of the user says about the owners of folders is gone with it.
  const fixed = ['--no-replace-objects', '-c', 'safe.directory=*', '-c', 'core.fsmonitor=false'];
  try {
    return execFileSync('git', [...fixed, '--git-dir', join(root, '.git'), ...args], {
      cwd: root,
      env: { ...env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    throw new Error(`git does not tell the commit: ${String(error)}`, { cause: error });
  }
};

const headOf = (root: string): { commit: string; tree: string } => {
  const commit = git(root, 'rev-parse', '--verify', 'HEAD^{commit}').toString().trim();
  const content = git(root, 'cat-file', 'commit', commit);
  const [, tree] = /^tree ([0-9a-f]+)\n/.exec(content.toString('latin1')) ?? [];
  if (!tree || hashOf(commit)('commit', content) !== commit)
    throw new Error(`The commit ${commit} is damaged: clone the repository anew, then sign off.`);
  return { commit, tree };
};

/** The id of the tree of files. Folders have a tree of their own, and sort as if their names ended in a slash. */
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

/** Mode and id of each path, as git lists them; only to say what differs. */
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
  return found.length > 0 ? found : ['the objects of git are not those of the commit; clone the repository anew'];
};
