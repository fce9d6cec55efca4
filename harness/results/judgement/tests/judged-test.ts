import type { RuleId } from '../../../../interface/rules/catalogue.ts';
import type { JudgedTest } from '../build-results.ts';
import type { Verdict } from '../verdict.ts';

/** A test of a rule with this verdict. */
export const judged = (rule: RuleId, verdict: Verdict, more: Partial<JudgedTest> = {}): JudgedTest => ({
  rule,
  title: `a test of ${rule}`,
  file: 'tests/api/4.1-transactions.spec.ts',
  line: 1,
  project: 'api',
  verdict,
  durationMs: 1,
  error: null,
  observed: [],
  notApplicable: undefined,
  ...more,
});
