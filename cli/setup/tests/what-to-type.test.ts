import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exampleRun } from '../../../harness/digest/tests/example-run.ts';
import { rulesPage, type RuleRow } from '../../../harness/html/rules-page.ts';
import { approval } from '../../../harness/signoff/document/approval.ts';
import { deviations } from '../../../harness/signoff/document/deviations.ts';
import type { SignOff } from '../../../harness/signoff/document/facts.ts';
import { readResults } from '../../../harness/results/read-results.ts';
import { repeated } from '../../../helpers/properties/trials.ts';

const { TARGET_FOLDER } = process.env;
before(() => (process.env.TARGET_FOLDER = '/targets/one'));
after(() => {
  delete process.env.TARGET_FOLDER;
  if (TARGET_FOLDER !== undefined) process.env.TARGET_FOLDER = TARGET_FOLDER;
});

test('every suggested command names the same target', () => {
  const rule = 'txn.amount-required';
  const signOff = { results: exampleRun(), evidence: () => [], manifest: {} } as unknown as SignOff;
  const row: RuleRow = { id: rule, level: 'must', sections: ['4.1'], sentence: 'x', reason: null, tests: ['x:1'] };
  const trials = { subject: 'x', tried: 1, untried: 0, counterexamples: [], seed: '1/2' };
  const again = `npm start -- --target /targets/one --grep @${rule}`;
  assert.ok(rulesPage([row]).includes(again));
  assert.ok(deviations(signOff)?.text.includes(again));
  assert.ok(approval(signOff).text.includes('npm run signoff -- --target /targets/one --verify FOLDER'));
  assert.ok(
    repeated(trials, 'http://localhost', 'a').includes('SEED=1/2 npm start -- --target /targets/one --grep "a"'),
  );
  assert.throws(() => readResults('none.json'), /start one with: npm start -- --target \/targets\/one$/);
});
