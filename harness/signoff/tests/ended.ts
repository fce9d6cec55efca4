import { buildResults, type RunInput } from '../../results/judgement/build-results.ts';
import type { Results } from '../../results/results-schema.ts';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { hasTests } from '../../../interface/rules/levels.ts';
import type { Verdict } from '../../results/judgement/verdict.ts';
import { judged } from '../../results/judgement/tests/judged-test.ts';
import { runInput } from '../../results/judgement/tests/run-input.ts';

export const commit = 'c0ffee';
const run = runInput({ commit });
export const { startedAt } = run;

const ids = (Object.keys(catalogue) as RuleId[]).filter((id) => hasTests(catalogue[id].level));
export const one: RuleId = 'txn.number-leading-zero';
const well = (id: RuleId): Verdict => (catalogue[id].level === 'observe' ? 'observed' : 'pass');

/** A complete run in which one rule has this verdict, and all others passed. */
export const ended = (
  verdict: Verdict = 'pass',
  more: Partial<RunInput> = {},
  of: Parameters<typeof judged>[2] = {},
): Results =>
  buildResults(
    { ...run, ...more },
    ids.map((id) => (id === one ? judged(id, verdict, of) : judged(id, well(id)))),
  );

/** A complete run in which that rule is a known deviation until this day. */
export const known = (expires: string): Results => {
  const results = ended('known');
  const rules = results.rules.map((rule) =>
    rule.id === one ? { ...rule, known: { owner: 'Ada', ticket: 'PAY-1', expires, reason: 'later' } } : rule,
  );
  return { ...results, rules };
};
