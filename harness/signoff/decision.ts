import type { KnownDeviation } from '../../helpers/deviations/known-deviations.ts';
import { buildsInWords, isOtherBuild } from '../preflight/target-build.ts';
import type { Results } from '../results/results-schema.ts';
import { counted } from '../results/text.ts';
import { unjudged } from '../results/verdicts.ts';
import { stateOf, type Review } from './reviews.ts';

export type Decision = 'GO' | 'NO-GO' | 'INCONCLUSIVE';

/** What a decision is based on. */
export interface Evidence {
  results: Results;
  /** The proof of faults holds, for this very commit. */
  isProven: boolean;
  reviews: readonly Review[];
  deviations: readonly KnownDeviation[];
  /** The commit of the suite before the run. */
  commit: string;
  /** YYYY-MM-DD */
  today: string;
  /** The rules that were judged for the last sign-off, and are not now. */
  newlyOpen?: readonly string[];
}

/**
 * GO requires a whole conforming run of a committed suite whose proof of faults holds, and every required review decided.
 *
 * @returns the decision and its reasons, one sentence each
 */
export const decide = (evidence: Evidence): { decision: Decision; reasons: string[] } => {
  const { results, isProven, reviews, deviations, commit, today, newlyOpen = [] } = evidence;
  const { run, rules } = results;
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  const expired = deviations.filter(({ expires }) => expires < today);
  const against = [
    ...(broken.length > 0
      ? [
          `${counted(broken.length, 'rule')} of the interface broken: ${broken
            .slice(0, 10)
            .map(({ id }) => id)
            .join(', ')}${broken.length > 10 ? ` and ${broken.length - 10} more` : ''}.`,
        ]
      : []),
    ...expired.map(({ ticket }) => `The known deviation ${ticket} has expired.`),
    ...reviews
      .filter((one) => stateOf(one, today) === 'no')
      .map(({ point, by, note }) => `${by ?? 'Somebody'} decided no on ${point}${note ? `: ${note}` : ''}.`),
  ];
  const open = rules.filter(({ verdict }) => unjudged.includes(verdict));
  const undecided = reviews.filter((one) => one.required && ['open', 'expired'].includes(stateOf(one, today)));
  const doubts = [
    ...(run.interrupted ? ['The run was interrupted.'] : []),
    ...run.errors.slice(0, 3).map((error) => `The suite itself failed: ${error.split('\n')[0]}`),
    ...(run.endedEarly ? [`${counted(run.endedEarly.length, 'test')} of the run broke off.`] : []),
    ...(run.partial ? [`Only a part of the suite ran: ${run.limitedBy.join(' ')}.`] : []),
    ...(open.length > 0 ? [`${counted(open.length, 'rule')} could not be judged.`] : []),
    ...(newlyOpen.length > 0
      ? [
          `${counted(newlyOpen.length, 'rule')} judged for the last sign-off, and not now: ${newlyOpen.slice(0, 10).join(', ')}.`,
        ]
      : []),
    ...(isOtherBuild(run.builds) ? [`The target changed during the run: ${buildsInWords(run.builds)}.`] : []),
    ...((run.leftBehind ?? []).length > 0 ? ['The run left something behind at the target.'] : []),
    ...(run.commit !== commit || run.modified ? ['The suite changed while it ran.'] : []),
    ...(isProven ? [] : ['The proof of faults does not hold: some test of the suite cannot fail.']),
    ...undecided.map((one) => `${one.point} needs a decision in reviews.yaml (${stateOf(one, today)}).`),
  ];
  // A broken rule is a NO-GO even where others could not be judged, unless the run itself is in doubt.
  const isWhole = !run.interrupted && run.errors.length === 0;
  if (against.length > 0 && isWhole) return { decision: 'NO-GO', reasons: [...against, ...doubts] };
  if (doubts.length === 0 && run.verdict !== 'conforming') doubts.push(`The run is ${run.verdict}.`);
  if (against.length + doubts.length > 0) return { decision: 'INCONCLUSIVE', reasons: [...doubts, ...against] };
  const known = rules.filter(({ verdict }) => verdict === 'known').length;
  const exception = known > 0 ? ` but for ${counted(known, 'known deviation')}` : '';
  return {
    decision: 'GO',
    reasons: [
      `Every must rule that applies to the target was judged in one whole run, and none is broken${exception}.`,
    ],
  };
};
