import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { buildResults } from '../../../harness/results/judgement/build-results.ts';
import { catalogue } from '../../../interface/rules/catalogue.ts';

const program = fileURLToPath(new URL('../observations.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

test('the differences of a run are listed and pinned; an unusable file or argument ends with 3', () => {
  const root = mkdtempSync(join(tmpdir(), 'observations-'));
  const observations = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', tsx, program, ...args], { cwd: root, encoding: 'utf8' });
  try {
    const none = observations();
    assert.equal(none.status, 3);
    assert.match(none.stderr, /reports\/results\.json cannot be read.*npm start/);

    mkdirSync(join(root, 'reports'));
    const place = { file: 'x', line: 1, project: 'api', durationMs: 1, error: null, notApplicable: undefined };
    const results = buildResults(
      {
        target: 'sandbox',
        host: '127.0.0.1:1',
        startedAt: new Date(0).toISOString(),
        durationMs: 1,
        suiteVersion: '',
        commit: null,
        modified: false,
        partial: true,
        limitedBy: [],
        interrupted: false,
        errors: [],
        notApplicable: [],
      },
      (['auth.order', 'version.elsewhere'] as const).map((rule) => ({
        rule,
        title: catalogue[rule].sentence,
        verdict: 'observed' as const,
        observed: ['HTTP 401'],
        ...place,
      })),
    );
    writeFileSync(join(root, 'reports/results.json'), JSON.stringify(results));

    const one = observations('--accept', 'auth.order');
    assert.deepEqual([one.status, one.stderr], [0, '']);
    assert.match(one.stdout, /Pinned in observations\/sandbox\.json: 1 rule/);
    const { rules } = JSON.parse(readFileSync(join(root, 'observations/sandbox.json'), 'utf8')) as { rules: object };
    assert.deepEqual(rules, { 'auth.order': ['HTTP 401'] });

    const again = observations('--accept', 'auth.order');
    assert.equal(again.status, 3);
    assert.match(again.stderr, /nothing that this run observed of auth\.order differs.*version\.elsewhere/);

    const json = observations('--json');
    assert.deepEqual((JSON.parse(json.stdout) as { new: unknown }).new, [
      { rule: 'version.elsewhere', after: ['HTTP 401'] },
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
