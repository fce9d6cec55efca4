import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf } from '../digest/digest.ts';
import { exampleRun, hostile } from '../digest/tests/example-run.ts';
import type { Results } from '../results/results-schema.ts';
import { testPage } from '../html/tests/test-page.ts';
import { frontPage } from './page.ts';

const example = exampleRun();
const run: Results['run'] = {
  ...example.run,
  triage: {
    durationMs: 9_000,
    complete: true,
    groups: [
      {
        cause: 'product',
        common: `POST /v1/transactions: ${hostile} ${'x'.repeat(300)}`,
        said: 'failed 3 of 3 times',
        rules: ['txn.amount-required'],
        asked: ['txn.amount-required'],
        since: '2026-11-19T02:00:00.000Z',
        smallest: `curl -d '${hostile}'`,
      },
    ],
  },
  ledger: {
    intents: 12,
    lost: 1,
    redirects: 2,
    notifications: 3,
    strays: 0,
    contradictions: [{ what: 'shared id', said: hostile }],
  },
};
const results = { ...example, run };
const times = [{ endpoint: 'GET /v1/wallets/list', medians: [12, 14, 40] }];
const beside = { links: [{ href: 'digest.md', text: 'Digest' }], times, pictureOf: () => undefined };
const text = frontPage(results, digestOf(results, null), beside);

testPage('the front page', text);

test('the page names cause, expectation, finding and what repeats it', () => {
  for (const part of [
    '>product</span>',
    'since 2026-11-19 02:00 UTC',
    'Known deviations: 1',
    '10 days left',
    'The smallest request that fails',
    '+ expected',
    'npm start -- --grep @txn.amount-required',
    'Payments',
    'id="coverage"',
    'Ways to pay and operators',
    'GET /v1/wallets/list: 40 ms now, 12 ms to 40 ms in 3 runs',
  ]) {
    assert.ok(text.includes(part), part);
  }
});
