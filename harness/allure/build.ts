import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { suiteRoot, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { allureCli } from '../../helpers/processes/installed.mjs';
import { parseResults, type Results } from '../results/results-schema.ts';
import { targetName } from '../results/target-name.ts';
import { forget, mark } from './history.ts';
import { makeInput } from './input.ts';
import { offline } from './page/offline.ts';
import { packed } from './page/packed.ts';
import { withRuleLinks } from './page/rule-links.ts';

/** Runs the Allure command line. */
const allure = (root: string, ...command: string[]) =>
  promisify(execFile)(
    process.execPath,
    // Allure uses iterator helpers that Node 20 lacks.
    ['--import', join(import.meta.dirname, 'iterators.mjs'), allureCli, ...command],
    { cwd: root, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1' } },
  );

/**
 * Builds the Allure report of the last run.
 *
 * @param rules the HTML of the rules page, which every result links to
 * @param isGated whether to run Allure's quality gate as well
 * @returns the path of the page, and the output of a failed quality gate; undefined when it passed or did not run
 * @throws when there is no run to report on
 */
export const buildReport = async (
  root: string,
  rules: string,
  isGated = false,
): Promise<{ page: string; refusal: string | undefined }> => {
  const reports = join(root, 'reports');
  const raw = join(reports, 'allure-results');
  const input = join(reports, 'allure-input');
  const output = join(reports, 'allure');
  const results = lastResults(join(reports, 'results.json'));
  if (!existsSync(raw)) throw new Error(`The last run wrote no results for Allure. Run: ${toRun('start')}`);

  const historyPath = join(reports, 'history', targetName(results.run), 'allure.jsonl');
  mkdirSync(dirname(historyPath), { recursive: true });
  // In the trend of a partial run the other tests would seem to be removed.
  const appendHistory = !results.run.partial;
  let refusal: string | undefined;
  try {
    const config = { ...makeInput(raw, input, results), verdict: results.run.verdict, historyPath };
    const configure = (more: object): void =>
      writeFileSync(join(input, 'config.json'), JSON.stringify({ ...config, ...more }));
    configure({ appendHistory });
    rmSync(output, { recursive: true, force: true });
    forget(historyPath, results.run.startedAt);
    await allure(root, 'generate', '--config', join(suiteRoot, 'allurerc.mjs'));
    if (appendHistory) mark(historyPath, results.run.startedAt);
    if (isGated) {
      // The gate must not add a second entry for this run to the trends.
      configure({ appendHistory: false });
      refusal = await allure(root, 'quality-gate', '--config', join(suiteRoot, 'allurerc.mjs')).then(
        () => undefined,
        ({ stderr, message }: { stderr?: string; message: string }) => (stderr || message).trim(),
      );
    }
  } finally {
    rmSync(input, { recursive: true, force: true });
  }
  const page = join(output, 'index.html');
  writeFileSync(page, withRuleLinks(packed(offline(readFileSync(page, 'utf8')))));
  writeFileSync(join(output, 'rules.html'), rules);
  return { page, refusal };
};

const lastResults = (file: string): Results => {
  if (!existsSync(file)) throw new Error(`There are no results yet. Run: ${toRun('start')}`);
  try {
    return parseResults(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`This version of the suite cannot read reports/results.json. Run: ${toRun('start')}`, {
      cause: error,
    });
  }
};
