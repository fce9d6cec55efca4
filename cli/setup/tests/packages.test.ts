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

test('packages are current when all locked ones are installed, except those for other systems', () => {
  assert.ok(current(locked, a));
});

test('packages are not current when some are missing, differ, are surplus or cannot be read', () => {
  assert.ok(!current(locked, undefined), 'nothing is installed');
  assert.ok(!current(locked, {}), 'one is missing');
  assert.ok(!current(locked, { 'node_modules/a': { version: '1.0.1' } }), 'one differs in its version');
  assert.ok(!current(locked, { ...a, 'node_modules/b': { version: '1.0.0' } }), 'one is no longer in the lock file');
  assert.ok(!current(locked, '{ cut off'), 'the installation was interrupted');
});
