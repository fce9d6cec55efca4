import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { forgetSearch, noteSearch } from '../hand-on.mjs';

const program = fileURLToPath(new URL('../hand-on.mjs', import.meta.url));

test('only completely searched reports are handed on, all or none', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'hand-on-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const file of [
    'results.json',
    'history/a.json',
    'playwright/index.html',
    'shards/1-of-2/part.json',
    'shards/2-of-2/part.json',
  ]) {
    mkdirSync(dirname(join(root, 'reports', file)), { recursive: true });
    writeFileSync(join(root, 'reports', file), '{}');
  }
  const handOn = (...folders: string[]) => spawnSync(process.execPath, [program, ...folders], { cwd: root }).status;
  const ready = join(root, 'reports/ready');

  assert.equal(handOn('reports'), 1);
  assert.ok(!existsSync(ready));
  noteSearch(join(root, 'reports'));
  assert.equal(handOn('reports'), 0);
  assert.deepEqual(readdirSync(ready).sort(), ['playwright', 'results.json', 'searched.json']);

  noteSearch(join(root, 'reports/shards/1-of-2'));
  assert.equal(handOn('reports/shards/1-of-2'), 0);
  assert.deepEqual(readdirSync(join(ready, 'shards')), ['1-of-2']);
  assert.equal(handOn('reports/shards/1-of-2', 'reports/shards/2-of-2'), 1);
  assert.ok(!existsSync(ready), 'nothing of an earlier copy is left');

  forgetSearch(join(root, 'reports'));
  assert.equal(handOn('reports'), 1);
  assert.equal(handOn('/tmp'), 1);
  assert.equal(handOn(), 3);
});
