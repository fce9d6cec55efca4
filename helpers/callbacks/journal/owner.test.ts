import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { isAlive, ownProcess } from './owner.ts';

const longAgo = 0;

test('a process is alive until it ends', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  // The start time is not that of the child: a pid alone must not identify a process.
  assert.equal(isAlive({ ...ownProcess(), pid: child.pid ?? 0 }, longAgo), false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(isAlive({ ...ownProcess(), pid: child.pid ?? 0 }, Date.now()), false);
  assert.equal(isAlive(ownProcess(), longAgo), true);
});

test('a process that reuses the pid of an earlier one is not mistaken for it', () => {
  assert.equal(isAlive({ ...ownProcess(), started: 'earlier' }, Date.now()), false);
});

test('no process survives a reboot', () => {
  assert.equal(isAlive({ ...ownProcess(), boot: 'an earlier start' }, Date.now()), false);
});

test('the last heartbeat decides where processes are not visible', () => {
  for (const elsewhere of [{ host: 'another-machine' }, { space: 'another container' }]) {
    assert.equal(isAlive({ ...ownProcess(), ...elsewhere }, Date.now() - 60_000), true);
    assert.equal(isAlive({ ...ownProcess(), ...elsewhere }, Date.now() - 600_000), false);
  }
});
