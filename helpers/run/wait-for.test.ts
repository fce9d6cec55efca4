import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../errors/errors.ts';
import { nameRunFolder } from './run-log.ts';
import { lastAnswer, noteInVain, noteWait, patienceFor, waitAt, waitFor } from './wait-for.ts';

test('a service counts as wrong only after an answer to a read that began after the whole time', async () => {
  const began = Date.now();
  let [extendedMs, askedAfterMs] = [0, 0];
  // As where a limiter delays the first read beyond the time.
  const read = async () => {
    askedAfterMs = Date.now() - began;
    if (askedAfterMs < 50) await pause(200);
    return 'old';
  };
  const options = { timeoutMs: 100, extendTimeout: (ms: number) => (extendedMs += ms) };
  assert.deepEqual(await waitFor(read, (one) => one === 'new', options), { ended: 'not-so', last: 'old' });
  assert.ok(askedAfterMs >= 100 && extendedMs >= 200, `${askedAfterMs}, ${extendedMs}`);
  assert.deepEqual(await waitFor(read, (one) => one === 'old', options), { ended: 'done', last: 'old' });
});

test('lost answers are no answer of the service', async () => {
  let reads = 0;
  const read = async () => {
    if ((reads += 1) > 1) throw new EnvironmentFault('no answer', 'reset');
    return 'old';
  };
  const waited = await waitFor(read, (one) => one === 'new', { timeoutMs: 100 });
  assert.deepEqual([waited.ended, waited.last], ['could-not-ask', 'old']);
  assert.throws(() => lastAnswer(waited), { name: 'EnvironmentFault' });
});

test('what this service was waited for in vain is waited for briefly, unless it came slowly at other times', () => {
  nameRunFolder();
  waitAt('http://one');
  noteInVain(['url']);
  assert.deepEqual([patienceFor(['url'], 10_000), patienceFor(['url', 'events'], 10_000)], [1_000, 10_000]);
  noteWait(['events'], 2_000);
  noteWait(['url'], 700);
  assert.deepEqual([patienceFor(['url'], 10_000), patienceFor(['url'], 2_000)], [3_500, 2_000]);
  waitAt('http://other');
  assert.equal(patienceFor(['url'], 10_000), 10_000);
});
