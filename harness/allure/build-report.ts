import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { allureCli } from '../../helpers/processes/installed.cjs';
import { buildsInWords } from '../preflight/target-build.ts';
import { formatCounts } from '../results/text.ts';
import { readResults } from '../results/read-results.ts';
import { targetName } from '../results/target-name.ts';
import { labelCauses } from './categories.ts';
import { offline } from './offline-page.ts';

const config = join(__dirname, '../../allurerc.mjs');

/**
 * Builds the Allure report of the last run as one page that loads nothing from elsewhere.
 *
 * @param reports the folder of the reports
 * @returns the path of the page
 * @throws Error when there is no run to report
 */
export const buildReport = async (reports: string): Promise<string> => {
  const results = readResults(join(reports, 'results.json'));
  const { run } = results;
  const raw = join(reports, 'allure-results');
  if (!existsSync(raw)) throw new Error('The last run left no results for Allure. Start one with: npm start');
  const categories = labelCauses(raw, results);
  const output = join(reports, 'allure');
  const history = join(reports, 'history', targetName(run), 'allure.jsonl');
  mkdirSync(dirname(history), { recursive: true });
  rmSync(output, { recursive: true, force: true });
  const env = {
    ...process.env,
    NO_COLOR: '1',
    ALLURE_RESULTS: resolve(raw),
    ALLURE_OUTPUT: resolve(output),
    ALLURE_HISTORY: resolve(history),
    // In the trend of a partial run the other tests would seem to be removed.
    ALLURE_APPEND: run.partial ? '' : 'yes',
    ALLURE_BROKEN: JSON.stringify(categories),
    ALLURE_VARIABLES: JSON.stringify({
      verdict: run.verdict,
      target: `${run.target}${run.host ? ` at ${run.host}` : ''}`,
      ...(run.builds && { build: buildsInWords(run.builds) }),
      started: run.startedAt,
      // A test that only meets what another one has found fails no further test, and is green in this report.
      'tests in results.json': formatCounts(run.tests),
      suite: `${run.suiteVersion}${run.commit ? `, ${run.commit.slice(0, 12)}` : ''}`,
    }),
  };
  const args = ['--import', join(__dirname, 'iterator-helpers.mjs'), allureCli, 'generate', '--config', config];
  await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 });
  const page = join(output, 'index.html');
  writeFileSync(page, offline(readFileSync(page, 'utf8')));
  return page;
};
