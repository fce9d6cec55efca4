import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseResults, type Results } from '../report/results-schema.ts';

/** How many runs are kept for each target. */
const kept = 30;

/** Where the results of earlier runs are, a folder for each target. */
const historyFolder = (root: string): string => join(root, 'reports', 'history');

/** The sandbox is one target, at whatever port it listens. */
const targetName = ({ target, host }: Pick<Results['run'], 'target' | 'host'>): string =>
  target === 'sandbox' ? 'sandbox' : host.replaceAll(/[^\w.-]/g, '_') || 'unknown';

/**
 * Keeps the results of a run for later comparison; the oldest make room. A partial or interrupted run is not kept:
 * it would hide what the last whole run has found.
 */
export const keepResults = (root: string, results: Results): void => {
  const { partial, interrupted, startedAt } = results.run;
  if (partial || interrupted) return;
  const folder = join(historyFolder(root), targetName(results.run));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${startedAt.replaceAll(':', '-')}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(results));
  renameSync(`${file}.part`, file);
  for (const old of filesIn(folder).slice(0, -kept)) rmSync(old, { force: true });
};

/** The last run on the same target before this one; undefined when there was none. */
export const lastResults = (root: string, { run }: Pick<Results, 'run'>): Results | undefined =>
  runsOn(root, targetName(run)).findLast((earlier) => earlier.run.startedAt < run.startedAt);

/** The last results of each target, by its name. */
export const lastOfEachTarget = (root: string): Map<string, Results> => {
  const folder = historyFolder(root);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return new Map(
    names.flatMap((name) => {
      const last = runsOn(root, name).at(-1);
      return last ? [[name, last] as const] : [];
    }),
  );
};

/** Oldest first. A file that cannot be read, or was written by another version of the suite, does not count. */
const runsOn = (root: string, name: string): Results[] =>
  filesIn(join(historyFolder(root), name)).flatMap((file) => {
    try {
      return [parseResults(readFileSync(file, 'utf8'))];
    } catch {
      return [];
    }
  });

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, name))
    : [];
