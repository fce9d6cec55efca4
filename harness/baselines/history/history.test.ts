import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { buildResults } from '../../results/judgement/build-results.ts';
import type { Results } from '../../results/results-schema.ts';
import type { Verdict } from '../../results/judgement/verdict.ts';
import { History } from './history.ts';
import { recentOutcomes, latelyInWords } from './recent-outcomes.ts';
import { lastRun, sinceLastRun, withComparison } from './since.ts';
import { judged } from '../../results/judgement/tests/judged-test.ts';
import { runInput } from '../../results/judgement/tests/run-input.ts';

process.env.FORCE_COLOR = '0';

const results = (verdict: Verdict, day: number, more: Partial<Results['run']> = {}): Results => {
  const error = verdict === 'pass' ? null : 'Error: expect(reply).toRefuse()\nReceived: HTTP 200';
  return buildResults(
    runInput({
      host: 'staging.example.com:8443',
      startedAt: new Date(Date.UTC(2026, 0, day, 7)).toISOString(),
      suiteVersion: '1',
      ...more,
    }),
    [judged('txn.amount-required', verdict, { error })],
  );
};

const name = 'staging.example.com-8443';

test('a kept run can be replaced', (t) => {
  const { keep, history } = fresh(t);
  for (const day of [1, 2, 2, 3]) keep(results('pass', day));
  history.forget(results('fail', 2));
  assert.deepEqual(
    [...history.runs(name)].map((one) => one.results.run.startedAt.slice(8, 10)),
    ['03', '01'],
  );
});

const fresh = (t: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'history-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const told: string[] = [];
  const history = new History(root, (line) => told.push(line));
  const keep = (one: Results): void => history.keep(one, JSON.stringify(one));
  return { root, history, told, keep, folder: join(root, 'reports', 'history', name) };
};

test('the thirty newest complete runs of each target are kept and read newest first', (t) => {
  const { history, keep, folder } = fresh(t);
  for (let day = 1; day <= 33; day += 1) keep(results('pass', day));
  keep(results('pass', 40, { partial: true }));
  keep(results('pass', 41, { interrupted: true }));
  keep(results('pass', 42, { profile: 'stability' }));
  keep(results('pass', 2, { target: 'sandbox', host: '127.0.0.1:1' }));
  const runs = [...history.runs(name)];
  assert.equal(runs.length, 30);
  assert.equal(runs[0]?.results.run.startedAt, '2026-02-02T07:00:00.000Z');
  assert.equal(runs[0]?.file, `reports/history/${name}/2026-02-02T07-00-00.000Z.json`);
  assert.deepEqual(history.targets(), [name, 'sandbox']);
  assert.ok(readdirSync(folder).every((file) => /^[\w.-]+\.json$/.test(file)));
});

test('two runs that start at the same moment are both kept', async (t) => {
  const { root, history } = fresh(t);
  const program = `
    import { History } from ${JSON.stringify(new URL('./history.ts', import.meta.url).href)};
    const one = ${JSON.stringify(results('pass', 1))};
    new History(${JSON.stringify(root)}, console.log).keep(one, JSON.stringify(one));`;
  const run = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  await Promise.all([run(), run()]);
  assert.equal([...history.runs(name)].length, 2);
});

test('damaged files and a folder that cannot be written are reported without failing', (t) => {
  const { root, history, told, keep, folder } = fresh(t);
  keep(results('pass', 1));
  writeFileSync(join(folder, '2026-01-03T07-00-00.000Z.json'), '{"version": 1, "ru');
  writeFileSync(join(folder, '2026-01-02T07-00-00.000Z.json'), '{"version": 0}');
  const last = lastRun(results('fail', 4), history);
  assert.equal(last?.results.run.startedAt, '2026-01-01T07:00:00.000Z');
  assert.equal(told.length, 2);
  assert.match(told[0] ?? '', /2026-01-03T07-00-00\.000Z\.json is damaged or of another version, and is ignored/);
  writeFileSync(join(root, 'file'), '');
  new History(join(root, 'file'), (line) => told.push(line)).keep(results('pass', 1), '{}');
  assert.match(told.at(-1) ?? '', /^this run could not be kept in reports\/history: /);
});

test('a run is compared with the last run that judged any rule', (t) => {
  const { history, keep } = fresh(t);
  assert.equal(lastRun(results('pass', 1), history), undefined);
  keep(results('pass', 1));
  keep(results('environment', 2));
  const now = results('fail', 3);
  assert.equal(lastRun(results('environment', 3), history), undefined, 'nothing was judged, so nothing has changed');
  const compared = withComparison(now, lastRun(now, history) ?? null);
  assert.deepEqual(compared.run.comparison?.broken, ['txn.amount-required']);
  assert.deepEqual(sinceLastRun(compared).slice(0, 2), [
    'Since 2026-01-01 07:00 UTC (inconclusive): 1 broken',
    '  broken               txn.amount-required',
  ]);
  assert.deepEqual(sinceLastRun(now), []);
});

test('the recent outcomes of a rule are listed for each target, newest first', (t) => {
  const { history, keep } = fresh(t);
  for (let day = 1; day <= 7; day += 1) keep(results(day === 6 ? 'fail' : 'pass', day));
  const [target] = recentOutcomes('txn.amount-required', history);
  assert.equal(target?.runs.length, 5);
  assert.deepEqual(target?.runs.slice(0, 2).map(latelyInWords), [
    '2026-01-07 07:00 UTC  pass',
    '2026-01-06 07:00 UTC  fail  Received: HTTP 200',
  ]);
});
