import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../../harness/results/read-results.ts';
import { stagingEnvironment } from '../contenders.ts';
import { workFolder } from '../written.ts';
import { measure, type Measured } from './measure.ts';
import { startRelay } from './relay.ts';
import { onSandbox } from './rounds.ts';
import { stopwatchVariable, type Tests } from './stopwatch.ts';

/** A whole run of the suite as by `npm start`, on a sandbox as staging. */
export interface Night {
  name: string;
  what: string;
  latencyMs?: number;
  /** A fault of the sandbox, which makes the run non-conforming. */
  fault?: string;
  /** Rate limit: further requests within a second are refused. */
  perSecond?: number;
  args?: readonly string[];
  /**
   * The reference night of the ratio. A rate-limited night is compared with the time its requests need at the limit.
   */
  beside?: string;
  /** The target value, and the value before the optimisation. */
  aim: string;
  before: string;
}

const api = '--project=api';
const browser = '--project=browser';

export const nights: readonly Night[] = [
  { name: 'quick', what: 'everything, 0 ms added', aim: '2,400 API requests', before: '4,500 API requests' },
  { name: 'slow', what: 'everything, 200 ms added', latencyMs: 200, aim: '75 s', before: '253 s' },
  { name: 'slowest', what: 'everything, 1.5 s added', latencyMs: 1500, aim: '300 s', before: '960 s, API alone' },
  { name: 'limited', what: 'everything, 20 requests a second', perSecond: 20, aim: '1.2 times', before: '' },
  { name: 'api', what: 'API tests', args: [api], aim: '', before: '' },
  {
    name: 'red-100',
    what: 'API tests, some 100 fail',
    fault: 'result-word-status',
    args: [api],
    beside: 'api',
    aim: '1.2 times',
    before: '3.0 times with eight rules',
  },
  {
    // Of the faults that were tried, this one breaks the most tests.
    name: 'red-300',
    what: 'API tests, some 300 fail',
    fault: 'refusal-result-left-out',
    args: [api],
    beside: 'api',
    aim: '1.2 times',
    before: '',
  },
  { name: 'browser', what: 'browser tests', args: [browser], aim: '20 s', before: '43 s' },
  {
    name: 'no-return',
    what: 'browser tests, no failed payment leads back',
    fault: 'failure-ends-at-receipt',
    args: [browser],
    beside: 'browser',
    aim: '2 times',
    before: 'over 310 s',
  },
  {
    name: 'short',
    what: 'the tests of one rule',
    args: [api, '--grep', '@txn.number-leading-zero'],
    aim: '1.5 s beside its tests',
    before: '',
  },
];

/** The measurements of one night. */
export interface NightMeasured extends Measured {
  /** Times before the first test and after the last one, in milliseconds. */
  beginMs: number;
  endMs: number;
  /** Time of the triage, which is part of `endMs`. */
  triageMs: number;
  /** Number of requests of its tests. */
  requests: number;
  payments: number;
  failedTests: number;
  /** Time that its requests need at the rate limit. */
  neededMs?: number;
}

/**
 * The nights with the given names, or all, each preceded by its reference night.
 *
 * @throws when there is no such night
 */
export const nightsOf = (names: readonly string[]): Night[] => {
  const wanted = names.includes('all') ? nights.map(({ name }) => name) : names;
  const known = wanted.map((name) => nights.find((night) => night.name === name) ?? refuse(name));
  return nights.filter(({ name }) => known.some((night) => [night.name, night.beside].includes(name)));
};

const refuse = (name: string): never => {
  throw new Error(`--nights takes all, or some of ${nights.map((night) => night.name).join(',')}; not '${name}'.`);
};

/** Measures a night with its own sandbox and folder. */
export const runNight = (night: Night): Promise<NightMeasured> =>
  onSandbox(
    night.latencyMs ?? 0,
    async ({ address, pid }) => {
      const relay = night.perSecond ? await startRelay(address, night.perSecond) : undefined;
      try {
        const measured = await measureNight(night, relay?.address ?? address, pid);
        return { ...measured, ...(relay && { neededMs: (relay.passed() * 1000) / (night.perSecond ?? 1) }) };
      } finally {
        relay?.close();
      }
    },
    ...(night.fault ? ['--fault', night.fault] : []),
  );

const measureNight = async ({ name, fault, args = [] }: Night, address: string, pid: number) => {
  const folder = join(workFolder, 'nights', name);
  // A run with a history does more work.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.env'), '');
  const stopwatch = join(folder, 'stopwatch.json');
  const startedAt = Date.now();
  const measured = await measure(
    {
      args: [
        join('cli', 'setup', 'start.mjs'),
        '--target',
        folder,
        '--add-reporter',
        join(import.meta.dirname, 'stopwatch.ts'),
        ...args,
      ],
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...stagingEnvironment(address), [stopwatchVariable]: stopwatch },
      exitCode: fault ? 1 : 0,
    },
    pid,
  );
  const { beganAt, endedAt } = JSON.parse(readFileSync(stopwatch, 'utf8')) as Tests;
  const { rules, run } = readResults(join(folder, 'reports', 'results.json'));
  const sent = rules.map((rule) => rule.sent ?? { requests: 0, payments: 0 });
  return {
    ...measured,
    beginMs: beganAt - startedAt,
    endMs: startedAt + measured.ms - endedAt,
    triageMs: run.triage?.durationMs ?? 0,
    requests: sent.reduce((sum, { requests }) => sum + requests, 0),
    payments: sent.reduce((sum, { payments }) => sum + payments, 0),
    failedTests: rules.flatMap(({ tests }) => tests).filter(({ verdict }) => verdict === 'fail').length,
  };
};
