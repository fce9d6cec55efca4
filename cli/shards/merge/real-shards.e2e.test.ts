import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { parseResults } from '../../../harness/results/results-schema.ts';
import { runProgram } from '../../../helpers/processes/tests/program.ts';

const shardRun = [
  'cli/setup/start.mjs',
  '--project=api',
  '--workers=1',
  '--grep',
  '@txn.amount-required|@callback-fetch.id|@balance',
];
const merge = ['cli/shards/merge/merge.ts'];

test('shards of separate runs are merged with all their reports', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shards-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const start = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
    runProgram(args, { settings: { TARGET_FOLDER: folder, ...settings } });
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  for (const shard of [1, 2]) {
    const { code, output } = await start([...shardRun, `--shard=${shard}/2`]);
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`shard ${shard} of 2`));
  }
  const reports = join(folder, 'reports');
  // As in a CI job that only merges.
  cpSync(join(reports, 'shards'), join(folder, 'downloads'), { recursive: true });
  rmSync(reports, { recursive: true });
  // Sending to this port would fail with a message; a partial or conforming run must not send a digest.
  const webhook = { DIGEST_WEBHOOK_URL: 'http://127.0.0.1:9/services/T0A1B2', DIGEST_ON: 'failure' };
  const { code, output } = await start([...merge, 'downloads'], webhook);
  assert.equal(code, 0, output);
  assert.doesNotMatch(output, /The digest was/);

  const { run, rules } = parseResults(read('reports/results.json'));
  assert.deepEqual([run.verdict, run.shards, run.partial], ['conforming', { of: 2, missing: [] }, true]);
  const tests = rules.flatMap((rule) => rule.tests).length;
  assert.ok(tests > 10);
  const allure = readdirSync(join(reports, 'allure-results')).filter((name) => name.endsWith('-result.json'));
  const junit = read('reports/junit.xml').match(/<testcase /g) ?? [];
  assert.deepEqual([allure.length, junit.length], [tests, tests]);
  assert.ok(existsSync(join(reports, 'playwright', 'index.html')));
  assert.ok(existsSync(join(reports, 'searched.json')));
  assert.match(read('reports/digest.md'), /conforming/i);
  assert.equal(JSON.parse(read('reports/ctrf.json')).results.summary.passed, tests);

  for (const shard of ['1-of-2', '2-of-2']) {
    const blob = unzipSync(readFileSync(join(folder, 'downloads', shard, 'blob', 'report.zip')));
    for (const [name, bytes] of Object.entries(blob))
      assert.doesNotMatch(strFromU8(bytes, true), /sk_test_sandbox/, name);
  }

  rmSync(join(folder, 'downloads', '1-of-2'), { recursive: true });
  rmSync(join(folder, 'downloads', '2-of-2', 'searched.json'));
  const without = await start([...merge, 'downloads']);
  assert.equal(without.code, 2, without.output);
  assert.ok(!existsSync(join(reports, 'searched.json')), 'a shard was not searched');
  assert.match(without.output, /^Shards +1 of 2 merged; no results of shard 1$/m);
  assert.match(read('reports/junit.xml'), /<testsuite name="shard 1 of 2"/);

  const none = await start([...merge, 'reports/playwright']);
  assert.equal(none.code, 3);
  assert.match(none.output, /^No shard was found in reports\/playwright\./);
});
