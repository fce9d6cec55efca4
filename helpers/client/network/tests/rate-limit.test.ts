import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Exchange } from '../../../../interface/messages/exchange.ts';
import { Http } from '../../http.ts';
import { CircuitBreaker } from '../retries/circuit-breaker.ts';
import { RateLimiter } from '../rate-limit.ts';
import { RetryPolicy } from '../retries/retry-policy.ts';

/** Starts a worker that waits for some turns, and returns when each began. */
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

test('several processes together observe one limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rate-test-'));
  const turns = (await Promise.all([worker(folder, 25), worker(folder, 25)])).flat().sort((a, b) => a - b);
  rmSync(folder, { recursive: true });
  assert.equal(turns.length, 50);
  const atOnce = turns.map((from) => turns.filter((one) => one >= from && one < from + 1000).length);
  assert.ok(Math.max(...atOnce) <= 20, `${Math.max(...atOnce)} in one second`);
  assert.ok((turns.at(-1) ?? 0) - (turns[0] ?? 0) >= 49 * 50 - 100);
});

test('a change of the system clock causes no wait', async (t) => {
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

/** A target that accepts a number of requests in any second and refuses the rest with 429. */
const limited = async (t: TestContext, perSecond: number): Promise<string> => {
  const taken: number[] = [];
  const server = createServer((_, response) => {
    const now = performance.now();
    const isTaken = taken.filter((at) => now - at < 1000).length < perSecond;
    if (isTaken) taken.push(now);
    response.writeHead(isTaken ? 200 : 429).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const folderOf = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rate-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

test('requests to a target with a rate limit slow down until all are accepted', async (t) => {
  const folder = folderOf(t);
  const [baseUrl, probe] = [await limited(t, 40), () => Promise.resolve(true)];
  const circuitBreaker = new CircuitBreaker(folder);
  let refused = 0;
  const send = async (requests: number, rateLimiter: RateLimiter): Promise<void> => {
    const retryPolicy = new RetryPolicy({ timeoutMs: 1000, circuitBreaker, rateLimiter, probe });
    const record = ({ status }: Exchange): void => void (refused += status === 429 ? 1 : 0);
    const http = new Http({ baseUrl, timeoutMs: 1000, mask: (text) => text, record, retryPolicy });
    const all = Array.from({ length: requests }, () =>
      http.send({ method: 'POST', path: '/v1/transactions', headers: {} }),
    );
    for (const { status } of await Promise.all(all)) assert.equal(status, 200);
    await http.close();
  };
  // Two limiters with one folder act like two processes.
  const [one, other] = [new RateLimiter(undefined, folder), new RateLimiter(undefined, folder)];
  assert.equal(one.found, undefined);
  await Promise.all([send(30, one), send(30, other)]);
  const [found = 0, before] = [one.found, refused];
  assert.equal(other.found, found);
  assert.ok(found > 2 && found <= 40, `${found} a second were found`);
  // Further requests observe the limit.
  await Promise.all([send(5, one), send(5, other)]);
  assert.ok(before > 0 && refused - before <= 1, `${refused - before} more were refused`);
});

test('a limit in use rises in steps towards the refused rate', async (t) => {
  let now = 1_000_000;
  const pass = (ms: number): Promise<void> => {
    now += ms;
    return Promise.resolve();
  };
  const rate = new RateLimiter(undefined, folderOf(t), { now: () => now, pause: pass });
  // 100 requests a second: more than the target accepts.
  for (let count = 0; count < 100; count += 1) {
    await rate.turn();
    await pass(10);
  }
  rate.refused(0);
  const lowered = rate.found ?? 0;
  assert.ok(lowered > 40 && lowered <= 51, `${lowered} a second`);
  // A request sent under an earlier limit does not affect this one.
  rate.refused(0);
  assert.equal(rate.found, lowered);
  for (let turns = 0; turns < 600; turns += 1) await rate.turn();
  const risen = rate.found ?? 0;
  assert.ok(risen > lowered + 4 && risen < lowered + 25, `${lowered} to ${risen} a second`);
  await pass(120_000);
  await rate.turn();
  assert.equal(rate.found, risen, 'an unused limit does not rise');
});

test('a refusal of one worker lowers the limit from the rate of all workers', async (t) => {
  const folder = folderOf(t);
  let now = 1_000_000;
  const clock = { now: () => now, pause: (ms: number) => Promise.resolve(void (now += ms)) };
  const busy = new RateLimiter(undefined, folder, clock);
  for (let count = 0; count < 100; count += 1) {
    await busy.turn();
    now += 10;
  }
  const fresh = new RateLimiter(undefined, folder, clock);
  fresh.refused(await fresh.turn());
  assert.ok((busy.found ?? 0) > 40 && (busy.found ?? 0) <= 51, `${busy.found} a second were found`);
  // A refusal after an idle time lowers the limit, not the current rate.
  now += 30_000;
  const another = new RateLimiter(undefined, folder, clock);
  another.refused(await another.turn());
  assert.ok((busy.found ?? 0) > 30, `${busy.found} a second are left`);
});

test('all workers observe Retry-After, and the configured limit is never exceeded', async (t) => {
  const folder = folderOf(t);
  const rate = new RateLimiter(8, folder);
  rate.refused(await rate.turn(), 1_500);
  const at = performance.now();
  await new RateLimiter(8, folder).turn();
  assert.ok(performance.now() - at >= 1_400, `${performance.now() - at} ms`);
  assert.ok((rate.found ?? 9) <= 8);
});
