import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { paymentsFile } from '../summary/payments-page.ts';
import { readResults } from './read-results.ts';
import type { Results, RunFacts } from './results-schema.ts';
import { withSpeedBefore } from './speed.ts';
import { targetName } from './target-name.ts';
import { unjudged } from './verdicts.ts';

// The last two whole runs of each target are kept in reports/history, beside the history of Allure.

const fileOf = (folder: string, run: RunFacts, name: 'last' | 'before', file = 'results.json'): string =>
  join(folder, 'history', targetName(run), `${name}-${file}`);

/** The last whole run of the same target before a run; undefined when none is kept, or it is of another version. */
export const runBefore = (folder: string, run: RunFacts): Results | undefined => keptBefore(folder, run)?.results;

/** A run, with the file of its pictures, which need not exist. */
export interface KeptRun {
  readonly results: Results;
  readonly payments: string;
}

/** The same, with its pictures. */
export const keptBefore = (folder: string, run: RunFacts): KeptRun | undefined => {
  for (const name of ['last', 'before'] as const) {
    const results = read(fileOf(folder, run, name));
    if (results && results.run.startedAt !== run.startedAt)
      return { results, payments: fileOf(folder, run, name, paymentsFile) };
  }
  return undefined;
};

/** Keeps a whole run, as its results are in the folder of the reports, for the next one. */
export const keepRun = (folder: string, { run }: Results): void => {
  if (run.partial || run.interrupted) return;
  for (const name of ['results.json', paymentsFile]) {
    const [last, before] = [fileOf(folder, run, 'last', name), fileOf(folder, run, 'before', name)];
    mkdirSync(join(last, '..'), { recursive: true });
    rmSync(before, { force: true });
    if (existsSync(last)) renameSync(last, before);
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), last);
  }
};

/** The results with what only the run before tells: since when a rule is broken. A run that did not judge it changes nothing. */
export const withHistory = (results: Results, before: Results | undefined): Results => {
  if (!before) return results;
  const earlier = new Map(before.rules.map((rule) => [rule.id, rule]));
  const rules = results.rules.map((rule) => {
    const { verdict, since = verdict === 'fail' ? before.run.startedAt : undefined } = earlier.get(rule.id) ?? {};
    if (rule.verdict === 'fail') return { ...rule, since: since ?? results.run.startedAt };
    return unjudged.includes(rule.verdict) && since ? { ...rule, since } : rule;
  });
  const { speed } = results.run;
  const run = { ...results.run, before: before.run.startedAt, ...(speed && { speed: withSpeedBefore(speed, before) }) };
  return { ...results, run, rules };
};

const read = (file: string): Results | undefined => {
  try {
    return readResults(file);
  } catch {
    return undefined;
  }
};
