import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workersFor } from './workers.ts';

test('workers follow the time of an answer, and stay within memory and the limits of the target', () => {
  const machine = { cores: 2, freeMemory: 16 * 2 ** 30 };
  const settings = { target: 'staging' as const, maxInFlight: 32, maxRequestsPerSecond: undefined };
  assert.deepEqual(
    [0, 50, 200, 1_500].map((ms) => workersFor(ms, settings, machine)),
    [
      { api: 4, browser: 3 },
      { api: 6, browser: 3 },
      { api: 10, browser: 4 },
      { api: 16, browser: 4 },
    ],
  );
  assert.equal(workersFor(0, { ...settings, target: 'sandbox' }, machine).api, 2);
  const small = { ...machine, freeMemory: 1.5 * 2 ** 30 };
  assert.deepEqual(workersFor(1_500, settings, small), { api: 4, browser: 1 });
  assert.deepEqual(workersFor(1_500, { ...settings, maxRequestsPerSecond: 2 }, machine), { api: 2, browser: 2 });
  assert.deepEqual(workersFor(1_500, { ...settings, maxInFlight: 1 }, machine), { api: 1, browser: 1 });
});
