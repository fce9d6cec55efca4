import { answer, as, body, readsAs, wallets as eachWallet } from '../../../faults/changes.ts';
import type { Exchange, Json, Where } from '../../../faults/exchange.ts';
import { given, listWallets, all, is, matching } from '../../../faults/places.ts';
import { refused } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

const isDay = (value: unknown): boolean => /^\d{4}-\d{2}-\d{2}$/.test(String(value));
const reversed: Where = ({ query: { start_date: start, end_date: end } }) =>
  isDay(start) && isDay(end) && String(start) > String(end);
const dated: Where = (exchange) => {
  const { start_date: start, end_date: end } = exchange.query;
  const days = [start, end].filter((day) => day !== undefined);
  return listWallets(exchange) && days.length > 0 && days.every(isDay) && !reversed(exchange);
};
const daysBetween = (start: unknown, end: unknown): number =>
  (Date.parse(String(end)) - Date.parse(String(start))) / 86_400_000;

const count = 25;
const many = (json: Json, { query }: Exchange): Json => {
  const [one = {}, ...others] = json['wallets'] as Json[];
  const more = Array.from({ length: count }, (_, index) => ({
    ...one,
    wallet_id: `${String(one['wallet_id'])}-${index}`,
  }));
  return { ...json, wallets: [one, ...others, ...more].slice(0, Number(query['limit'] ?? 100)) };
};
const dropped =
  (...names: string[]) =>
  (): Json =>
    Object.fromEntries(names.map((name) => [name, undefined]));

/** The wallet list (`4.3`, `2.6`). */
export const walletLists = {
  'number of wallets': question('wallets', 'wallets.page-size', {
    'no-wallets': ['lists no wallets', answer(listWallets, as('wallets', []))],
    'many-wallets': ['lists many wallets', answer(listWallets, body(many))],
    'wallets-listed-twice': [
      'lists one wallet twice, the second time as a summary',
      answers(''),
      answer(
        listWallets,
        body((json, { query }) => {
          const all = json['wallets'] as Json[];
          const summaries = all.slice(0, 1).map((one) => ({ ...one, message: 'Summary' }));
          return { ...json, wallets: [...all, ...summaries].slice(0, Number(query['limit'] ?? 100)) };
        }),
      ),
    ],
    'one-wallet': [
      'lists one wallet',
      answer(
        listWallets,
        body((json) => ({ ...json, wallets: (json['wallets'] as Json[]).slice(-1) })),
      ),
      answers('wallets.limit-effect'),
    ],
  }),
  'what limit does': question('wallets', 'wallets.limit-effect', {
    'limit-without-effect': [
      'accepts limit, and lists all wallets',
      readsAs(all(listWallets, matching('limit', /^[1-9]\d*$/)), dropped('limit')),
    ],
  }),
  'odd limits': question('wallets', 'wallets.limit-bounds', {
    'odd-limits-ignored': [
      'ignores limits that are not whole numbers above zero',
      readsAs(all(listWallets, matching('limit', /^(?![1-9]\d*$)/)), dropped('limit')),
    ],
    'limits-up-to-four': [
      'refuses limits above four',
      refused(
        all(
          listWallets,
          given('limit', (limit) => Number(limit) > 4),
        ),
        'limit',
        'The limit must be at most four.',
      ),
    ],
    'limits-from-twenty': [
      'refuses limits below twenty',
      refused(
        all(
          listWallets,
          given('limit', (limit) => Number(limit) < 20),
        ),
        'limit',
        'The limit must be at least twenty.',
      ),
    ],
    'limits-up-to-hundred': [
      'refuses limits above a hundred',
      refused(
        all(
          listWallets,
          given('limit', (limit) => Number(limit) > 100),
        ),
        'limit',
        'The limit must be at most a hundred.',
      ),
    ],
  }),
  'what dates do': question('wallets', 'wallets.dates-effect', {
    'dates-without-effect': ['accepts dates, and lists all wallets', readsAs(dated, dropped('start_date', 'end_date'))],
    'dates-of-the-opening': [
      'lists the wallets that were opened between the dates',
      answer(
        all(
          dated,
          given('start_date', (day) => String(day) > '2024-12-31'),
        ),
        as('wallets', []),
      ),
    ],
  }),
  'long ranges': question('wallets', 'wallets.long-ranges', {
    'dates-ahead-refused': [
      'refuses dates in the future',
      refused(
        all(
          listWallets,
          given('end_date', (day) => isDay(day) && Date.parse(String(day)) > Date.now()),
        ),
        'end_date',
        'The date is in the future.',
      ),
    ],
    'ranges-of-a-quarter': [
      'refuses ranges of more than ninety days',
      refused(
        all(dated, ({ query: { start_date: from, end_date: to } }) => daysBetween(from, to) > 90),
        'start_date',
        'The period must be at most ninety days long.',
      ),
    ],
  }),
  'odd dates': question('wallets', 'wallets.date-odd', {
    'dates-not-on-the-calendar': [
      'accepts dates in the right format that do not exist',
      readsAs(all(listWallets, is('start_date', '2024-02-31')), { start_date: '2024-03-02' }),
    ],
    'reversed-dates-list-nothing': [
      'returns an empty list for a period that ends before it starts',
      readsAs(all(listWallets, reversed), { start_date: undefined, end_date: '2000-01-01' }),
    ],
  }),
  'balances of wallets': question('wallets', '', {
    'balances-in-groups': [
      'writes balances with thousands separators',
      answer(listWallets, eachWallet(as('balance', '1,250,000.00'))),
    ],
    'balances-with-currency': [
      'writes balances with their currency',
      answer(listWallets, eachWallet(as('balance', 'XTS 25000.0000'))),
    ],
  }),
  details: question('wallets', 'wallets.content-of-details', {
    'details-filled': [
      'fills the details of a wallet',
      answer(
        listWallets,
        eachWallet(as('details', { opened_on: '2024-01-01', owner: { name: 'Merchant' }, limits: [1, 2] })),
      ),
    ],
  }),
};
