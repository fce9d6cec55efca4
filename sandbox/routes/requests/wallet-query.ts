import { FieldRefusal } from '../../http/refusals.ts';
import type { Period } from '../../service/wallets.ts';
import { asFields, currencyCode, type Fields, text } from './fields.ts';

/** Reads the query of `GET /v1/wallets/list` (`4.3`). */
export function readWalletListQuery(query: unknown): { period: Period; limit: number | undefined } {
  const fields = asFields(query);
  const period = { start: date(fields, 'start_date'), end: date(fields, 'end_date') };
  if (period.start !== undefined && period.end !== undefined && period.start > period.end) {
    throw new FieldRefusal('start_date', 'The start date is after the end date.');
  }
  return { period, limit: limit(fields, 'limit') };
}

/** Reads the query of `GET /v1/wallets/balance` (`4.4`). */
export function readBalanceCurrency(query: unknown): string | undefined {
  return currencyCode(asFields(query), 'currency');
}

function date(fields: Fields, name: string): string | undefined {
  const value = text(fields, name);
  if (value !== undefined && !isCalendarDate(value)) throw new FieldRefusal(name, 'The date must read YYYY-MM-DD.');
  return value;
}

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  // 30 February parses as a day in March, so the parsed date must equal the given one.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function limit(fields: Fields, name: string): number | undefined {
  const value = text(fields, name);
  if (value === undefined) return undefined;
  const count = Number(value);
  if (!/^\d{1,9}$/.test(value) || count === 0)
    throw new FieldRefusal(name, 'The limit must be a whole number above zero.');
  return count;
}
