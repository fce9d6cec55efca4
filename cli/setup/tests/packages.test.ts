import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packagesAreCurrent } from '../packages.mjs';

const a = { 'node_modules/a': { version: '1.0.0' } };
const locked = { '': { name: 'suite' }, ...a, 'node_modules/other-system': { version: '1.0.0', optional: true } };

const current = (lock: object | string, installed: object | string | undefined): boolean => {
  const root = mkdtempSync(join(tmpdir(), 'packages-'));
  const text = (content: object | string) =>
    typeof content === 'string' ? content : JSON.stringify({ packages: content });
  try {
    writeFileSync(join(root, 'package-lock.json'), text(lock));
    if (installed !== undefined) {
      mkdirSync(join(root, 'node_modules'));
      writeFileSync(join(root, 'node_modules', '.package-lock.json'), text(installed));
    }
    return packagesAreCurrent(root);
  } finally {
    rmSync(root, { recursive: true });
  }
};

test('the locked packages are current, those for other systems may be absent', () => {
  assert.ok(current(locked, a));
});

test('missing, other, surplus and unreadable packages are not', () => {
  assert.ok(!current(locked, undefined), 'nothing is installed');
  assert.ok(!current(locked, {}), 'one is missing');
  assert.ok(!current(locked, { 'node_modules/a': { version: '1.0.1' } }), 'one has another version');
  assert.ok(!current(locked, { ...a, 'node_modules/b': { version: '1.0.0' } }), 'one is not in the lock file any more');
  assert.ok(!current(locked, '{ cut off'), 'the installation was interrupted');
});
