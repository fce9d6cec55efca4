import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRun } from '../../harness/digest/tests/example-run.ts';
import type { Results } from '../../harness/results/results-schema.ts';
import type { CompletedRun } from './one-run.ts';
import { watch, type Bounds } from './watching.ts';

const broken = exampleRun();
const well: Results = {
  ...broken,
  run: { ...broken.run, verdict: 'conforming' },
  rules: broken.rules.filter(({ verdict }) => verdict === 'pass'),
};
const down: Results = {
  ...well,
  run: {
    ...well.run,
    verdict: 'inconclusive',
    preflight: [{ name: 'address', verdict: 'fail', found: 'ECONNREFUSED', mend: null }],
  },
};
const ran = (results: Results | undefined, code: number): CompletedRun => ({
  code,
  results,
  lastLines: 'a word\nthe last word\n',
});

/** Watches the given runs without pauses. */
const watched = async (runs: readonly CompletedRun[], bounds: Partial<Bounds> = {}, stop = new AbortController()) => {
  const said: string[] = [];
  const reported: [now: string, before: string | undefined][] = [];
  let at = 0;
  const code = await watch({
    everyMs: 0,
    forMs: 60_000,
    times: runs.length,
    ...bounds,
    run: () => Promise.resolve(runs[at++] ?? assert.fail('one run too many')),
    say: (line) => said.push(line.replace(/^[-\d]+ [:\d]+ UTC  /, '')),
    changed: (now, before) => {
      reported.push([now.run.verdict, before?.run.verdict]);
      return Promise.resolve(['reported']);
    },
    stop: stop.signal,
  });
  return { code, said, reported, runs: at };
};

test('one line for each run, and a digest only when the verdict or the broken rules change', async () => {
  const runs = [ran(well, 0), ran(well, 0), ran(down, 2), ran(down, 2), ran(broken, 1), ran(broken, 1), ran(well, 0)];
  const { code, said, reported } = await watched(runs);
  assert.equal(code, 1);
  assert.equal(said.filter((line) => line.startsWith(' ')).length, 3);
  assert.equal(said.length, runs.length + 3 + 1);
  assert.match(said[2] ?? '', /^inconclusive .*: address: ECONNREFUSED$/);
  assert.match(said.join('\n'), /^non-conforming .*: txn\.amount-required/m);
  assert.equal(said.at(-1), 'Ended after 7 runs: 3 conforming · 2 non-conforming · 2 inconclusive');
  assert.deepEqual(reported, [
    ['inconclusive', 'conforming'],
    ['non-conforming', 'inconclusive'],
    ['conforming', 'non-conforming'],
  ]);
});

test('a first run that does not conform is reported at once', async () => {
  assert.deepEqual((await watched([ran(broken, 1)])).reported, [['non-conforming', undefined]]);
});

test('a first run without results ends the watch, a later one is one line', async () => {
  await assert.rejects(watched([ran(undefined, 3), ran(well, 0)]), /^Error: a word\nthe last word$/);
  const { code, said } = await watched([ran(well, 0), ran(undefined, 3), ran(down, 2)]);
  assert.equal(code, 3);
  assert.match(said[1] ?? '', /^no judgement +the last word$/);
});

test('no run starts after the time limit, and Ctrl-C ends a pause at once', async () => {
  assert.equal((await watched([ran(well, 0), ran(well, 0)], { everyMs: 10, forMs: 5 })).runs, 1);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  const { code, said } = await watched([ran(well, 0), ran(well, 0)], { everyMs: 30_000 }, stop);
  assert.equal(code, 0);
  assert.equal(said.at(-1), 'Interrupted after 1 run: 1 conforming');
});

test('an interrupted run does not count; without any other run the watch is inconclusive', async () => {
  const stop = new AbortController();
  stop.abort();
  assert.equal((await watched([ran(broken, 2)], {}, stop)).code, 2);
});
