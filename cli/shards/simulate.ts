import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { playwrightCli } from '../../helpers/processes/installed.mjs';
import { command } from '../../helpers/processes/command.ts';
import { numberOf } from '../../helpers/settings/command-line/options.mjs';
import { parseResults, type Results } from '../../harness/results/results-schema.ts';

const usage = `npm run simulate-shards: checks that a run in shards has the same results as a run in one process.

  npm run simulate-shards -- [--shards COUNT]

Runs 10,080 checks (20 currencies, 12 operators, 42 scenarios) against the sandbox, once in one process and once in
shards (default: 8), each in its own process with its own sandbox, two at a time. Merges the shards and compares
results, junit.xml and the results for Allure with those of the single process. Takes minutes; writes to reports as
every run does.

Exit codes
  0  the results are the same
  1  the printed results differ
  3  the arguments are wrong`;

const config = '--config=cli/shards/simulation/playwright.config.ts';

interface Done {
  code: number;
  seconds: number;
  output: string;
}

const run = async (...args: string[]): Promise<Done> => {
  const startedAt = performance.now();
  const { code, output } = await promisify(execFile)(process.execPath, args, { maxBuffer: 256 * 1024 * 1024 }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code?: number; stdout?: string; stderr?: string }) => ({
      code: error.code ?? -1,
      output: `${error.stdout}${error.stderr}`,
    }),
  );
  return { code, seconds: (performance.now() - startedAt) / 1000, output };
};

const merge = (...folders: string[]): Promise<Done> => run('--import', 'tsx', 'cli/shards/merge/merge.ts', ...folders);

/** The reports of a run without times, addresses and its division, which differ each time. */
interface Written {
  results: object;
  junit: string[];
  allure: string[];
}

const written = (): Written => ({
  results: withoutTimes(parseResults(readFileSync('reports/results.json', 'utf8'))),
  junit: junitCases(),
  allure: allureResults(),
});

const variableFields = new Set([
  'startedAt',
  'durationMs',
  'waitMs',
  'atMs',
  'host',
  'shards',
  'comparison',
  'exchanges',
]);

const withoutTimes = (results: Results): object =>
  JSON.parse(
    JSON.stringify(results, (name, value: unknown) => {
      if (variableFields.has(name)) return undefined;
      // Quoted answers contain ids.
      return name === 'error' && typeof value === 'string' ? value.split('\n')[0] : value;
    }),
  ) as object;

const junitCases = (): string[] =>
  [
    ...readFileSync('reports/junit.xml', 'utf8').matchAll(
      /<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*(<\w+)?/g,
    ),
  ]
    .map(([, name, file, inside]) => `${file} ${name} ${inside === '<failure' ? 'failed' : 'passed'}`)
    .sort();

const allureResults = (): string[] =>
  readdirSync('reports/allure-results')
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => {
      const { historyId, status } = JSON.parse(readFileSync(`reports/allure-results/${name}`, 'utf8'));
      return `${historyId} ${status}`;
    })
    .sort();

const simulate = async (count: number): Promise<void> => {
  rmSync('reports/shards', { recursive: true, force: true });
  const whole = await run(playwrightCli, 'test', config);
  const wholeWritten = written();
  console.log(
    `in one process: exit code ${whole.code}, ${whole.seconds.toFixed(0)} s, ${wholeWritten.allure.length} checks`,
  );

  const startedAt = performance.now();
  const waiting = Array.from({ length: count }, (_, index) => index + 1);
  const lane = async (): Promise<void> => {
    for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift()) {
      const { code, seconds, output } = await run(playwrightCli, 'test', config, `--shard=${shard}/${count}`);
      const [, tests] = /: (\d+) tests/.exec(output) ?? [];
      console.log(`  shard ${shard} of ${count}: exit code ${code}, ${seconds.toFixed(0)} s, ${tests} checks`);
    }
  };
  await Promise.all([lane(), lane()]);
  console.log(`all shards, two at a time: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);

  const merged = await merge('reports/shards');
  console.log(`merged: exit code ${merged.code}, ${merged.seconds.toFixed(1)} s`);
  const mergedWritten = written();
  assert.equal(merged.code, whole.code, merged.output);
  assert.deepEqual(mergedWritten.results, wholeWritten.results);
  assert.deepEqual(mergedWritten.junit, wholeWritten.junit);
  assert.deepEqual(mergedWritten.allure, wholeWritten.allure);
  console.log(
    `the same: verdicts, rules, tests and observations of results.json, ${mergedWritten.junit.length} test cases of ` +
      `junit.xml, ${mergedWritten.allure.length} results for Allure`,
  );

  cpSync(`reports/shards/1-of-${count}`, 'reports/shards/again', { recursive: true });
  const twice = await merge('reports/shards');
  assert.equal(twice.code, 3, twice.output);
  for (const name of ['again', `1-of-${count}`]) rmSync(`reports/shards/${name}`, { recursive: true });
  const absent = await merge('reports/shards');
  assert.equal(absent.code, 2, absent.output);
  console.log('a duplicate shard is refused (3), a missing one makes the run inconclusive (2)');
  // Otherwise every later run would search them for keys.
  rmSync('reports/shards', { recursive: true });
};

await command(usage, { options: { shards: { type: 'string', default: '8' } } }, ({ shards }) => {
  const count = numberOf('--shards', shards, { from: 2, to: 99, of: 'shards', whole: true }) ?? 8;
  return simulate(count).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
});
