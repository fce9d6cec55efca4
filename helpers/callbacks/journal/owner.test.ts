import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { isAlive, ownProcess } from './owner.ts';

const longAgo = 0;

test('a process is alive until it ends', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  // Without the start time of the child at hand, none stands for it; a pid alone must not be enough.
  assert.equal(isAlive({ ...ownProcess(), pid: child.pid ?? 0 }, longAgo), false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(isAlive({ ...ownProcess(), pid: child.pid ?? 0 }, Date.now()), false);
  assert.equal(isAlive(ownProcess(), longAgo), true);
});

test('a process that got the number of an earlier one is not taken for it', () => {
  assert.equal(isAlive({ ...ownProcess(), started: 'earlier' }, Date.now()), false);
});

test('nothing outlives a start of the machine', () => {
  assert.equal(isAlive({ ...ownProcess(), boot: 'an earlier start' }, Date.now()), false);
});

test('where processes cannot be seen, a sign of life decides', () => {
  for (const elsewhere of [{ host: 'another-machine' }, { space: 'another container' }]) {
    assert.equal(isAlive({ ...ownProcess(), ...elsewhere }, Date.now() - 60_000), true);
    assert.equal(isAlive({ ...ownProcess(), ...elsewhere }, Date.now() - 600_000), false);
  }
});
