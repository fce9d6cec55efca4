import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Results } from '../../results/results-schema.ts';
import { exampleRun } from '../../digest/tests/example-run.ts';
import { buildReport } from '../build.ts';

test("Allure's quality gate passes only conforming runs, including those with known deviations", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'reports', 'allure-results'), { recursive: true });
  const refusalOf = async ({ run, rules, version }: Results): Promise<string | undefined> => {
    writeFileSync(join(folder, 'reports', 'results.json'), JSON.stringify({ version, run, rules }));
    return (await buildReport(folder, '', true)).refusal;
  };
  const example = exampleRun();
  const named = example.rules.map((rule) => ({
    ...rule,
    tests: rule.tests.map((one) => ({ ...one, title: rule.id })),
  }));
  const broken = { ...example, rules: named };
  const refusal = await refusalOf({ ...broken, run: { ...broken.run, partial: false } });
  assert.match(refusal ?? '', /failed tests 1 exceeds .* 0 +broken rules\/maxFailures/);
  assert.match(refusal ?? '', /failed tests 1 exceeds .* 0 +not judged\/maxFailures/);
  const trends = readFileSync(join(folder, 'reports/history/staging.example.com/allure.jsonl'), 'utf8');
  assert.equal(trends.trim().split('\n').length, 1, 'the gate adds no run to the trends');

  const kept = broken.rules.filter(({ verdict }) => ['pass', 'known'].includes(verdict));
  assert.deepEqual(kept.map(({ verdict }) => verdict).toSorted(), ['known', 'pass']);
  const run = { ...broken.run, verdict: 'conforming' as const };
  assert.equal(await refusalOf({ ...broken, rules: kept, run }), undefined);
  const stopped = await refusalOf({ ...broken, rules: kept, run: { ...run, verdict: 'inconclusive' } });
  assert.match(stopped ?? '', /The run is inconclusive, but must be conforming +run\/verdict/);
});
