import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { command } from '../command.ts';
import { endingSignals, passSignals } from '../signals.cjs';

/** Runs a program whose exit code is the value of --count. */
const run = async (t: TestContext, ...args: string[]) => {
  const [argv, before] = [process.argv, process.exitCode];
  const log = t.mock.method(console, 'log', () => {});
  const error = t.mock.method(console, 'error', () => {});
  process.argv = ['node', 'program', ...args];
  process.exitCode = undefined;
  try {
    await command('What it does.', { options: { count: { type: 'string', default: '0' } } }, ({ count }) => {
      if (count === 'x') throw new Error('--count: write a number');
      return Number(count);
    });
    const texts = [log, error].map(({ mock }) => mock.calls.map((call) => String(call.arguments[0])).join());
    return [process.exitCode ?? 0, ...texts];
  } finally {
    t.mock.restoreAll();
    process.argv = argv;
    process.exitCode = before;
  }
};

test('exit codes: that of the program, 0 for help, 3 for an error, whose message alone is printed', async (t) => {
  assert.deepEqual(await run(t, '--count', '1'), [1, '', '']);
  assert.deepEqual(await run(t, '-h', '--count', 'x'), [0, 'What it does.', '']);
  assert.deepEqual(await run(t, '--count', 'x'), [3, '', '--count: write a number']);
  assert.equal((await run(t, '--other'))[0], 3);
  assert.equal((await run(t, 'other'))[0], 3);
});

test('signals are forwarded to a child until stopped', () => {
  const got: unknown[] = [];
  const passing = passSignals({ kill: (signal: unknown) => got.push(signal) } as unknown as ChildProcess, 'SIGINT');
  for (const signal of endingSignals) process.emit(signal);
  passing.stop();
  for (const signal of endingSignals) assert.equal(process.listenerCount(signal), 0);
  assert.deepEqual([passing.passed(), ...got], [true, 'SIGINT', 'SIGINT', 'SIGINT']);
});
