import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createSandbox } from '../create-sandbox.ts';
import { type Fault, faults } from '../faults/catalogue.ts';
import { test } from './support/test.ts';
import * as scenarios from './support/faults/scenarios.ts';
import { Enough, type Scenario, transcript } from './support/faults/transcript.ts';

// With a stopped clock, two sandboxes write the same dates.
mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-01T12:00:00Z') });

const { initiations, faultyInitiations, mistypedInitiations } = scenarios;

/** The scenarios a subject is seen in, the likeliest first. */
const seenIn: [RegExp, Scenario[]][] = [
  [/^txn.*-(type|format)$/, [mistypedInitiations, faultyInitiations]],
  [/^txn.*-(required|empty|missing|zero|method|enum)$|response-required$/, [faultyInitiations, initiations]],
  [/amount-(notation|larger)$|charset$|-unusual$|email-tagged$|second-currency$|combinations$/, [scenarios.otherForms]],
  [/^(txn|hosted|operator)/, [initiations, faultyInitiations]],
  [/^auth\.checkout|^checkout/, [scenarios.checkouts]],
  [/^(wallets|balance)/, [scenarios.walletLists]],
  [/^(callback-|events)/, [scenarios.callbacks]],
  [/^generated/, [scenarios.unusual]],
  [/^auth/, [scenarios.keys]],
  [/^(page|redirect|form|iframe)/, [scenarios.customers]],
  [/^(json|error|version)/, [scenarios.everything]],
];

/** Other tests show these: they need a connection of their own, or a receiver of webhooks. */
const elsewhere = /same-connection$|^webhook\./;

for (const [subject, list] of seenIn) {
  const own = faults.filter(({ rule }) => seenIn.find(([pattern]) => pattern.test(rule))?.[0] === subject);

  test(`every fault of ${subject.source} shows`, async () => {
    const references = await Promise.all(list.map((scenario) => record(scenario, undefined)));
    const unseen: string[] = [];
    for (const fault of own.filter(({ rule }) => !elsewhere.test(rule))) {
      let seen = false;
      for (const [index, scenario] of list.entries()) {
        seen ||= await differs(scenario, fault, references[index] ?? []);
      }
      if (!seen) unseen.push(fault.name);
    }
    assert.deepEqual(unseen, []);
  });

  test(`the requests of ${subject.source} tell no faultless sandbox from another`, async () => {
    for (const scenario of list) assert.deepEqual(await record(scenario, undefined), await record(scenario, undefined));
  });
}

async function differs(scenario: Scenario, fault: Fault, reference: readonly string[]): Promise<boolean> {
  let differs = false;
  await record(scenario, fault, (line, index) => {
    differs = line !== reference[index];
    if (differs) throw new Enough();
  });
  return differs;
}

async function record(
  scenario: Scenario,
  fault: Fault | undefined,
  check: (line: string, index: number) => void = () => {},
): Promise<string[]> {
  // A prompt that is answered meanwhile would show in the wallets of one sandbox and not yet in those of another.
  const sandbox = createSandbox({ timings: { hostedPayment: 0, prompt: 60_000 }, ...(fault && { fault: fault.name }) });
  try {
    return await transcript(sandbox, scenario, check);
  } finally {
    await sandbox.close();
  }
}
