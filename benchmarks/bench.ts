import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checksOf } from './checks.ts';
import { bare, bareJourneys, cap, newman, ours, plain, settingsFor, type Contender } from './contenders.ts';
import { figuresOf, growthOf, type Bench } from './report/figures.ts';
import { nightFiguresOf } from './report/nights.ts';
import { allTables, pageWith } from './report/page.ts';
import { pictureOf } from './report/picture.ts';
import { nights, nightsOf, runNight, type Night } from './timing/nights.ts';
import { inTurns, takeTurns } from './timing/rounds.ts';
import { removeWritten, writeChecks, writeJourneys } from './written.ts';

const usage = `npm run bench: measures the speed of the suite on the sandbox, next to the bare limit and other tools.

  --rounds N        measurements of each contender; default: 3
  --checks N        number of checks; default: 240
  --journeys N      number of customer journeys; default: 24; 0 leaves the browser out
  --latency A,B     milliseconds that the sandbox adds to each answer; default: 0,50,200
  --growth A,B      numbers of checks for measuring the growth; default: 300,3000,10000; 0 leaves it out
  --nights A,B      instead of all that, whole runs of the suite, in turns: all, or some of
                    ${nights.map(({ name }) => name).join(', ')}
  --write           writes the figures into benchmarks/README.md and draws benchmarks/report/figures.svg
  --help            prints this text

Writes reports/bench.json. The benchmark takes about half an hour, all nights more than an hour; nothing else should run
on the machine.
Newman is measured when it is installed: npm ci --prefix benchmarks/newman

Exit codes
  0  measured
  1  a night did not end as expected and is left out; the others are written
  3  the arguments are wrong`;

const root = join(import.meta.dirname, '..');
const options = readOptions();
const log = (line: string): void => console.log(`  ${line}`);
const bench: Bench = {
  machine: {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? '',
    node: process.version,
    loadBefore: load(),
    loadAfter: 0,
  },
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
  measuredOn: new Date().toISOString().slice(0, 10),
  checks: options.checks,
  journeys: options.journeys,
  rounds: options.rounds,
  api: [],
  browser: [],
  reporters: [],
  growth: [],
  nights: [],
};

try {
  if (options.nights.length > 0) await measureNights();
  else await measureTools();
} finally {
  removeWritten();
}

bench.machine.loadAfter = load();
mkdirSync(join(root, 'reports'), { recursive: true });
writeFileSync(join(root, 'reports', 'bench.json'), `${JSON.stringify(bench, null, 2)}\n`);
console.log(`\n${allTables(bench)}\nreports/bench.json has all of it.`);
if (options.write) {
  const page = join(import.meta.dirname, 'README.md');
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), bench));
  if (bench.api.length > 0) writeFileSync(join(import.meta.dirname, 'report', 'figures.svg'), pictureOf(bench));
}

async function measureNights(): Promise<void> {
  const measured = await takeTurns(options.nights, options.rounds, async (night, round) => {
    try {
      const one = await runNight(night);
      log(`round ${round + 1}: ${night.name}: ${(one.ms / 1000).toFixed(2)} s`);
      return one;
    } catch (error) {
      // A failed night must not discard the measurements of the others.
      console.error(`round ${round + 1}: ${night.name} is left out: ${String(error)}`);
      process.exitCode = 1;
      return undefined;
    }
  });
  bench.nights.push(...nightFiguresOf(options.nights, measured));
}

async function measureTools(): Promise<void> {
  const others = newman();
  const sentAhead = ours('api', 'this suite, sent ahead', { env: { PREFETCH_CONCURRENCY: String(cap) } });
  if (!others) log('Newman is not installed and left out. To include it: npm ci --prefix benchmarks/newman');
  writeChecks(checksOf(options.checks, settingsFor('http://127.0.0.1')));
  writeJourneys(options.journeys);
  const rivals = [plain(2), plain(8), ...(others ? [others] : [])];
  for (const latencyMs of options.latency) {
    const contenders: Contender[] = [bare(), ours('api', 'this suite'), sentAhead, ...rivals];
    const measured = await inTurns(contenders, options.rounds, latencyMs, log);
    bench.api.push({ latencyMs, figures: figuresOf(measured, bare().name, options.checks) });
    if (options.journeys === 0) continue;
    const journeys = [bareJourneys(options.journeys), ours('browser', 'this suite')];
    const walked = await inTurns(journeys, options.rounds, latencyMs, log);
    bench.browser.push({ latencyMs, figures: figuresOf(walked, bareJourneys(0).name, options.journeys) });
  }
  const reporters = [
    ours('api', 'no reporter', { reporters: 'none' }),
    ours('api', 'its own reporter', { reporters: 'own' }),
    ours('api', 'all reporters'),
  ];
  const measured = await inTurns(reporters, options.rounds, 0, log);
  bench.reporters.push(...figuresOf(measured, 'no reporter', options.checks));
  for (const count of options.growth) {
    writeChecks(checksOf(count, settingsFor('http://127.0.0.1')));
    const grown = await inTurns([bare(), sentAhead], 1, 0, log);
    bench.growth.push(growthOf(grown, count));
  }
}

function load(): number {
  return loadavg()[1] ?? 0;
}

function readOptions() {
  const end = (text: string, code: number): never => {
    console[code === 0 ? 'log' : 'error'](text);
    process.exit(code);
  };
  const numbers = (name: string, given: string, most: number): number[] =>
    given.split(',').map((one) => {
      const number = Number(one);
      if (/^\d+$/.test(one) && number <= most) return number;
      return end(`bench: --${name} takes whole numbers up to ${most}, not '${one}'.`, 3);
    });
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '3' },
        checks: { type: 'string', default: '240' },
        journeys: { type: 'string', default: '24' },
        latency: { type: 'string', default: '0,50,200' },
        growth: { type: 'string', default: '300,3000,10000' },
        nights: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) end(usage, 0);
    const [rounds = 0] = numbers('rounds', values.rounds, 100);
    const [checks = 0] = numbers('checks', values.checks, 100_000);
    const [journeys = 0] = numbers('journeys', values.journeys, 1000);
    if (rounds === 0 || checks === 0) end('bench: --rounds and --checks take at least 1.', 3);
    const latency = numbers('latency', values.latency, 10_000);
    const growth = numbers('growth', values.growth, 100_000).filter((count) => count > 0);
    const chosen: Night[] = values.nights === undefined ? [] : nightsOf(values.nights.split(','));
    return { rounds, checks, journeys, latency, growth, nights: chosen, write: values.write };
  } catch (error) {
    return end(`bench: ${error instanceof Error ? error.message : String(error)}`, 3);
  }
}
