import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { checksOf } from '../checks.ts';
import { bare, settingsFor } from '../contenders.ts';
import { figuresOf, type Bench } from './figures.ts';
import { spreadOf } from './spread.ts';
import { measure, type Measured } from '../timing/measure.ts';
import { pageWith } from './page.ts';
import { pictureOf } from './picture.ts';
import { nightsOf, runNight, type NightMeasured } from '../timing/nights.ts';
import { startRelay } from '../timing/relay.ts';
import { nightFiguresOf } from './nights.ts';
import { removeWritten, writeChecks } from '../written.ts';

const measured = (ms: number): Measured => ({ ms, cpuMs: ms, memoryMb: { worker: ms }, sandboxBusy: 0.1 });

const figures = figuresOf(
  { limit: [measured(100), measured(200)], 'this suite': [measured(300), measured(400)] },
  'limit',
  10,
);

const bench: Bench = {
  machine: { cores: 2, processor: 'x', node: 'v20', loadBefore: 0, loadAfter: 0 },
  commit: 'abc',
  measuredOn: '2026-11-21',
  checks: 10,
  journeys: 0,
  rounds: 2,
  api: [{ latencyMs: 50, figures }],
  browser: [],
  reporters: [],
  growth: [],
  nights: [],
};

after(removeWritten);

test('ratios compare measurements of the same round', () => {
  assert.deepEqual(figures[1]?.ratio, { min: 2, median: 2.5, max: 3 });
  assert.deepEqual(figures[1]?.memoryMb, { worker: 400 });
  assert.equal(figures[1]?.msEach, 35);
  assert.deepEqual(spreadOf([3, 1, 2]), { min: 1, median: 2, max: 3 });
});

test('new figures replace the old ones on the page, and the picture shows them', () => {
  const page = 'before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n';
  const written = pageWith(page, bench);
  assert.match(written, /^before\n<!-- figures -->[^]*this suite[^]*<!-- end of figures -->\nafter\n$/);
  assert.doesNotMatch(written, /old/);
  assert.equal(pageWith(written, bench), written);
  assert.match(pictureOf(bench), /^<svg [^]*2\.50×[^]*<\/svg>\n$/);
});

test('all checks are different, and the bare limit fails when the service is faulty', async () => {
  const checks = checksOf(400, settingsFor('http://127.0.0.1'));
  assert.equal(new Set(checks.map(({ rule, variant }) => `${rule} ${variant}`)).size, 400);
  writeChecks(checks.slice(0, 160));
  for (const fault of [undefined, 'code-missing-is-200', 'key-truncated-transactions']) {
    const { child, address } = await startSandbox('--quiet', ...(fault ? ['--fault', fault] : []));
    try {
      const run = measure(bare().command(address), child.pid ?? 0);
      if (fault) await assert.rejects(run, /AssertionError/, fault);
      else assert.ok((await run).ms > 0);
    } finally {
      child.kill();
    }
  }
});

const ofNight = (ms: number, more: Partial<NightMeasured> = {}): NightMeasured => ({
  ...measured(ms),
  beginMs: 2000,
  endMs: 1000,
  triageMs: 500,
  requests: 7,
  payments: 3,
  failedTests: 0,
  ...more,
});

test('a night is compared with another one of its round, or with the time its requests need at the limit', () => {
  const figuresOfNights = nightFiguresOf(nightsOf(['red-100', 'limited']), {
    limited: [ofNight(3000, { neededMs: 2000 })],
    api: [ofNight(1000), ofNight(2000)],
    'red-100': [ofNight(3000), ofNight(2000, { memoryMb: { runner: 90 } })],
  });
  const ratios = figuresOfNights.map(({ name, ratio }) => [name, ratio?.median]);
  assert.deepEqual(ratios, [
    ['limited', 1.5],
    ['api', undefined],
    ['red-100', 2],
  ]);
  assert.equal(figuresOfNights[2]?.runnerMb, 90);
  const incomplete = nightFiguresOf(nightsOf(['red-100', 'short']), {
    api: [ofNight(1000), ofNight(2000)],
    'red-100': [undefined, ofNight(6000)],
    short: [undefined],
  });
  assert.deepEqual(
    incomplete.map(({ name, ratio }) => [name, ratio?.median]),
    [
      ['api', undefined],
      ['red-100', 3],
    ],
  );
  const page = '<!-- figures -->\nold\n<!-- end of figures -->\n<!-- nights -->\n<!-- end of nights -->\n';
  const written = pageWith(page, { ...bench, api: [], nights: figuresOfNights });
  assert.match(written, /old[^]*<!-- nights -->[^]*red-100 [^]*2\.00 \(1\.00 to 3\.00\)[^]*<!-- end of nights -->\n$/);
  assert.throws(() => nightsOf(['red']), /red-100[^]*not 'red'/);
});

test('a relay forwards a limited number of requests per second', async (t) => {
  const { child, address } = await startSandbox('--quiet');
  const relay = await startRelay(address, 3);
  t.after(() => [relay.close(), child.kill()]);
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await fetch(`${relay.address}/sandbox/callbacks`)).status),
  );
  assert.deepEqual(statuses.sort(), [200, 200, 200, 429, 429]);
  assert.equal(relay.passed(), 3);
});

test('a night is a whole run, whose start and end are measured separately from its tests', async () => {
  const [short] = nightsOf(['short']);
  assert.ok(short);
  const { ms, beginMs, endMs, requests, failedTests, memoryMb } = await runNight(short);
  assert.ok(beginMs > 0 && endMs > 0 && beginMs + endMs < ms);
  assert.ok(requests > 0);
  assert.equal(failedTests, 0);
  if (process.platform === 'linux') assert.ok((memoryMb['runner'] ?? 0) > 0);
});
