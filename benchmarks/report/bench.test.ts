import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { checksOf } from '../checks.ts';
import { bare, settingsFor } from '../contenders.ts';
import { figuresOf, spreadOf, type Bench } from './figures.ts';
import { measure, type Measured } from '../timing/measure.ts';
import { pageWith } from './page.ts';
import { pictureOf } from './picture.ts';
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
};

after(removeWritten);

test('ratios are taken within a round', () => {
  assert.deepEqual(figures[1]?.ratio, { min: 2, median: 2.5, max: 3 });
  assert.deepEqual(figures[1]?.memoryMb, { worker: 400 });
  assert.equal(figures[1]?.msEach, 35);
  assert.deepEqual(spreadOf([3, 1, 2]), { min: 1, median: 2, max: 3 });
});

test('new figures take the place of the old ones on the page, and the picture shows them', () => {
  const page = 'before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n';
  const written = pageWith(page, bench);
  assert.match(written, /^before\n<!-- figures -->[^]*this suite[^]*<!-- end of figures -->\nafter\n$/);
  assert.doesNotMatch(written, /old/);
  assert.equal(pageWith(written, bench), written);
  assert.match(pictureOf(bench), /^<svg [^]*2\.50×[^]*<\/svg>\n$/);
});

test('each check is one of its own, and the bare limit fails where the service is wrong', async () => {
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
