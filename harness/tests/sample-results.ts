import { checkResultOf, type CheckResult } from '../../helpers/evidence/check-result.ts';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { buildResults, type EndedTest, type RunInput } from '../results/build-results.ts';
import type { Results } from '../results/results-schema.ts';

/** A run of a staging without anything particular. */
export const run: RunInput = {
  target: 'staging',
  host: 'staging.example.com',
  mark: 'abc123',
  startedAt: '2026-11-25T10:00:00.000Z',
  durationMs: 65_000,
  suiteVersion: '1.0.0',
  commit: 'c'.repeat(40),
  modified: false,
  partial: false,
  limitedBy: [],
  interrupted: false,
  errors: [],
  notApplicable: [],
};

export const check = (rule: RuleId, name: string, more: Partial<CheckResult> = {}): CheckResult =>
  checkResultOf({ rule, case: name, verdict: 'pass', message: null, ...more });

/** A test with some checks. */
export const ended = (title: string, checks: readonly CheckResult[], more: Partial<EndedTest> = {}): EndedTest => ({
  title,
  file: 'tests/api/a.spec.ts',
  line: 12,
  project: 'api',
  rules: [...new Set(checks.map(({ rule }) => rule as RuleId))],
  durationMs: 100,
  record: { checks: [...checks], sent: { requests: 2, payments: 1, combinations: [] } },
  ended: { verdict: 'harness', message: 'the test ended as failed' },
  ...more,
});

/** The results of a partial run that decides only the rules of its checks. */
export const resultsOf = (checks: readonly CheckResult[], facts: Partial<RunInput> = {}): Results =>
  buildResults({ ...run, ...facts }, [ended('the title', checks)], new Set(checks.map(({ rule }) => rule)));
