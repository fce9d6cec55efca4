import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compare, isRegression } from '../compare/comparison.ts';
import { printed } from '../compare/printed.ts';
import { parseResults, type Results } from '../report/results-schema.ts';

// npm run compare: what changed between two runs, of one target or of two.

const usage = `Usage: npm run compare -- BEFORE AFTER [--json]

  BEFORE AFTER  two results.json, for example of last night and of today, or of staging and of another target;
                each run writes reports/results.json anew, so keep those that you want to compare
  --json        the comparison for other programs

Exit code 0: nothing got worse; 1: a rule broke, is no longer tested, or is gone; 3: a file cannot be read.`;

const read = (path: string): Results => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${path} cannot be read. Give the path of a results.json.`);
  }
  try {
    return parseResults(text);
  } catch {
    throw new Error(`${path} is no results.json of this version of the suite.`);
  }
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  const [before, after, ...rest] = positionals;
  if (values.help) {
    console.log(usage);
  } else if (before === undefined || after === undefined || rest.length > 0) {
    throw new Error(`Give two files to compare.\n\n${usage}`);
  } else {
    const comparison = compare(read(before), read(after));
    console.log(values.json ? JSON.stringify(comparison, null, 2) : printed(comparison));
    process.exitCode = isRegression(comparison) ? 1 : 0;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}
