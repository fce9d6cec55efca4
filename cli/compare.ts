import { command } from '../helpers/processes/command.ts';
import { compareRuns, formatComparison, isRegression } from '../harness/baselines/compare-runs.ts';
import { readResults } from '../harness/results/read-results.ts';

const usage = `npm run compare: what changed between two runs, rule by rule.

  npm run compare -- BEFORE AFTER [--json]      each the path of a results.json

Exit codes
  0  no rule is newly broken or no longer judged
  1  some rule is
  3  a file cannot be read`;

const options = { json: { type: 'boolean', default: false } } as const;

await command(usage, { allowPositionals: true, options }, ({ json }, files) => {
  const [before, after, ...rest] = files;
  if (before === undefined || after === undefined || rest.length > 0)
    throw new Error(`Give two files to compare.\n\n${usage}`);
  const comparison = compareRuns(readResults(before), readResults(after));
  console.log(json ? JSON.stringify(comparison, null, 2) : formatComparison(comparison));
  return isRegression(comparison) ? 1 : 0;
});
