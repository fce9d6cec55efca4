import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Limiter, type Outcome } from './limiter.ts';
import { appendToRun, nameRunFolder, readRun, runFolder } from '../run/run-log.ts';

beforeEach(nameRunFolder);
afterEach(() => void delete process.env['CONFORMANCE_RUN_FOLDER']);

/** A clock on which nothing but waiting takes time, so that a busy machine changes nothing. */
let nowMs = 1;
let waiting: { untilMs: number; go: () => void }[] = [];
const passOn = (): void => {
  const [next, ...others] = waiting.toSorted((a, b) => a.untilMs - b.untilMs);
  if (!next) return;
  [nowMs, waiting] = [next.untilMs, others];
  next.go();
  setImmediate(passOn);
};
const pause = (ms: number): Promise<void> =>
  new Promise((go) => {
    waiting.push({ untilMs: nowMs + ms, go });
    if (waiting.length === 1) setImmediate(passOn);
  });
const clock = { now: () => nowMs, pause };

/** Sends so many requests at once to a target. @returns the most that were in flight, and how long it took */
const load = async (
  limiter: Limiter,
  count: number,
  answer: (inFlight: number) => Promise<Outcome>,
  keyIsValid = true,
) => {
  let [inFlight, most] = [0, 0];
  const from = nowMs;
  const one = async (): Promise<void> => {
    const turn = await limiter.turn('GET /', keyIsValid);
    most = Math.max(most, (inFlight += 1));
    const outcome = await answer(inFlight);
    inFlight -= 1;
    limiter.end(turn, outcome, outcome === 'throttled' ? 500 : 0);
    if (outcome === 'throttled') await one();
  };
  await Promise.all(Array.from({ length: count }, one));
  return { most, ms: nowMs - from };
};

const quick = async (): Promise<Outcome> => pause(5).then(() => 'answered');

test('requests in flight grow while answers stay quick, up to the limit', async () => {
  const { most } = await load(new Limiter({ clock, maxInFlight: 6 }), 100, quick);
  assert.equal(most, 6);
});

test('a target that answers one request at a time gets few at once', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const serial = (): Promise<Outcome> => (last = last.then(() => pause(60))).then(() => 'answered');
  const limiter = new Limiter({ clock, maxInFlight: 32 });
  await load(limiter, 10, serial);
  const { most, ms } = await load(limiter, 20, serial);
  assert.ok(most <= 6, `${most} in flight`);
  assert.ok(ms < 20 * 60 * 1.3, `${ms} ms`);
});

test('a refused rate is found and kept below, for refused keys apart from others', async () => {
  let sent: number[] = [];
  // At most ten requests in a second.
  const limited = async (): Promise<Outcome> => {
    sent = sent.filter((at) => at > nowMs - 1000);
    if (sent.length >= 10) return 'throttled';
    sent.push(nowMs);
    return quick();
  };
  const limiter = new Limiter({ clock });
  const { ms } = await load(limiter, 40, limited, false);
  assert.ok(ms < 6_000, `${ms} ms`);
  assert.ok((await load(limiter, 40, quick)).ms < 400, 'valid keys are not slowed down');
});

test('a limit for some seconds is found from a burst, though its refusals come before its answers', async () => {
  let allowed: number[] = [];
  const fiveInTwoSeconds = async (): Promise<Outcome> => {
    allowed = allowed.filter((at) => at > nowMs - 2_000);
    if (allowed.length >= 5) return pause(1).then(() => 'throttled');
    allowed.push(nowMs);
    return pause(10).then(() => 'answered');
  };
  const limiter = new Limiter({ clock, maxInFlight: 32 });
  await load(limiter, 100, quick);
  const { ms } = await load(limiter, 100, fiveInTwoSeconds, false);
  assert.ok(ms < 55_000, `${ms} ms; 40,000 are the least`);
});

test('refused keys that are answered later and later do not slow others down', async () => {
  const limiter = new Limiter({ clock, maxInFlight: 6 });
  let delayMs = 5;
  const later = (): Promise<Outcome> => pause((delayMs += 20)).then(() => 'answered');
  const { ms } = await load(limiter, 60, later, false);
  assert.ok(ms < 20_000, `${ms} ms`);
});

test('however often requests were refused, the next one waits a few seconds', async () => {
  const limiter = new Limiter({ clock });
  for (let times = 0; times < 12; times += 1) {
    limiter.end(await limiter.turn('GET /', false), 'throttled');
    await pause(1_100);
  }
  const from = nowMs;
  await limiter.turn('GET /', false);
  assert.ok(nowMs - from <= 5_000, `${nowMs - from} ms`);
});

test('MAX_REQUESTS_PER_SECOND is kept', async () => {
  const limiter = new Limiter({ clock, maxPerSecond: 20 });
  const from = nowMs;
  for (let count = 0; count < 5; count += 1) limiter.end(await limiter.turn('GET /', true), 'answered');
  assert.equal(nowMs - from, 200);
});

test('a line that a killed worker left unfinished spoils no other', () => {
  appendToRun('id', { value: 1 });
  appendFileSync(join(runFolder() ?? '', 'run.jsonl'), '\n{"kind":"id","da');
  appendToRun('id', { value: 2 });
  appendToRun('other', { value: 3 });
  assert.deepEqual(readRun('id'), [{ value: 1 }, { value: 2 }]);
});
