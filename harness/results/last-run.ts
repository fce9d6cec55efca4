import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from './read-results.ts';
import type { Results, RunFacts } from './results-schema.ts';
import { withSpeedBefore } from './speed.ts';
import { targetName } from './target-name.ts';

// The last two whole runs of each target are kept in reports/history, beside the history of Allure.

const fileOf = (folder: string, run: RunFacts, name: 'last' | 'before'): string =>
  join(folder, 'history', targetName(run), `${name}-results.json`);

/** The last whole run of the same target before a run; undefined when none is kept, or it is of another version. */
export const runBefore = (folder: string, run: RunFacts): Results | undefined => {
  for (const name of ['last', 'before'] as const) {
    const kept = read(fileOf(folder, run, name));
    if (kept && kept.run.startedAt !== run.startedAt) return kept;
  }
  return undefined;
};

/** Keeps a whole run, as its results are in the folder of the reports, for the next one. */
export const keepRun = (folder: string, { run }: Results): void => {
  if (run.partial || run.interrupted) return;
  const [last, before] = [fileOf(folder, run, 'last'), fileOf(folder, run, 'before')];
  mkdirSync(join(last, '..'), { recursive: true });
  if (existsSync(last)) renameSync(last, before);
  copyFileSync(join(folder, 'results.json'), last);
};

/** The results with what only the run before tells: since when a rule is broken. A run that did not judge it changes nothing. */
export const withHistory = (results: Results, before: Results | undefined): Results => {
  if (!before) return results;
  const earlier = new Map(before.rules.map((rule) => [rule.id, rule]));
  const isOpen = new Set(['not-tested', 'environment', 'harness']);
  const rules = results.rules.map((rule) => {
    const { verdict, since = verdict === 'fail' ? before.run.startedAt : undefined } = earlier.get(rule.id) ?? {};
    if (rule.verdict === 'fail') return { ...rule, since: since ?? results.run.startedAt };
    return isOpen.has(rule.verdict) && since ? { ...rule, since } : rule;
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
