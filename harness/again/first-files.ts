import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History, KeptRun } from '../baselines/history/history.ts';

/** Kept runs that an error names. */
const named = 5;
const subjects = 'interface/rules/subjects';

/** The spec files that a run takes first, and why, in words. */
interface First {
  files: string[];
  why: string;
}

/**
 * The spec files of what failed or changed last.
 *
 * @param since a commit: then what has changed since, and what failed in the last kept run. Or the time at which a kept
 *   run began, or the beginning of one, or `last`: then what failed in that run or a later one, and what has changed since
 *   the commit that it was of
 * @param root the suite
 * @param target as in reports/history
 * @throws Error when it is neither
 */
export const firstFiles = (since: string, root: string, history: History, target: string): First => {
  const kept = [...upTo(history.runs(target), since)];
  const oldest = kept.at(-1);
  const isRun = since === 'last' ? oldest !== undefined : oldest !== undefined && isMeant(oldest, since);
  const commit = commitOf(root, isRun ? (oldest?.results.run.commit ?? '') : since);
  if (!isRun && commit === undefined) throw neither(since, history, target);
  const failed = (isRun ? kept : kept.slice(0, 1)).flatMap(failedFiles);
  const changed = commit === undefined ? [] : changedSince(root, commit, kept[0]);
  // A file may be gone by now.
  const files = [...new Set([...failed, ...changed])].filter((file) => existsSync(join(root, file))).sort();
  return { files, why: `${new Set(failed).size} with failures, ${new Set(changed).size} changed since ${since}` };
};

/** The runs up to the one that is meant, newest first; where none is meant, the last one, or nothing. */
const upTo = (runs: Iterable<KeptRun>, since: string): KeptRun[] => {
  const found: KeptRun[] = [];
  for (const run of runs) {
    found.push(run);
    if (since === 'last' || isMeant(run, since)) return found;
    // Whoever names a commit is not kept waiting for all runs to be read.
    if (!isTime(since)) break;
  }
  return found.slice(0, 1);
};

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);

/** Times are written as in results.json, or as the names of the files are. */
const isMeant = ({ results: { run } }: KeptRun, since: string): boolean =>
  isTime(since) &&
  [run.startedAt, run.startedAt.replaceAll(':', '-')].some((start) => start.startsWith(since.replace(/\.json$/, '')));

const failedFiles = ({ results }: KeptRun): string[] =>
  results.rules.flatMap(({ tests }) => tests.filter(({ verdict }) => verdict === 'fail').map(({ file }) => file));

/** Specs that have changed since a commit, and those of rules whose row has. */
const changedSince = (root: string, commit: string, last: KeptRun | undefined): string[] => {
  const changed = (folder: string): string[] =>
    [
      ...git(root, 'diff', '--name-only', '--relative', commit, '--', folder).split('\n'),
      ...git(root, 'ls-files', '--others', '--exclude-standard', '--', folder).split('\n'),
    ].filter((file) => file !== '');
  const rules = new Set(changed(subjects).flatMap((file) => changedRows(root, commit, file)));
  const ofRules = (last?.results.rules ?? []).filter(({ id }) => rules.has(id));
  return [
    ...changed('tests').filter((file) => file.endsWith('.spec.ts')),
    ...ofRules.flatMap(({ tests }) => tests.map(({ file }) => file)),
  ];
};

/** The ids of rows that are not as they were. */
const changedRows = (root: string, commit: string, file: string): string[] => {
  const path = join(root, file);
  const now = rowsOf(existsSync(path) ? readFileSync(path, 'utf8') : '');
  const before = rowsOf(git(root, 'show', `${commit}:./${file}`));
  return [...now].filter(([id, row]) => before.get(id) !== row).map(([id]) => id);
};

/** The rows in the text of a file of the catalogue, by id. */
const rowsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^(?= {2}'[\w.-]+': )/m)
      .slice(1)
      .map((row) => [row.slice(3, row.indexOf("'", 3)), row.trim()]),
  );

/** The full id of a commit; undefined where there is none of that name, or no git clone. */
const commitOf = (root: string, name: string): string | undefined =>
  /^[\w./~^@{}][\w./~^@{}-]{0,200}$/.test(name) && existsSync(join(root, '.git'))
    ? git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`).trim() || undefined
    : undefined;

/** What git says; nothing where it refuses. */
const git = (root: string, ...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
};

const neither = (since: string, history: History, target: string): Error => {
  const starts: string[] = [];
  for (const { results } of history.runs(target)) if (starts.push(results.run.startedAt) === named) break;
  const kept = starts.length > 0 ? `Kept runs of ${target}: ${starts.join(', ')}` : `No run of ${target} is kept yet`;
  return new Error(
    `--since: ${JSON.stringify(since.slice(0, 100))} is neither a commit of the suite, nor the time at which a kept run ` +
      `began, nor last. ${kept}.`,
  );
};
