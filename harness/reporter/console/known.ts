import { daysLeft, type Known } from '../../baselines/deviations/deviations.ts';
import type { Results } from '../../results/results-schema.ts';
import { coloured, counted } from '../../results/text.ts';

/** The number of days before expiry from which it is highlighted. */
const warningDays = 7;

/** The known deviations that failed as described or could not be judged; the others are listed as broken rules. */
export const knownDeviations = ({ rules, run }: Results): string[] => {
  const listed = rules.flatMap(({ id, sentence, verdict, known }) =>
    known && verdict !== 'fail' ? [{ id, sentence, verdict, known }] : [],
  );
  if (listed.length === 0) return [];
  return [
    `Known deviations: ${listed.length}`,
    ...listed.flatMap(({ id, sentence, verdict, known }) => [
      `  ${coloured(id, 'open')}  ${known.ticket}, ${known.owner}, ${untilWhen(known, run.startedAt)}`,
      `    ${sentence}`,
      `    ${known.reason}`,
      ...(verdict === 'known' ? [] : [`    not judged in this run: ${verdict}`]),
    ]),
  ];
};

const untilWhen = (known: Known, at: string): string => {
  const days = daysLeft(known, at);
  const text = `until ${known.expires}, ${days < 0 ? 'expired' : days === 0 ? 'today is the last day' : `${counted(days, 'day')} left`}`;
  return days <= warningDays ? coloured(text, 'bad') : text;
};
