import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import { buildResults, type JudgedTest } from '../../results/judgement/build-results.ts';
import { judged } from '../../results/judgement/tests/judged-test.ts';
import { runInput } from '../../results/judgement/tests/run-input.ts';
import { unstablePage, ranWith, rateInWords } from '../../html/front/unstable-page.ts';
import type { KeptRun } from './history.ts';
import { unstableSince } from './unstable.ts';

const ended = (rule: RuleId, sign: string): JudgedTest[] =>
  sign === ' '
    ? []
    : [
        judged(rule, sign === 'x' ? 'fail' : sign === '?' ? 'environment' : 'pass', {
          error: sign === 'x' ? '<b>Error</b>' : null,
        }),
      ];

/** One run per day from the outcomes of tests: x failed, ? not judged, . passed, a space not run. */
const history = (tests: Partial<Record<RuleId, string>>): KeptRun[] => {
  const length = Math.max(...Object.values(tests).map((one) => one.length));
  return Array.from({ length }, (_, day) => {
    const startedAt = `2026-11-${String(day + 10).padStart(2, '0')}T02:00:00.000Z`;
    const run = runInput({ startedAt, commit: String(day).repeat(40), seed: String(day) });
    const all = Object.entries(tests).flatMap(([rule, row]) => ended(rule as RuleId, row[day] ?? ' '));
    return { file: `${startedAt}.json`, results: buildResults(run, all) };
  }).toReversed();
};

const runs = history({
  'txn.amount-type': '.x..x.?.',
  'txn.email-type': '.x......',
  'txn.currency-type': '..xxxxxx',
  'txn.amount-required': 'xxx.....',
  'txn.email-required': 'x.xxxxxx',
});

test('tests that change their verdict repeatedly are unstable; those that broke or were fixed once are not', () => {
  const { tests, runs: count } = unstableSince(runs, 0);
  assert.equal(count, 8);
  assert.deepEqual(
    tests.map(({ rule, failures, outcomes }) => [rule, failures, outcomes.length]),
    [
      ['txn.email-required', 7, 8],
      ['txn.amount-type', 2, 7],
      ['txn.email-type', 1, 8],
    ],
  );
  const [, second, third] = tests;
  assert.ok(second && third);
  assert.equal(rateInWords(second), 'failed 2 of 7 times (29 %), since 2026-11-11 02:00 UTC');
  assert.deepEqual(ranWith(second), ['suite 1111111, seed 1', 'suite 4444444, seed 4']);
  assert.deepEqual(
    second.beside.map(({ rule, times }) => [rule, times]),
    [
      ['txn.email-required', 1],
      ['txn.email-type', 1],
    ],
  );
  assert.deepEqual(
    unstableSince(runs, Date.parse('2026-11-13T00:00:00Z')).tests.map(({ rule }) => rule),
    ['txn.amount-type'],
  );
});

test('the page escapes text of answers, and can be empty', () => {
  const { tests } = unstableSince(runs, 0);
  const text = unstablePage(tests, { target: 'staging.example.com', days: 7, runs: 8 });
  assert.ok(text.includes('failed 2 of 7 times (29 %), since 2026-11-11 02:00 UTC'));
  assert.ok(!text.includes('<b>Error'));
  assert.match(
    unstablePage([], { target: 'sandbox', days: 7, runs: 1 }),
    /0 tests in 1 complete run of the last 7 days/,
  );
});
