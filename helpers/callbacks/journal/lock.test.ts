import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lockConfigured } from './lock.ts';
import { settingsFor } from '../tests/ended-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
const settings = settingsFor('http://127.0.0.1:9', folder);
after(() => rmSync(folder, { recursive: true }));

test('one holder at a time locks the configured callbacks of a target', async () => {
  const release = await lockConfigured(settings, 0);
  assert.ok(release);
  assert.equal(await lockConfigured(settings, 50), undefined);
  const elsewhere = await lockConfigured(settingsFor('http://127.0.0.1:10', folder), 0);
  assert.ok(elsewhere, 'the lock of another target is independent');
  elsewhere();
  const next = lockConfigured(settings, 5_000);
  release();
  (await next)?.();
  assert.deepEqual(readdirSync(folder), []);
});

test('a lock file corrupted by a power failure does not block', async () => {
  await lockConfigured(settings, 0);
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), '\0\0\0');
  const release = await lockConfigured(settings, 1_000);
  assert.ok(release);
  release();
});

test('exactly one process takes over the lock of an ended process', async () => {
  await lockConfigured(settings, 0);
  const [name = ''] = readdirSync(folder);
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), started: 'long ago' }));
  const held = await Promise.all([1, 2, 3].map(() => lockConfigured(settings, 300)));
  assert.equal(held.filter(Boolean).length, 1);
});
