import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The commit of a working tree without any change.
 *
 * @throws when there is a change, or no git: what was run could then not be found again
 */
export const cleanCommit = (root: string): string => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
  if (!existsSync(join(root, '.git')))
    throw new Error('A sign-off names the commit of the suite, and this is no git clone.');
  let changes: string[];
  let commit: string;
  try {
    commit = git('rev-parse', 'HEAD');
    changes = git('status', '--porcelain').split('\n').filter(Boolean);
  } catch (error) {
    throw new Error(`git does not tell the commit of the suite: ${String(error)}`, { cause: error });
  }
  if (changes.length === 0) return commit;
  const more = changes.length > 10 ? [`  and ${changes.length - 10} more`] : [];
  const listed = [...changes.slice(0, 10).map((line) => `  ${line}`), ...more].join('\n');
  throw new Error(
    `The working tree has changes:\n${listed}\nCommit them or take them back (git stash), then sign off.`,
  );
};
