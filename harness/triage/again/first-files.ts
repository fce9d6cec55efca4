import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History, KeptRun } from '../../baselines/history/history.ts';

/** The number of kept runs that an error lists. */
const listedRuns = 5;
const subjects = 'interface/rules/subjects';

/** The spec files that a run starts with, and the reason as text. */
interface First {
  files: string[];
  why: string;
}

/**
 * Finds the spec files that failed or changed recently.
 *
 * @param since a commit: selects files that changed since it or failed in the last kept run. Or the start time of a
 *   kept run, a prefix of that time, or `last`: selects files that failed in that run or a later one, or changed since
 *   the commit of that run
 * @param root the folder of the suite
 * @param target its name in reports/history
 * @throws Error when `since` is neither a commit nor a kept run
 */
export const firstFiles = (since: string, root: string, history: History, target: string): First => {
  const kept = [...upTo(history.runs(target), since)];
  const oldest = kept.at(-1);
  const isRun = since === 'last' ? oldest !== undefined : oldest !== undefined && isMeant(oldest, since);
  const commit = commitOf(root, isRun ? (oldest?.results.run.commit ?? '') : since);
  if (!isRun && commit === undefined) throw neither(since, history, target);
  const failed = (isRun ? kept : kept.slice(0, 1)).flatMap(failedFiles);
  const changed = commit === undefined ? [] : changedSince(root, commit, kept[0]);
  // A file may have been deleted since.
  const files = [...new Set([...failed, ...changed])].filter((file) => existsSync(join(root, file))).sort();
  return { files, why: `${new Set(failed).size} with failures, ${new Set(changed).size} changed since ${since}` };
};

/** The runs back to the one that `since` names, newest first; at most the newest run when it names none. */
const upTo = (runs: Iterable<KeptRun>, since: string): KeptRun[] => {
  const found: KeptRun[] = [];
  for (const run of runs) {
    found.push(run);
    if (since === 'last' || isMeant(run, since)) return found;
    // A commit needs only the newest run: do not read the others.
    if (!isTime(since)) break;
  }
  return found.slice(0, 1);
};

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);

/** Accepts times as results.json and the file names of the history write them. */
const isMeant = ({ results: { run } }: KeptRun, since: string): boolean =>
  isTime(since) &&
  [run.startedAt, run.startedAt.replaceAll(':', '-')].some((start) => start.startsWith(since.replace(/\.json$/, '')));

const failedFiles = ({ results }: KeptRun): string[] =>
  results.rules.flatMap(({ tests }) => tests.filter(({ verdict }) => verdict === 'fail').map(({ file }) => file));

/** The specs that changed since a commit, and the specs of rules whose catalogue row changed. */
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

/** The ids of new or changed rows. */
const changedRows = (root: string, commit: string, file: string): string[] => {
  const path = join(root, file);
  const now = rowsOf(existsSync(path) ? readFileSync(path, 'utf8') : '');
  const before = rowsOf(git(root, 'show', `${commit}:./${file}`));
  return [...now].filter(([id, row]) => before.get(id) !== row).map(([id]) => id);
};

/** The rows of a catalogue file by rule id. */
const rowsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^(?= {2}'[\w.-]+': )/m)
      .slice(1)
      .map((row) => [row.slice(3, row.indexOf("'", 3)), row.trim()]),
  );

/** The full id of a commit; undefined when the name is unknown or the suite is not a git clone. */
const commitOf = (root: string, name: string): string | undefined =>
  /^[\w./~^@{}][\w./~^@{}-]{0,200}$/.test(name) && existsSync(join(root, '.git'))
    ? git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`).trim() || undefined
    : undefined;

/** The output of a git command; empty when it fails. */
const git = (root: string, ...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
};

const neither = (since: string, history: History, target: string): Error => {
  const starts: string[] = [];
  for (const { results } of history.runs(target)) if (starts.push(results.run.startedAt) === listedRuns) break;
  const kept = starts.length > 0 ? `Kept runs of ${target}: ${starts.join(', ')}` : `No run of ${target} is kept yet`;
  return new Error(
    `--since: ${JSON.stringify(since.slice(0, 100))} is neither a commit of the suite, nor the time at which a kept run ` +
      `began, nor last. ${kept}.`,
  );
};
