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
  try {
    // Without its own .git, the folder may be inside another repository.
    if (!existsSync(join(root, '.git'))) return { commit: null, modified: false };
    const args = ['status', '--porcelain=v2', '--branch', '--untracked-files=no'];
    const said = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const commit = /^# branch\.oid ([\da-f]+)$/m.exec(said)?.[1] ?? null;
    return { commit, modified: commit !== null && /^[^#]/m.test(said) };
  } catch {
    return { commit: null, modified: false };
  }
};
