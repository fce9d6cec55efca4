import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { replyOf, type Reply } from '../../../interface/messages/exchange.ts';
import { EnvironmentFault } from '../../errors/errors.ts';
import { forbiddenFields } from '../../settings/safety/payment-limits.ts';
import { parseSettings } from '../../settings/settings.ts';
import { coveringArray } from '../covering-array.ts';
import { checkoutBodies, initiationBodies } from '../generated-requests.ts';
import { Bodies } from '../../client/bodies.ts';
import { initiationCombinations } from '../initiation-combinations.ts';
import { sendGenerated, sendRows } from '../send-generated.ts';

const settings = parseSettings({ MAX_AMOUNT: '2000', SEED: '42' });
const rows = Object.values(initiationCombinations(settings, new Bodies(settings))).flat();

test('no generated payment costs more than MAX_AMOUNT or dials another number, and references are unique', () => {
  const sample = [initiationBodies(settings), checkoutBodies(settings)].flatMap((bodies) =>
    [1, 2].flatMap(() => fc.sample(bodies, { seed: 7, numRuns: 2000 })),
  );
  for (const body of [...sample, ...rows.map((row) => row.body)]) assert.deepEqual(forbiddenFields(body, settings), []);
  const references = sample
    .map((body) => String(body['transaction_reference']))
    .filter((one) => one.startsWith('Ref-'));
  assert.ok(references.length > 1000 && new Set(references).size === references.length);
});

test('every triple of values of different columns occurs in a row, in few rows', () => {
  const sizes = [4, 2, 2, 3];
  for (const left of sizes.keys()) {
    const without = (row: readonly number[]) => row.filter((_, column) => column !== left);
    const found = new Set(coveringArray(sizes, 3).map((row) => without(row).join()));
    assert.equal(
      found.size,
      without(sizes).reduce((product, size) => product * size),
    );
  }
  assert.ok(rows.length + 3 * settings.generatedRuns <= 600, `${rows.length} rows`);
});

const answering = (status: number): Reply => {
  const request = { method: 'GET', url: 'http://localhost/', requestHeaders: {}, requestBody: undefined, startedAt: 0 };
  return replyOf({ ...request, durationMs: 0, status, responseHeaders: {}, responseBody: '' });
};
const send = async (value: number) => answering(value > 500 ? 500 : 200);
const judge = ({ status }: Reply) => (status >= 500 ? 'it broke' : undefined);

test('the first refused case is shrunk, and its seed sends it again', async () => {
  const { failure } = await sendGenerated(fc.nat({ max: 100_000 }), send, settings, { judge });
  assert.deepEqual([failure?.case, failure?.reason], [501, 'it broke']);
  const again = parseSettings({ SEED: failure?.seed });
  const { sent, failure: same } = await sendGenerated(fc.nat({ max: 100_000 }), send, again, { judge });
  assert.deepEqual([same?.case, same?.seed, sent < 5], [501, failure?.seed, true]);
});

test('all cases are sent without a judge, some at once, and an environment fault is no failure', async () => {
  let [current, most] = [0, 0];
  const slow = async () => {
    most = Math.max(most, (current += 1));
    await new Promise(setImmediate);
    current -= 1;
    return answering(500);
  };
  const { sent, failure } = await sendGenerated(fc.nat(), slow, settings);
  assert.deepEqual([sent, failure, most], [settings.generatedRuns, undefined, 16]);
  const lost = () => Promise.reject(new EnvironmentFault('no answer'));
  await assert.rejects(sendGenerated(fc.nat(), lost, settings, { judge }), EnvironmentFault);
  assert.equal((await sendRows([1, 2, 3, 4], send, { ...settings, generatedRuns: 30 })).length, 2);
});
