import { counted, isUndecided } from '../results/text.ts';
import type { Results, RuleResult } from '../results/results-schema.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

export type Decision = 'GO' | 'NO-GO' | 'INCONCLUSIVE';

export interface Decided {
  decision: Decision;
  /** The reasons for the decision, one sentence each. */
  reasons: string[];
  /** The known deviations that a GO accepts. */
  known: RuleResult[];
}

/**
 * Derives the decision from a run. GO requires a complete, conforming run of a committed suite in which every
 * applicable must rule was judged at the first attempt, no known deviation has expired, no manual review was rejected,
 * and all required reviews are decided.
 *
 * @param commit of the suite; null for a package
 * @param today as an ISO date
 */
export const decide = ({ run, rules }: Results, commit: string | null, today: string): Decided => {
  const { reviews = [] } = run;
  const known = rules.filter(({ verdict }) => verdict === 'known');
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  const expired = known.filter((rule) => !rule.known || rule.known.expires < today);
  const against = [
    ...(broken.length > 0 ? [`${counted(broken.length, 'rule')} of the interface ${be(broken)} broken.`] : []),
    ...expired.map(({ id }) => `The known deviation from ${id} has expired.`),
    ...reviews.flatMap(({ id, state, decision }) =>
      state === 'rejected' && decision ? [`${id} was rejected by ${decision.by}: ${decision.note}.`] : [],
    ),
  ];
  const open = doubts({ run, rules }, commit);
  // A broken rule is a NO-GO even if others could not be judged, unless the run was interrupted or the suite failed.
  const isProven = !run.interrupted && run.errors.length === 0;
  if (against.length > 0 && isProven) return { decision: 'NO-GO', reasons: [...against, ...open], known };
  if (against.length + open.length > 0) return { decision: 'INCONCLUSIVE', reasons: [...open, ...against], known };
  const rest = 'Every must rule that applies to the target was judged in one complete run at the first attempt';
  const reasons = [
    known.length === 0 ? `${rest}, and none is broken.` : `${rest}; none is broken except for known deviations.`,
  ];
  return { decision: 'GO', reasons, known };
};

const doubts = ({ run, rules }: Pick<Results, 'run' | 'rules'>, commit: string | null): string[] => {
  const unjudged = (['not-tested', 'environment', 'harness'] as const).flatMap((verdict) => {
    const count = rules.filter((rule) => rule.verdict === verdict).length;
    return count > 0 ? [`${counted(count, 'rule')} could not be judged: ${causes[verdict]}.`] : [];
  });
  const listed = new Set(rules.map(({ id }) => id));
  const missing = Object.entries(catalogue).filter(([id, { level }]) => level === 'must' && !listed.has(id));
  const again = rules.flatMap(({ tests }) => tests).filter(({ note, attempts }) => note ?? attempts);
  const undecided = (run.reviews ?? []).filter((one) => one.required && isUndecided(one));
  const doubt = (applies: boolean, text: string): string[] => (applies ? [text] : []);
  return [
    ...doubt(run.interrupted, 'The run was interrupted.'),
    ...doubt(run.outage !== undefined, `The target became unavailable: ${run.outage}.`),
    ...doubt(run.errors.length > 0, `The suite itself failed: ${run.errors[0]?.split('\n')[0]}`),
    ...unjudged,
    ...doubt(run.partial, `Only a part of the suite ran: ${run.limitedBy.join(' ')}.`),
    ...doubt(missing.length > 0, `${counted(missing.length, 'must rule')} did not take part in the run.`),
    ...doubt(again.length > 0, `${counted(again.length, 'test')} needed a second attempt.`),
    ...doubt(
      undecided.length > 0,
      `REQUIRED_REVIEWS: ${undecided.map(({ id, state }) => `${id} (${state})`).join(', ')} need the decision of a person ` +
        `(${toRun('review')}).`,
    ),
    ...doubt((run.leftBehind ?? []).length > 0, 'The run left something behind at the target.'),
    ...doubt(run.modified || run.commit !== commit, 'The suite changed while it ran.'),
    ...doubt(run.verdict === 'inconclusive' && unjudged.length === 0, 'The run is inconclusive.'),
  ];
};

const causes = {
  'not-tested': 'a prerequisite of their tests is missing',
  environment: 'the target gave no answer that could be judged',
  harness: 'the suite itself is at fault',
} as const;

const be = (list: readonly unknown[]): string => (list.length === 1 ? 'is' : 'are');
