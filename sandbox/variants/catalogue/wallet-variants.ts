import { answer, anyAnswer, as, body, eachWallet, overrideRequest, refusal, refusedAs } from '../../faults/changes.ts';
import { all, answeredWith, given, is, lacks, listWallets, matching, readBalance } from '../../faults/conditions.ts';
import type { Alteration, Condition, Exchange, Field, Json } from '../../faults/exchange.ts';
import { answersTo } from '../../faults/fault-tables.ts';
import { answers, needs, question } from '../variant.ts';
import { jsonText, refused } from '../variant-effects.ts';

const isDay = (value: unknown): boolean => /^\d{4}-\d{2}-\d{2}$/.test(String(value));
const reversed: Condition = ({ query: { start_date: start, end_date: end } }) =>
  isDay(start) && isDay(end) && String(start) > String(end);
const dated: Condition = (exchange) => {
  const { start_date: start, end_date: end } = exchange.query;
  const days = [start, end].filter((day) => day !== undefined);
  return listWallets(exchange) && days.length > 0 && days.every(isDay) && !reversed(exchange);
};
const longRange: Condition = ({ query: { start_date: start, end_date: end } }) =>
  Date.parse(String(end)) - Date.parse(String(start)) > 90 * 86_400_000;
const ahead = given('end_date', (day) => isDay(day) && Date.parse(String(day)) > Date.now());
const afterOpening = given('start_date', (day) => String(day) > '2024-12-31');

const walletsAs = (make: (wallets: Json[], limit: number) => Json[]): Alteration =>
  answersTo(listWallets)(
    body((json, { query }: Exchange) => {
      const limit = Number(query['limit'] ?? 100);
      return { ...json, wallets: make(json['wallets'] as Json[], limit) };
    }),
  );
const each = (field: Field, value: unknown): Alteration => answer(listWallets, eachWallet(as(field, value)));
function limitsRefused(test: (limit: number) => boolean): Alteration {
  const outOfRange = given('limit', (limit) => test(Number(limit)));
  return refused(all(listWallets, outOfRange), 'limit');
}

/** The wallet list (`4.3`, `2.6`). */
export const walletLists = {
  'number of wallets': question('wallets', 'wallets.page-size', {
    'many-wallets': walletsAs((wallets, limit) => {
      const [first] = wallets;
      const more = Array.from({ length: first ? 25 : 0 }, (_, index) => ({
        ...first,
        wallet_id: `${String(first?.['wallet_id'])}-${index}`,
      }));
      return [...wallets, ...more].slice(0, limit);
    }),
    'wallets-listed-twice': [
      answers(''),
      walletsAs((wallets, limit) => {
        const summaries = wallets.slice(0, 1).map((one) => ({ ...one, message: 'Summary' }));
        return [...wallets, ...summaries].slice(0, limit);
      }),
    ],
    'one-wallet': [
      answers('wallets.limit-effect'),
      needs({ NOT_APPLICABLE: 'second-currency' }),
      walletsAs((wallets) => wallets.slice(-1)),
    ],
  }),
  'what limit does': question('wallets', 'wallets.limit-effect', {
    'limit-without-effect': overrideRequest(all(listWallets, matching('limit', /^[1-9]\d*$/)), { limit: undefined }),
  }),
  'odd limits': question('wallets', 'wallets.limit-bounds', {
    'odd-limits-ignored': overrideRequest(all(listWallets, matching('limit', /^(?![1-9]\d*$)/)), { limit: undefined }),
    'limits-up-to-four': limitsRefused((limit) => limit > 4),
    'limits-from-twenty': limitsRefused((limit) => limit < 20),
    'limits-up-to-hundred': limitsRefused((limit) => limit > 100),
  }),
  'what dates do': question('wallets', 'wallets.dates-effect', {
    'dates-without-effect': overrideRequest(dated, { start_date: undefined, end_date: undefined }),
    'dates-of-the-opening': answer(all(dated, afterOpening), as('wallets', [])),
  }),
  'long ranges': question('wallets', 'wallets.long-ranges', {
    'dates-ahead-refused': refused(all(listWallets, ahead), 'end_date'),
    'ranges-of-a-quarter': refused(all(dated, longRange), 'start_date'),
  }),
  'odd dates': question('wallets', 'wallets.date-odd', {
    'dates-not-on-the-calendar': overrideRequest(all(listWallets, is('start_date', '2024-02-31')), {
      start_date: '2024-03-02',
    }),
    'reversed-dates-list-nothing': overrideRequest(all(listWallets, reversed), {
      start_date: undefined,
      end_date: '2000-01-01',
    }),
  }),
  'balances of wallets': question('wallets', '', {
    'balances-in-groups': each('balance', '1,250,000.00'),
    'balances-with-currency': each('balance', 'XTS 25000.0000'),
  }),
  details: question('wallets', 'wallets.content-of-details', {
    'details-filled': each('details', { opened_on: '2024-01-01', owner: { name: 'Merchant' }, limits: [1, 2] }),
  }),
};

const plural: Condition = all(readBalance, ({ route }) => route === '/v1/wallets/balance');
const singular: Condition = all(readBalance, ({ route }) => route === '/v1/wallet/balance');
const absent = refusedAs(404, 'There is nothing at this address.');
const authorised: Condition = ({ answer: { status } }) => status !== 401;
const read = answersTo(readBalance);
const listed = (json: Json): Json[] => (json['wallets'] as Json[] | undefined) ?? [];

/** Balances: the interface shows two paths and no body (`4.4`). */
export const balances = {
  'balance paths': question('balances', '', {
    'balance-on-the-plural-path-only': [answers('balance.singular-path'), anyAnswer(singular, absent)],
    'balance-on-the-singular-path-only': [answers('balance.plural-path'), anyAnswer(plural, absent)],
    'balance-of-one-on-the-singular-path': [
      answers('balance.plural-path balance.singular-path'),
      anyAnswer(all(plural, authorised, given('currency')), refusedAs(400, 'Use the singular path for one currency.')),
      anyAnswer(all(singular, authorised, lacks('currency')), refusedAs(400, 'The currency is required here.')),
    ],
  }),
  'balance answers': question('balances', 'balance.body', {
    'balances-as-a-list': read(jsonText((json) => JSON.stringify(listed(json)))),
    'balances-by-currency': read(
      body((json) => Object.fromEntries(listed(json).map(({ currency, balance }) => [String(currency), balance]))),
    ),
    'balances-within-data': read(body((json) => ({ result: 'success', data: { balances: listed(json) } }))),
    'balances-as-numbers': read(
      body((json) => ({
        result: 'success',
        balances: listed(json).map(({ currency, balance }) => ({
          currency,
          available: Math.round(Number(balance) * 100),
          pending: 0,
        })),
      })),
    ),
    'balance-of-one-as-text': answersTo(all(readBalance, given('currency')))(
      jsonText((json) => JSON.stringify(json['balance'])),
    ),
  }),
  'balance of an unknown currency': question('balances', 'balance.unknown-currency', {
    'unknown-currency-has-zero': refusal(readBalance, (change) => {
      change.status = 200;
      change.json = { result: 'success', currency: 'QQQ', balance: '0.00', wallets: [] };
    }),
    'unknown-currency-is-404': anyAnswer(all(readBalance, answeredWith(400)), as('message', 'No such wallet.'), absent),
  }),
};
