import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsOf } from './selection.ts';

const limitsOfRun = (...args: string[]) => limitsOf(['node', 'cli.js', 'test', ...args]);

test('a run is whole unless an argument may select tests', () => {
  assert.deepEqual(limitsOfRun(), []);
  assert.deepEqual(limitsOfRun('--config', '/suite', '--workers=2', '-j', '2', '-x', '--trace', 'on', '--headed'), []);
  assert.deepEqual(limitsOfRun('--grep', '@smoke', '-j4'), ['--grep @smoke']);
  assert.deepEqual(limitsOfRun('-x', 'wallet-list', '--project=api'), ['wallet-list', '--project=api']);
  assert.deepEqual(limitsOfRun('--unknown-argument'), ['--unknown-argument']);
  assert.deepEqual(limitsOf(['node', 'cli.js', 'test-server']), ['test-server']);
});
