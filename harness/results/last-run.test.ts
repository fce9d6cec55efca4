import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckVerdict } from '../../helpers/evidence/check-result.ts';
import { check, resultsOf } from '../tests/sample-results.ts';
import { withHistory } from './last-run.ts';
import type { Results } from './results-schema.ts';
import { speedDrift, speedIn } from './speed.ts';

const night = (day: number, verdict: CheckVerdict): Results =>
  resultsOf([check('wallets.list', 'one', { verdict })], { startedAt: `2026-11-${day}T02:00:00.000Z` });

test('since when a rule is broken is kept over nights, also over one that did not judge it', () => {
  const verdicts: CheckVerdict[] = ['pass', 'fail', 'environment', 'fail', 'pass', 'fail'];
  const nights = verdicts.map((verdict, index) => night(10 + index, verdict));
  const since: (string | undefined)[] = [];
  nights.reduce<Results | undefined>((before, one) => {
    const results = withHistory(one, before);
    since.push(results.rules[0]?.since?.slice(8, 10));
    return results;
  }, undefined);
  assert.deepEqual(since, [undefined, '11', '11', '11', undefined, '15']);
});

test('an endpoint that answers plainly slower than in the run before is told, and breaks nothing', () => {
  const run = (ms: number, count = 20): Results => {
    const results = night(10, 'pass');
    const record = {
      checks: [],
      sent: { requests: 1, payments: 0 },
      times: { 'GET /v1/wallets/list 200': Array<number>(count).fill(ms) },
    };
    results.run.speed = speedIn([{ record } as never]);
    return results;
  };
  const later = (results: Results): Results => ({
    ...results,
    run: { ...results.run, startedAt: '2026-11-11T02:00:00.000Z' },
  });
  const drift = (before: Results, after: Results) => speedDrift(withHistory(later(after), before).run);
  assert.deepEqual(drift(run(80), run(410)), ['GET /v1/wallets/list 200: median 80 to 410 ms']);
  assert.deepEqual(drift(run(80), run(120)), []);
  assert.deepEqual(drift(run(80), run(410, 3)), []);
});
