import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { History } from '../../baselines/history/history.ts';
import { exampleRun } from '../../digest/tests/example-run.ts';
import type { Results } from '../../results/results-schema.ts';
import { writeFrontPage } from './write.ts';

/** A run whose tests have this duration, and whose failed test has these screenshots. */
const runAt = (startedAt: string, ms: number, screenshots: string[] = []): Results => {
  const { rules, ...rest } = exampleRun({ startedAt });
  const timed = rules.map((rule) => ({
    ...rule,
    tests: rule.tests.flatMap((one) =>
      Array.from({ length: 5 }, () => ({ ...one, durationMs: ms, ...(one.verdict === 'fail' && { screenshots }) })),
    ),
  }));
  return { ...rest, rules: timed };
};

test('the page shows existing screenshots of limited size, and the durations of kept runs', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'front-'));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'reports/test-results/a "test"');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '1.png'), 'picture');
  writeFileSync(join(folder, '2.png'), Buffer.alloc(3 * 1024 * 1024));
  const pictures = ['1.png', '2.png', '3.png'].map((name) => `a "test"/${name}`);
  const history = new History(root, () => {});
  const runs = [runAt('2026-11-20T07:00:00.000Z', 20), runAt('2026-11-21T07:00:00.000Z', 30, pictures)];
  for (const run of runs) history.keep(run, JSON.stringify(run));
  writeFrontPage(runs[1] as Results, { root }, (text) => text);
  const page = readFileSync(join(root, 'reports/index.html'), 'utf8');
  assert.deepEqual(
    [...page.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, source]) => source),
    ['test-results/a%20%22test%22/1.png'],
  );
  assert.match(page, /POST \/v1\/transactions: 30 ms now, 20 ms to 30 ms in 2 runs/);
});
