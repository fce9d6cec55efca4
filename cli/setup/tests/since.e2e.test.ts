import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { History } from '../../../harness/baselines/history/history.ts';
import { buildResults } from '../../../harness/results/judgement/build-results.ts';
import { judged } from '../../../harness/results/judgement/tests/judged-test.ts';
import { runInput } from '../../../harness/results/judgement/tests/run-input.ts';
import { parseResults } from '../../../harness/results/results-schema.ts';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';
import { suiteRoot } from '../../../helpers/settings/command-line/target-folder.mjs';

const failed = judged('version.path', 'fail', { file: 'tests/api/9-versioning.spec.ts' });

test('--since begins with the failed tests, judges everything, and keeps the evidence for reviews', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'since-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const before = buildResults(runInput({ target: 'sandbox' }), [failed]);
  new History(folder, assert.fail).keep(before, JSON.stringify(before));
  const start = join(suiteRoot, 'cli', 'setup', 'start.mjs');
  const grep = '@version.path|@wallets.accepted|@page.amount-shown';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [start, '--target', folder, '--since', 'last', '--workers=1', '--grep', grep],
    { encoding: 'utf8', env: { ...process.env, ...noSettings, FORCE_COLOR: '0' } },
  );
  assert.equal(status, 0, stdout + stderr);
  assert.match(stderr, /^First: 1 spec file \(1 with failures, 0 changed since last\), then the rest$/m);
  const files = [...stdout.matchAll(/^ {2}ok {2}(\S+)/gm)].map(([, file]) => file);
  assert.deepEqual(files, ['api/9-versioning', 'api/4.3-wallets-list', 'browser/4.1-hosted-page']);
  const { run, rules } = parseResults(readFileSync(join(folder, 'reports', 'results.json'), 'utf8'));
  assert.deepEqual(rules.map(({ id }) => id).sort(), ['page.amount-shown', 'version.path', 'wallets.accepted']);
  const point = run.reviews?.find(({ id }) => id === 'page.understood');
  assert.deepEqual(
    point?.evidence.map(({ of }) => of),
    ['page.amount-shown', 'words of the page'],
  );
  assert.ok(statSync(join(folder, 'reports', point?.pictures[0] ?? '')).size > 1_000);
});
