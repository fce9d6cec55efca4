import { answers } from './answers.ts';
import { allowed, type Finding } from './findings.ts';
import type { Outcome } from './outcome.ts';
import { optionalDay } from './values.ts';

const walletQueryFields = ['start_date', 'end_date', 'limit'] as const;

/** The allowed answers to GET /v1/wallets/list with a query (4.3). The interface shows no bounds of limit and dates. */
export const walletOutcomes = (
  query: Readonly<Record<string, string | undefined>>,
  today: Date,
): readonly Outcome[] => {
  const { start_date: start, end_date: end, limit } = query;
  const reversed = start !== undefined && end !== undefined && start > end;
  const findings: Finding[] = [
    { reading: optionalDay(start, today) },
    { reading: optionalDay(end, today) },
    { reading: reversed ? 'open' : 'good' },
    { reading: limit === undefined ? 'good' : 'open' },
    ...Object.keys(query)
      .filter((name) => !walletQueryFields.some((known) => known === name))
      .map((): Finding => ({ reading: 'open' })),
  ];
  const { walletList: answer } = answers;
  return allowed(query, findings, [{ kind: 'answer', answer, also: [] }], answer);
};
