import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { rule } from '../../interface/rules/rule.ts';
import { buildResults } from '../results/judgement/build-results.ts';
import { judged } from '../results/judgement/tests/judged-test.ts';
import { runInput } from '../results/judgement/tests/run-input.ts';
import { beyondRecorded, mostOfTriage, planOf, writeRequests } from './plan.ts';

const tags = (...described: Parameters<typeof rule>): { tags: string[] } => ({ tags: rule(...described)[1].tag });

test('a plan adds up the recorded traffic, with the number of generated cases, without not applicable tests', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'requests.json');
  const sent = new Map([
    ['txn.number-leading-zero', { requests: 3, payments: 3, sharedRequests: 3, sharedPayments: 1 }],
    ['wallets.list', { requests: 2, payments: 0, sharedRequests: 0, sharedPayments: 0 }],
    ['generated.checkout-bodies', { requests: 60, payments: 60, sharedRequests: 0, sharedPayments: 0 }],
  ]);
  const tests = ['txn.number-leading-zero', 'txn.number-leading-zero', 'wallets.list', 'generated.checkout-bodies'];
  const all = tests.map((id) => judged(id as RuleId, 'pass'));
  const run = runInput({ generatedRuns: 60 });
  writeRequests(
    buildResults(
      run,
      all,
      () => undefined,
      (id) => sent.get(id),
    ),
    file,
  );
  const { rules } = buildResults(
    run,
    all,
    () => undefined,
    (id) => sent.get(id),
  );
  assert.deepEqual(beyondRecorded({ rules }, file), []);
  sent.set('wallets.list', { requests: 12, payments: 0, sharedRequests: 3, sharedPayments: 0 });
  const exceeding = buildResults(
    run,
    all,
    () => undefined,
    (id) => sent.get(id),
  );
  assert.deepEqual(beyondRecorded(exceeding, file), [
    'wallets.list: its tests need 15 requests, at most 9 are expected',
    'all rules: 75 requests sent, at most 67 are expected',
  ]);
  const selected = [
    tags('txn.number-leading-zero', 'operator B'),
    tags('txn.number-leading-zero', 'operator C'),
    tags('wallets.list'),
    tags('generated.checkout-bodies'),
  ];
  const whole = { notApplicable: new Set<never>(), generatedRuns: 60 };
  assert.deepEqual(planOf(selected, whole, file), { tests: 4, notApplicable: 0, requests: 65, payments: 63 });
  const inProject = (project: string) => selected.map((one) => ({ ...one, project }));
  // Two rules can be repeated: 8 attempts and 15 attempts without fields each, and 2 attempts of a control test.
  assert.deepEqual(mostOfTriage(inProject('api'), file), { requests: 25 * 3 + 23 * 2, payments: 25 * 2 });
  assert.deepEqual(mostOfTriage(inProject('browser'), file), { requests: 0, payments: 0 });
  const less = { notApplicable: new Set(['wallets', 'operator-c'] as const), generatedRuns: 6 };
  assert.deepEqual(planOf(selected, less, file), { tests: 2, notApplicable: 2, requests: 8, payments: 8 });
});
