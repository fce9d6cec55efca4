import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf } from '../../digest/digest.ts';
import { exampleRun, hostile } from '../../digest/tests/example-run.ts';
import type { Results } from '../../results/results-schema.ts';
import { testPages } from '../tests/test-page.ts';
import type { UnstableTest } from '../../baselines/history/unstable.ts';
import { frontPage } from './page.ts';
import { unstablePage } from './unstable-page.ts';

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
run.reviews = (['open', 'rejected'] as const).map((state, index) => ({
  id: index === 0 ? 'page.understood' : 'webhook.authenticity',
  sentence: 'a point for manual review',
  sections: ['6'],
  required: true,
  state,
  decision:
    state === 'open'
      ? null
      : { decision: state, by: hostile, at: run.startedAt, until: '2027-05-01', note: hostile, run: run.startedAt },
  evidence: [{ of: 'webhook.headers', digest: 'abc', seen: [hostile] }],
  changed: [],
  pictures: index === 0 ? ['review/page.understood.png'] : [],
}));
const results = { ...example, run };
const times = [{ endpoint: 'GET /v1/wallets/list', medians: [12, 14, 40] }];
const beside = { links: [{ href: 'digest.md', text: 'Digest' }], times, pictureOf: () => undefined };
const text = frontPage(results, digestOf(results, null), beside);

const outcome = (day: number, failed: boolean) => ({
  run: { startedAt: `2026-11-2${day}T02:00:00.000Z`, suiteVersion: '0.1.0', commit: null, seed: '1' },
  failed,
});
const unstable: UnstableTest = {
  rule: 'txn.amount-type',
  sentence: 'a sentence',
  project: 'api',
  file: 'tests/api/4.1-transactions.spec.ts',
  line: 3,
  variant: hostile,
  outcomes: [outcome(0, false), outcome(1, true), outcome(2, false)],
  failures: 1,
  since: '2026-11-21T02:00:00.000Z',
  error: hostile,
  beside: [{ rule: 'txn.email-type', variant: hostile, times: 1 }],
};
testPages({
  'the front page': text,
  'the page of unstable tests': unstablePage([unstable], { target: hostile, days: 7, runs: 3 }),
});

test('the page shows cause, expectation, finding and the command that repeats a test', () => {
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
    'Manual reviews: 2 points: 1 open · 1 rejected',
    '<a href="review/page.understood.png">picture</a>',
    'Ways to pay and operators',
    'GET /v1/wallets/list: 40 ms now, 12 ms to 40 ms in 3 runs',
  ]) {
    assert.ok(text.includes(part), part);
  }
});
