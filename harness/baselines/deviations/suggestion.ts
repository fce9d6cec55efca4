import { targetName } from '../../results/target-name.ts';
import type { RuleResult, RunFacts } from '../../results/results-schema.ts';
import { findingsOf } from './deviations.ts';

/**
 * Suggests an entry of the known deviations for a broken rule; owner, ticket, expiry and reason are left empty.
 *
 * @throws when the failed tests of the rule have no finding in common
 */
export const entryFor = (rule: RuleResult, run: Pick<RunFacts, 'target' | 'host'>) => {
  const failed = rule.tests.filter(({ verdict }) => verdict === 'fail');
  const all = failed.length === rule.tests.length;
  const errors = failed.map(({ error }) => textsOf(error ?? ''));
  const common = (errors[0] ?? []).filter((text) => errors.every((texts) => texts.includes(text)));
  if (common.length === 0) throw new Error(`The tests of ${rule.id} fail in different ways; no entry can cover them.`);
  return {
    rule: rule.id,
    target: run.host === '' ? targetName(run) : run.target === 'sandbox' ? 'sandbox' : run.host,
    fails: {
      error: common,
      ...(all
        ? {}
        : { tests: failed.map(({ title }) => title.replace(rule.sentence, '').replace(/^ · /, '') || title) }),
    },
    owner: '',
    ticket: '',
    expires: '',
    reason: '',
  };
};

/** The findings of a failure; without findings its first two lines, which say what was judged. */
const textsOf = (error: string): string[] => {
  const findings = findingsOf(error);
  return findings.length > 0
    ? findings
    : error
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, 2);
};
