import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENT_SPEC_VERSION, validate } from 'ctrf';
import { verdicts } from '../judgement/verdict.ts';
import type { Results, RuleResult } from '../results-schema.ts';
import { buildResults } from '../judgement/build-results.ts';
import { runInput } from '../judgement/tests/run-input.ts';
import { ctrfOf } from './ctrf.ts';

const known = { owner: '@payments', ticket: 'PAY-1', expires: '2026-12-01', reason: 'is being worked on' };

/** A run with a test of each verdict; the last test had two attempts. */
const example = (): Results => {
  const { run, version } = buildResults(runInput(), []);
  const rules = verdicts.map((verdict): RuleResult => {
    const error = ['pass', 'observed', 'not-applicable'].includes(verdict) ? null : `Error: ${verdict}`;
    const attempt = { verdict, durationMs: 3, error };
    const place = { title: `a test, ${verdict}`, file: 'tests/api/4.3-wallet-list.spec.ts', line: 7, project: 'api' };
    const attempts = [{ verdict: 'environment' as const, durationMs: 2, error: 'no answer' }, attempt];
    const reason = verdict === 'not-applicable' ? 'there are none' : null;
    return {
      id: 'wallets.accepted',
      level: 'must',
      sections: ['4.3'],
      sentence: 'a sentence',
      verdict,
      reason,
      observed: [],
      ...(verdict === 'known' && { known }),
      tests: [{ ...place, ...attempt, ...(verdict === verdicts.at(-1) && { attempts }) }],
    };
  });
  return { version, run, rules };
};

test('the report is valid against the published schema, with a status for each verdict', () => {
  const report = ctrfOf(example());
  assert.equal(report.specVersion, CURRENT_SPEC_VERSION);
  assert.deepEqual(validate(JSON.parse(JSON.stringify(report))), { valid: true, errors: [] });
  const { tests, summary } = report.results;
  const statusOf = Object.fromEntries(tests.map(({ rawStatus, status }) => [rawStatus, status]));
  assert.deepEqual([statusOf['fail'], statusOf['pass'], statusOf['known']], ['failed', 'passed', 'skipped']);
  for (const open of ['not-tested', 'environment', 'harness']) assert.equal(statusOf[open], 'other');
  const { passed, failed, skipped, other } = summary;
  assert.deepEqual([passed, failed, skipped, other, summary.tests], [2, 1, 3, 3, verdicts.length]);
  assert.equal(tests.find(({ rawStatus }) => rawStatus === 'not-applicable')?.message, 'there are none');
  assert.deepEqual(tests.at(-1)?.retryAttempts, [{ attempt: 1, status: 'other', duration: 2, message: 'no answer' }]);
});

test('the schema refuses an invalid report', () => {
  const report = ctrfOf(example());
  assert.equal(validate({ ...report, results: { ...report.results, summary: undefined } }).valid, false);
});
