import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { compareRuns, formatComparison, isRegression } from '../harness/baselines/compare-runs.ts';
import { keptBefore, type KeptRun } from '../harness/results/last-run.ts';
import { readResults } from '../harness/results/read-results.ts';
import { writeAtomically } from '../harness/results/write-atomically.ts';
import { comparedPaymentsFile, comparedPaymentsOf, paymentsFile } from '../harness/summary/payments-page.ts';
import { inReports } from '../helpers/settings/settings-folder.cjs';

const usage = `npm run compare: what changed between two runs, rule by rule and case by case.

  npm run compare [-- --json]                   the last run, and the whole run of its target before it
  npm run compare -- BEFORE AFTER [--json]      each the path of a results.json
Where both runs took pictures, payments-compared.html, beside the later one, shows what the customer saw, left and right.

Exit codes
  0  no rule is newly broken or no longer judged
  1  some rule is
  3  a file cannot be read`;

const options = { json: { type: 'boolean', default: false } } as const;

const runAt = (file: string): KeptRun => ({ results: readResults(file), payments: join(dirname(file), paymentsFile) });

void command(usage, { allowPositionals: true, options }, ({ json }, files) => {
  if (files.length !== 0 && files.length !== 2) throw new Error(`Give two files to compare, or none.\n\n${usage}`);
  const [first, second = inReports('results.json')] = files;
  const after = runAt(second);
  const before = first === undefined ? keptBefore(dirname(second), after.results.run) : runAt(first);
  if (!before) throw new Error('reports/history has no whole run of this target before the last one. Give two files.');
  const comparison = compareRuns(before.results, after.results);
  console.log(json ? JSON.stringify(comparison, null, 2) : formatComparison(comparison));
  if (existsSync(before.payments) && existsSync(after.payments)) {
    const page = join(dirname(second), comparedPaymentsFile);
    const [left, right] = [readFileSync(before.payments, 'utf8'), readFileSync(after.payments, 'utf8')];
    writeAtomically(page, comparedPaymentsOf(left, right));
    if (!json) console.log(`What the customer saw: ${page}`);
  }
  return isRegression(comparison) ? 1 : 0;
});
