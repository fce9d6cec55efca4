import { writeFileSync } from 'node:fs';
import { command, type Values } from '../../helpers/processes/command.ts';
import { contradictionsAt, instanceOf, runLanes, root } from '../faults/meet.ts';
import { listedBySandbox, startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { isGreen, printed, reportOf } from './judgement.ts';
import {
  alone,
  combinations,
  laneOf,
  laneOfAll,
  lanesAlone,
  plain,
  type Lane,
  type Reading,
  type Service,
  type Started,
} from './plan.ts';
import { partOf } from '../part-of.ts';
import type { Encounters } from './reporter.ts';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

const help = `npm run readings: checks that the suite accepts every conforming service.

Runs the tests against sandboxes that answer the open questions of the interface differently: for each reading alone
the tests that can notice it, and for random combinations of all readings all tests. A reading that answers an observe
rule must change the observations of that rule, and no ledger may contain a contradiction between the channels of a
payment.

  npm run readings                          all readings
  npm run readings -- --grep timestamps     readings whose name, subject or rule matches
  npm run readings -- --part 2/7            one of seven parts; its combinations run over HTTP only
  npm run readings -- --seed 7              repeats the combinations of an earlier run
  npm run readings -- --all                 also runs all tests against each reading alone; takes long
  npm run readings -- --list                the readings, without running anything

Writes reports/readings.json.

Exit codes
  0  all readings are judged conforming and observed, without contradictions
  1  a reading is not
  3  the readings could not be run`;

/** The minimum number of combinations, and how many of them run in the browser, too. */
const combined = { atLeast: 6, inBrowser: 1 };

const knownReadings = (text = ''): Reading[] =>
  listedBySandbox<Reading>('readings').filter(({ name, subject, answers }) =>
    [name, subject, ...answers].some((one) => new RegExp(text).test(one)),
  );

const start = async (control: string, service: Service): Promise<Started> => ({
  ...service,
  address: await instanceOf(control, service.name),
});

const addressesIn = (lanes: readonly Lane[]): Map<string, string> =>
  new Map(lanes.flatMap(({ rules }) => Object.values(rules).map(({ name, address }) => [name, address])));

const listed = ({ name, subject, what, answers }: Reading): string =>
  `${name.padEnd(38)} ${subject.padEnd(36)} ${what}${answers.length > 0 ? ` (${answers.join(', ')})` : ''}`;

const options = {
  grep: { type: 'string' },
  part: { type: 'string' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  all: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const;

const main = async (values: Values<typeof options>): Promise<number> => {
  if (!/^\d{1,9}$/.test(values.seed)) throw new Error(`--seed must be a whole number, not "${values.seed}"`);
  const known = knownReadings(values.grep);
  if (known.length === 0) throw new Error(`no reading, subject or rule matches "${values.grep}"`);
  const readings = values.part === undefined ? known : partOf(known, values.part);
  if (values.list) {
    console.log(readings.map(listed).join('\n'));
    return 0;
  }

  const seed = Number(values.seed);
  const singles = readings.map(alone);
  const isWhole = values.grep === undefined && values.part === undefined;
  // Selected readings are only split into several combinations when they exclude each other.
  const together = combinations(readings, seed, isWhole ? combined.atLeast : 1);
  console.log(`${singles.length} readings alone and ${together.length} combinations, --seed ${seed}`);

  const { child, address } = await startSandbox('--each-fault');
  try {
    const startedAt = Date.now();
    const started = async (services: readonly Service[]): Promise<Started[]> => {
      const all: Started[] = [];
      // The sandbox starts one instance at a time; on a busy machine concurrent connections would time out.
      for (const service of services) all.push(await start(address, service));
      return all;
    };
    const inBrowser = isWhole ? combined.inBrowser : values.part === undefined ? together.length : 0;
    const asked = [...new Set(readings.flatMap(({ answers }) => answers))];
    const lanes = [
      ...(await started(together)).map((service, index) => laneOfAll(service, values.all || index < inBrowser)),
      ...(asked.length > 0 ? [laneOf(await start(address, plain), asked)] : []),
      ...(values.all
        ? (await started(singles)).map((service) => laneOfAll(service, true))
        : lanesAlone(await started(singles))),
    ];
    const { tests } = await runLanes<Encounters>(address, { about: 'readings', lanes });
    const addresses = addressesIn(lanes);
    const report = reportOf(seed, singles, together, (name) => ({
      tests: tests[name] ?? [],
      contradictions: addresses.has(name) ? contradictionsAt('readings', addresses.get(name) ?? '') : [],
    }));
    writeFileSync(`${root}reports/readings.json`, JSON.stringify(report, undefined, 2));
    console.log(printed(report));
    console.log(`${Math.round((Date.now() - startedAt) / 1000)} s; details in reports/readings.json`);
    return isGreen(report) ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
  }
};

await command(help, { options }, main);
await exitWhenWritten();
