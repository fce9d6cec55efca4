import { suiteRoot, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { command } from '../../helpers/processes/command.ts';
import { placeOf } from '../../harness/baselines/observations/pinned.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { partition, durationOf, isPinned, type Dealt } from '../../harness/shards/deal.ts';
import {
  durationsFileFor,
  durationsFileOf,
  durationsOf,
  readDurations,
  writeDurations,
} from '../../harness/shards/durations.ts';
import type { Results } from '../../harness/results/results-schema.ts';
import { beyondRecorded, writeRequests } from '../../harness/shards/plan.ts';
import { listTests } from '../inspect/catalogue/list-tests.ts';

const usage = `npm run shards: how tests are divided among machines, and the durations that decide it.

  npm run shards -- 4          how many tests each of 4 shards has, and how long they take
  npm run shards -- --record   records the durations of the last whole run for its target, to be committed; for a run on
                               the sandbox also the number of requests of its tests
  npm run shards -- --check    checks that the last whole run on the sandbox sent no more requests than recorded

npm start -- --shard=1/4 runs the first shard; npm run merge merges the results of all of them. Tests are divided by
durations/TARGET.json, or durations/sandbox.json if there is none. The file has to be the same on all machines.

Exit codes
  0  done
  1  the tests of a rule sent more requests than recorded
  3  the number is wrong, there is no whole run, or the file of durations is damaged`;

const root = process.cwd();

const wholeRun = (): Results => {
  const results = readResults('reports/results.json');
  const { run } = results;
  if (run.partial || run.interrupted || run.outage || run.shards?.missing.length) {
    throw new Error(
      `reports/results.json is not of a whole run, which recorded numbers require. Run: ${toRun('start')}`,
    );
  }
  return results;
};

const record = (): void => {
  const results = wholeRun();
  const { run } = results;
  const file = durationsFileOf(run);
  writeDurations(root, file, durationsOf(results));
  if (run.target === 'sandbox') writeRequests(results);
  console.log(`The durations of ${run.startedAt} are in ${file}; commit it, so that all machines divide tests alike.`);
};

/** @returns the exit code */
const check = (): number => {
  const lines = beyondRecorded(wholeRun());
  for (const line of lines) console.error(line);
  if (lines.length > 0)
    console.error(`If the requests are necessary, record them with: ${toRun('shards', '--record')}`);
  return lines.length > 0 ? 1 : 0;
};

const show = async (count: number): Promise<void> => {
  const file = durationsFileFor(root, placeOf(readSettings()));
  const durations = readDurations(root, file);
  const tests = (await listTests(suiteRoot)).map(({ tags, file: spec }): Dealt => ({
    tags,
    project: /(^|\/)browser\//.test(spec) ? 'browser' : 'api',
  }));
  const shardOf = partition(tests, count, durations);
  console.log(`${tests.length} tests, divided by ${file}`);
  for (let shard = 1; shard <= count; shard += 1) {
    const own = tests.filter((_, index) => shardOf[index] === shard);
    const seconds = own.reduce((sum, test) => sum + durationOf(test, durations), 0) / 1000;
    const pinned = own.some(isPinned) ? '  with all tests of callbacks' : '';
    console.log(`  ${shard} of ${count}  ${String(own.length).padStart(5)} tests  ${seconds.toFixed(1)} s${pinned}`);
  }
};

await command(
  usage,
  {
    allowPositionals: true,
    options: { record: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  },
  async (values, positionals) => {
    const [count = ''] = positionals;
    const isAlone = positionals.length === 0 && values.record !== values.check;
    if (isAlone && values.check) return check();
    if (isAlone) record();
    else if (!values.record && !values.check && /^[1-9]\d{0,3}$/.test(count) && positionals.length === 1)
      await show(Number(count));
    else throw new Error(`Give the number of shards, --record or --check.\n\n${usage}`);
  },
);
