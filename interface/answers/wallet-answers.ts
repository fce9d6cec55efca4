import { answers } from './shown-answers.ts';
import { allowed } from './combine.ts';
import { furtherFields, type FieldReading } from './field-readings.ts';
import { answeredAs, type Outcome } from './allowed-answer.ts';
import { optionalDay } from './values.ts';

const walletQueryFields = ['start_date', 'end_date', 'limit'] as const;

/** The allowed answers to GET /v1/wallets/list with a query (4.3). The interface shows no bounds of limit and dates. */
export const walletOutcomes = (
  query: Readonly<Record<string, string | undefined>>,
  today: Date,
): readonly Outcome[] => {
  const { start_date: start, end_date: end, limit } = query;
  const reversed = start !== undefined && end !== undefined && start > end;
  const readings: FieldReading[] = [
    { reading: optionalDay(start, today), rule: 'wallets.start-date-format', fields: ['start_date'] },
    { reading: optionalDay(end, today), rule: 'wallets.end-date-format', fields: ['end_date'] },
    { reading: reversed ? 'open' : 'good', fields: ['start_date', 'end_date'] },
    { reading: limit === undefined ? 'good' : 'open', fields: ['limit'] },
    ...furtherFields(query, walletQueryFields),
  ];
  return allowed(query, readings, [answeredAs(answers.walletList)], answers.walletList);
};
