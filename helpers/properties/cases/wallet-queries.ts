import * as fc from 'fast-check';
import { hostileText } from './values.ts';

export type GeneratedQuery = Record<string, string>;

const dayBefore = (today: Date, days: number): string =>
  new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);

/** Queries of the wallet list: days of the last week, words for days, limits, and invalid values. */
export const walletQueries = (today: Date): fc.Arbitrary<GeneratedQuery> => {
  const day = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }).map((days) => dayBefore(today, days)) },
    { weight: 3, arbitrary: fc.constantFrom('yesterday', 'tomorrow', 'soon', 'not-a-date') },
    { weight: 1, arbitrary: fc.constantFrom('2024-02-31', '01/02/2024', '20240201', '2024-2-1', '0000-00-00', '') },
    { weight: 1, arbitrary: hostileText.filter(isWritable) },
  );
  const limit = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 10 }).map(String) },
    { weight: 2, arbitrary: fc.constantFrom('0', '-1', '1.5', 'many', '', '1000000', '9'.repeat(30)) },
    { weight: 1, arbitrary: hostileText.filter(isWritable) },
  );
  const other = fc.constantFrom('1', 'x', '');
  return fc.record({ start_date: day, end_date: day, limit, no_such_parameter: other }, { requiredKeys: [] });
};

/** Each parameter alone, all of them, and none. */
export const walletQueriesFirst = (today: Date): GeneratedQuery[] => {
  const [start_date, end_date] = [dayBefore(today, 3), dayBefore(today, 1)];
  const days = { start_date, end_date };
  return [{}, { start_date }, { end_date }, days, { limit: '1' }, { limit: '10' }, { ...days, limit: '2' }];
};

/** Whether a text fits in an address: no lone surrogates, and not too long for servers. */
const isWritable = (text: string): boolean => !/\p{Cs}/u.test(text) && text.length < 1000;
