import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RateLimiter } from '../rate-limit.ts';

/** A worker that takes so many turns, and prints when each began. */
const worker = (folder: string, turns: number): Promise<number[]> => {
  const script = `
    import { RateLimiter } from ${JSON.stringify(new URL('../rate-limit.ts', import.meta.url).href)};
    const rate = new RateLimiter(20, ${JSON.stringify(folder)});
    for (let turn = 0; turn < ${turns}; turn += 1) {
      await rate.turn();
      console.log(Date.now());
    }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.on('close', () => resolve(text.trim().split('\n').map(Number))));
};

test('several processes together keep to one limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rate-test-'));
  const turns = (await Promise.all([worker(folder, 25), worker(folder, 25)])).flat().sort((a, b) => a - b);
  rmSync(folder, { recursive: true });
  assert.equal(turns.length, 50);
  const atOnce = turns.map((from) => turns.filter((one) => one >= from && one < from + 1000).length);
  assert.ok(Math.max(...atOnce) <= 20, `${Math.max(...atOnce)} in one second`);
  assert.ok((turns.at(-1) ?? 0) - (turns[0] ?? 0) >= 49 * 50 - 100);
});

test('a clock that is set back makes nobody wait', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rate-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const hour = 3_600_000;
  const before = Date.now;
  t.after(() => (Date.now = before));
  const short = (ms: number): void => assert.ok(ms < 5_000, `a wait of ${ms} ms`);
  const rate = new RateLimiter(20, folder);
  await rate.turn(short);
  Date.now = () => before() - hour;
  await rate.turn(short);
  await new RateLimiter(20, folder).turn(short);
  Date.now = () => before() + hour;
  await rate.turn(short);
});
