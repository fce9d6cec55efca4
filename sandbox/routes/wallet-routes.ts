import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/error-answers.ts';
import { FieldRefusal } from '../http/refusals.ts';
import type { Service } from '../service/service.ts';
import type { Period } from '../service/wallets.ts';
import { asFields, check, currencyCode, type Fields, text } from './request-fields.ts';

/** Wallets and balances (`4.3`, `4.4`). */
export function walletRoutes(app: FastifyInstance, service: Service): void {
  app.get('/v1/wallets/list', async (request) => {
    const { period, limit } = readListQuery(request.query);
    return { result: 'success', wallets: service.wallets.list(period, limit) };
  });
  refuseOtherMethods(app, '/v1/wallets/list');

  // The interface spells the path in both ways.
  for (const path of ['/v1/wallets/balance', '/v1/wallet/balance']) {
    app.get(path, async (request) => balance(service, currencyCode(asFields(request.query), 'currency')));
    refuseOtherMethods(app, path);
  }
}

function balance(service: Service, currency: string | undefined): object {
  if (currency === undefined) return { result: 'success', wallets: service.wallets.list({}, undefined) };
  const wallet = service.wallets.find(currency);
  if (!wallet) throw new FieldRefusal('currency', 'No wallet holds this currency.');
  return { result: 'success', currency: wallet.currency, balance: wallet.balance, wallets: [wallet] };
}

/** Reads the query of the list. */
function readListQuery(query: unknown): { period: Period; limit: number | undefined } {
  const fields = asFields(query);
  const { start, end } = { start: date(fields, 'start_date'), end: date(fields, 'end_date') };
  const ordered = start === undefined || end === undefined || start <= end;
  check(ordered, 'start_date', 'The start date is after the end date.');
  const limit = text(fields, 'limit');
  check(limit === undefined || /^0*[1-9]\d{0,8}$/.test(limit), 'limit', 'The limit must be a whole number above zero.');
  return { period: { start, end }, limit: limit === undefined ? undefined : Number(limit) };
}

function date(fields: Fields, name: string): string | undefined {
  const value = text(fields, name);
  check(value === undefined || isCalendarDate(value), name, 'The date must read YYYY-MM-DD.');
  return value;
}

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  // 30 February parses as a day in March, so the parsed date must equal the given one.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
