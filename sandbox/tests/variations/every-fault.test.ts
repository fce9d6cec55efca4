import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createSandbox } from '../../create-sandbox.ts';
import { type Fault, faults } from '../../faults/catalogue.ts';
import { test } from '../support/test.ts';
import { customers } from '../support/faults/customers.ts';
import { StopRecording, transcript } from '../support/faults/transcript.ts';

// With a stopped clock, two sandboxes write the same dates.
mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-01T12:00:00Z') });

// `npm test` proves that every other fault is observable.
const ofBrowser = faults.filter(({ browser }) => browser);

test('every browser fault changes an answer', async () => {
  const reference = await record(undefined);
  const unseen: string[] = [];
  for (const fault of ofBrowser) if (!(await differs(fault, reference))) unseen.push(fault.name);
  assert.ok(ofBrowser.length > 0);
  assert.deepEqual(unseen, []);
});

test('two sandboxes without faults give customers the same answers', async () => {
  assert.deepEqual(await record(undefined), await record(undefined));
});

async function differs(fault: Fault, reference: readonly string[]): Promise<boolean> {
  let differs = false;
  await record(fault, (line, index) => {
    differs = line !== reference[index];
    if (differs) throw new StopRecording();
  });
  return differs;
}

async function record(
  fault: Fault | undefined,
  check: (line: string, index: number) => void = () => {},
): Promise<string[]> {
  // Prompts must not end during the scenario, because the wallets of two sandboxes would differ by timing.
  const sandbox = createSandbox({ timings: { hostedPayment: 0, prompt: 60_000 }, ...(fault && { fault: fault.name }) });
  try {
    return await transcript(sandbox, customers, check);
  } finally {
    await sandbox.close();
  }
}
