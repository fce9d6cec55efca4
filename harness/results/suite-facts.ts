import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface SuiteFacts {
  suiteVersion: string;
  commit: string | null;
  modified: boolean;
}

/** The version and commit of the suite in a folder. The commit is null without git or commits. */
export const suiteFacts = (root: string): SuiteFacts => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { suiteVersion: version, ...commitOf(root) };
};

const commitOf = (root: string): Pick<SuiteFacts, 'commit' | 'modified'> => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // Without its own .git, the folder may be inside another repository.
    if (!existsSync(join(root, '.git'))) return { commit: null, modified: false };
    return { commit: git('rev-parse', 'HEAD'), modified: git('status', '--porcelain', '--untracked-files=no') !== '' };
  } catch {
    return { commit: null, modified: false };
  }
};
