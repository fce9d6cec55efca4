import { readFileSync, statSync } from 'node:fs';
import { command } from '../../helpers/processes/command.ts';
import { compare, isRegression } from '../../harness/baselines/history/comparison.ts';
import { printed } from '../../harness/baselines/history/printed.ts';
import { History } from '../../harness/baselines/history/history.ts';
import { parseResults, type Results } from '../../harness/results/results-schema.ts';
import { targetName } from '../../harness/results/target-name.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

const usage = `npm run compare: what changed between two runs, of the same target or of two targets.

  npm run compare                      the last two runs of the most recently tested target
  npm run compare -- sandbox           the last two runs of this target, by its name in reports/history
  npm run compare -- results.json      a file and the last kept run of its target, the older one first
  npm run compare -- BEFORE AFTER      any two, each a results.json or a target (its last run)
  --json                               the comparison for other programs

Every whole run is kept in reports/history, 30 of each target.

Exit codes
  0  nothing got worse
  1  a rule broke, is no longer tested, or no longer exists
  3  a run cannot be read`;

const history = new History(process.cwd(), (line) => console.error(line));

const read = (path: string): Results => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    const targets = history.targets();
    const known = targets.length > 0 ? `, or a target: ${targets.join(', ')}` : '';
    throw new Error(`${path} cannot be read. Give the path of a results.json${known}.`);
  }
  try {
    return parseResults(text);
  } catch {
    throw new Error(`${path} is not a results.json of this version of the suite. Give one, or start a new run.`);
  }
};

/** A file of the same name takes precedence. */
const isTarget = (name: string): boolean =>
  !statSync(name, { throwIfNoEntry: false })?.isFile() && history.targets().includes(name);

/** A file, or the last run of a target. */
const runOf = (name: string): Results => {
  if (!isTarget(name)) return read(name);
  const [last] = history.runs(name);
  if (!last)
    throw new Error(
      `No run of ${name} in reports/history can be read. Start a run, or give the path of a results.json.`,
    );
  return last.results;
};

const lastTwo = (target: string): [Results, Results] => {
  const runs = history.runs(target);
  const [after, before] = [runs.next().value, runs.next().value];
  if (!after || !before) throw new Error(`Comparing needs two whole runs of ${target}. Start another run.`);
  return [before.results, after.results];
};

const withLast = (file: string): [Results, Results] => {
  const one = read(file);
  const name = targetName(one.run);
  for (const { results: other } of history.runs(name)) {
    if (other.run.startedAt === one.run.startedAt) continue;
    return other.run.startedAt < one.run.startedAt ? [other, one] : [one, other];
  }
  throw new Error(`No other run of ${name} is kept in reports/history.`);
};

const pairOf = (names: readonly string[]): [Results, Results] => {
  const [first, second, ...rest] = names;
  if (rest.length > 0) throw new Error(`Give at most two runs to compare.\n\n${usage}`);
  if (first !== undefined && second !== undefined) return [runOf(first), runOf(second)];
  const [newest] = history.targets();
  if (first === undefined && newest === undefined) {
    throw new Error(`No run is kept in reports/history yet. Run: ${toRun('start')}\n\n${usage}`);
  }
  const target = first ?? newest ?? '';
  return isTarget(target) ? lastTwo(target) : withLast(target);
};

await command(
  usage,
  { allowPositionals: true, options: { json: { type: 'boolean', default: false } } },
  ({ json }, names) => {
    const [before, after] = pairOf(names);
    const comparison = compare(before, after);
    console.log(json ? JSON.stringify(comparison, null, 2) : printed(comparison));
    return isRegression(comparison) ? 1 : 0;
  },
);
