import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { command } from '../command.ts';
import { abortedBySignals, endingSignals, passSignals } from '../signals.mjs';

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
    return { code: process.exitCode ?? 0, out: texts[0], err: texts[1] };
  } finally {
    process.argv = argv;
    process.exitCode = before;
  }
};

test('the number that a program returns is its exit code', async (t) => {
  assert.deepEqual(await run(t, '--count', '1'), { code: 1, out: '', err: '' });
});

test('--help and -h print the usage, regardless of other arguments', async (t) => {
  for (const args of [['--help'], ['-h', '--count', 'x']]) {
    assert.deepEqual(await run(t, ...args), { code: 0, out: 'What it does.', err: '' });
    t.mock.restoreAll();
  }
});

test('an error prints only its message and ends the program with 3', async (t) => {
  assert.deepEqual(await run(t, '--count', 'x'), { code: 3, out: '', err: '--count: write a number' });
});

for (const args of [['--other'], ['other']]) {
  test(`the unknown argument ${args.join()} ends the program with 3`, async (t) => {
    const { code, err } = await run(t, ...args);
    assert.equal(code, 3);
    assert.match(err ?? '', /other/);
  });
}

const root = new URL('../../../', import.meta.url);
const sources = ['cli', 'proof', 'harness', 'benchmarks'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => `${folder}/${name}`),
);

test('--help of every program explains its purpose and exit codes in lines of at most 120 characters', () => {
  const usages = sources.flatMap((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    const [, usage] = /^const (?:usage|help) = `([^`]*)`;$/m.exec(text) ?? [];
    assert.ok(usage !== undefined || !/^await (command|program)\(/m.test(text), file);
    return usage === undefined ? [] : [{ file, usage }];
  });
  assert.ok(usages.length > 15);
  for (const { file, usage } of usages) {
    assert.match(usage, /^(npm (start|run [\w-]+)( -- \S+)?: |Checks )[\s\S]*^Exit codes/m, file);
    for (const line of usage.split('\n')) assert.ok(line.length <= 120, `${file}: ${line}`);
  }
});

test('signals are forwarded to a child until stopped', () => {
  const got: unknown[] = [];
  const child = { kill: (signal: unknown) => got.push(signal) } as unknown as ChildProcess;
  const [same, other] = [passSignals(child), passSignals(child, 'SIGINT')];
  assert.equal(same.passed(), false);
  for (const signal of endingSignals) process.emit(signal);
  assert.deepEqual([same.passed(), other.passed()], [true, true]);
  same.stop();
  other.stop();
  assert.deepEqual(got.slice(1).filter((signal) => signal === 'SIGINT').length, 3);
  for (const signal of endingSignals) assert.equal(process.listenerCount(signal), 0);
});

test('a signal triggers the abort', () => {
  const stop = abortedBySignals();
  process.emit('SIGTERM');
  assert.equal(stop.aborted, true);
  for (const signal of endingSignals) process.removeAllListeners(signal);
});

test('a program that something keeps alive ends when its output is written, whoever reads it late', async () => {
  const url = new URL('../exit-when-written.mjs', import.meta.url).href;
  const program = `import { exitWhenWritten } from '${url}';
    setInterval(() => {}, 1000);
    process.stdout.write('x'.repeat(1_000_000));
    process.exitCode = 3;
    await exitWhenWritten();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.deepEqual([output.length, code], [1_000_000, 3]);
});
