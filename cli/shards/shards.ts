import { suiteRoot } from '../../helpers/settings/target-folder.mjs';
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
import { writeRequests } from '../../harness/shards/plan.ts';
import { listTests } from '../inspect/list-tests.ts';

const usage = `npm run shards: how tests are dealt out to machines, and the durations that decide it.

  npm run shards -- 4          how many tests each of 4 shards has, and how long they take
  npm run shards -- --record   records the durations of the last whole run for its target, to be committed

npm start -- --shard=1/4 runs the first of them; npm run merge joins what all of them have written. Tests are dealt by
durations/TARGET.json, else by durations/sandbox.json, which has to be the same on all machines.

Exit codes
  0  done
  3  there is no such number, no whole run, or the file of durations is damaged`;

const root = process.cwd();

const record = (): void => {
  const results = readResults('reports/results.json');
  const { run } = results;
  if (run.partial || run.interrupted || run.outage || run.shards?.missing.length) {
    throw new Error(
      'reports/results.json is of no whole run, and durations are recorded of those alone. Run: npm start',
    );
  }
  const file = durationsFileOf(run);
  writeDurations(root, file, durationsOf(results));
  if (run.target === 'sandbox') writeRequests(results);
  console.log(`The durations of ${run.startedAt} are in ${file}; commit it, so that all machines deal by the same.`);
};

const show = async (count: number): Promise<void> => {
  const file = durationsFileFor(root, placeOf(readSettings()));
  const durations = readDurations(root, file);
  const tests = (await listTests(suiteRoot)).map(({ tags, file: spec }): Dealt => ({
    tags,
    project: /(^|\/)browser\//.test(spec) ? 'browser' : 'api',
  }));
  const shardOf = partition(tests, count, durations);
  console.log(`${tests.length} tests, dealt by ${file}`);
  for (let shard = 1; shard <= count; shard += 1) {
    const own = tests.filter((_, index) => shardOf[index] === shard);
    const seconds = own.reduce((sum, test) => sum + durationOf(test, durations), 0) / 1000;
    const pinned = own.some(isPinned) ? '  with all tests of callbacks' : '';
    console.log(`  ${shard} of ${count}  ${String(own.length).padStart(5)} tests  ${seconds.toFixed(1)} s${pinned}`);
  }
};

await command(
  usage,
  { allowPositionals: true, options: { record: { type: 'boolean', default: false } } },
  async (values, positionals) => {
    const [count = ''] = positionals;
    if (values.record && positionals.length === 0) record();
    else if (!values.record && /^[1-9]\d{0,3}$/.test(count) && positionals.length === 1) await show(Number(count));
    else throw new Error(`Give the number of shards, or --record.\n\n${usage}`);
  },
);
