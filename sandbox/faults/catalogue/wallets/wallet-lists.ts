import { answer, body, crash, readsAs, refusedAs, renamed, secondTime, status, without } from '../../changes.ts';
import { acceptedAs, answersTo, faultyRequest, fieldFaults, refusedWith } from '../../answer-faults.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Alteration, Json, Subject } from '../../exchange.ts';
import { all, given, lacks, listWallets, matching, noDay, otherCurrency, readBalance } from '../../places.ts';

const list = answersTo('the wallet list', listWallets);
const onlyStart = answersTo(
  'the wallet list with only start_date',
  all(listWallets, given('start_date'), lacks('end_date'), lacks('limit')),
);
const onlyEnd = answersTo(
  'the wallet list with only end_date',
  all(listWallets, given('end_date'), lacks('start_date'), lacks('limit')),
);
const bothDates = answersTo(
  'the wallet list with both dates',
  all(listWallets, given('start_date'), given('end_date'), lacks('limit')),
);
const limited = answersTo('limit', all(listWallets, given('limit')));
const wrongStart = faultyRequest('a wrong start_date', all(listWallets, noDay('start_date')));
const wrongEnd = faultyRequest('a wrong end_date', all(listWallets, noDay('end_date')));
const allBalances = answersTo('the balances of all wallets', all(readBalance, lacks('currency')));
const secondBalance = answersTo('the balance of a second currency', all(readBalance, otherCurrency));
const oneBalance = answersTo('the balance of a currency', all(readBalance, given('currency')));

const noStart = { start_date: undefined };
const noEnd = { end_date: undefined };
const noCurrency = { currency: undefined };
const isRecent = (day: unknown): boolean => Date.parse(String(day)) > Date.now() - 2 * 86_400_000;
const withoutDigits = (field: string) => all(listWallets, matching(field, /^\D*$/));
const walletsAs = (make: (wallets: Json[]) => unknown): Alteration =>
  list.changed(body((json) => ({ ...json, wallets: make(json['wallets'] as Json[]) })));

/** The list of wallets, its filters, and balances (`4.3`, `4.4`). */
export const walletLists: Subject = {
  'wallets.accepted': {
    ...acceptedAs('wallets', list, 201, 206, 400, 500, 404),
    'wallets-refused-second-time': [
      'refuses every wallet list but the first',
      secondTime(list.changed(refusedAs(400))),
    ],
  },
  'wallets.result': fieldFaults('wallets-result', 'result', list, { missing: undefined, error: 'error' }),
  'wallets.list': {
    ...fieldFaults('wallets', 'wallets', list, { 'left-out': undefined, null: null }),
    'wallets-by-currency': [
      'returns wallets as an object by currency',
      walletsAs((wallets) => Object.fromEntries(wallets.map((one) => [one['currency'], one]))),
    ],
    'wallets-first-only': ['returns the first wallet in place of a list', walletsAs(([first]) => first)],
    'wallets-as-text': ['returns wallets as JSON text', walletsAs((wallets) => JSON.stringify(wallets))],
    'wallets-named-data': ['returns the wallets as data', list.changed(renamed('wallets', 'data'))],
    'wallets-named-wallet': ['returns the wallets as wallet', list.changed(renamed('wallets', 'wallet'))],
    'wallets-wrapped': ['wraps the wallets into an object with items', walletsAs((items) => ({ items }))],
    'wallets-missing-with-dates': [
      'omits wallets when there are dates',
      answer(all(listWallets, given('start_date')), without('wallets')),
    ],
  },
  'wallets.only-start-date': {
    ...acceptedAs('start-date-given', onlyStart, 400, 500),
    'start-date-of-late-refused': [
      'refuses a start_date that is less than two days old',
      answer(all(onlyStart.where, given('start_date', isRecent)), refusedAs(400)),
    ],
  },
  'wallets.only-end-date': {
    ...acceptedAs('end-date-given', onlyEnd, 400, 500),
    'end-date-of-late-refused': [
      'refuses an end_date that is less than two days old',
      answer(all(onlyEnd.where, given('end_date', isRecent)), refusedAs(400)),
    ],
  },
  'wallets.both-dates': {
    ...acceptedAs('both-dates-given', bothDates, 400, 500),
    'both-dates-of-late-broken': [
      'breaks on a range of the last two days',
      answer(all(bothDates.where, given('start_date', isRecent)), crash),
    ],
  },
  'wallets.limit-accepted': {
    'limit-refused-always': ['refuses limit', limited.changed(refusedAs(400))],
    'limit-refused-alone': [
      'refuses limit without dates',
      answer(all(limited.where, lacks('start_date')), refusedAs(400)),
    ],
    'limit-refused-with-dates': [
      'refuses limit together with dates',
      answer(all(limited.where, given('start_date')), refusedAs(400)),
    ],
    'limit-breaks': ['breaks on limit', limited.changed(crash)],
    'limit-created': ['answers HTTP 201 to limit', limited.changed(status(201))],
  },
  'wallets.start-date-format': {
    ...acceptedWhen('start-date-anything', wrongStart, noStart, 'accepted'),
    'start-date-word-accepted': ['accepts a word as start_date', readsAs(withoutDigits('start_date'), noStart)],
    'start-date-not-checked-alone': [
      'accepts any start_date without end_date',
      readsAs(all(wrongStart.where, lacks('end_date')), noStart),
    ],
    'start-date-not-checked-with-other': [
      'accepts any start_date together with end_date',
      readsAs(all(wrongStart.where, given('end_date')), noStart),
    ],
    ...acceptedWhen('start-date', wrongStart, noStart, 'second-time'),
    ...refusedWith('start-date', wrongStart, 500),
  },
  'wallets.end-date-format': {
    ...acceptedWhen('end-date-anything', wrongEnd, noEnd, 'accepted'),
    'end-date-word-accepted': ['accepts a word as end_date', readsAs(withoutDigits('end_date'), noEnd)],
    'end-date-not-checked-alone': [
      'accepts any end_date without start_date',
      readsAs(all(wrongEnd.where, lacks('start_date')), noEnd),
    ],
    'end-date-not-checked-with-other': [
      'accepts any end_date together with start_date',
      readsAs(all(wrongEnd.where, given('start_date')), noEnd),
    ],
    ...acceptedWhen('end-date', wrongEnd, noEnd, 'second-time'),
    ...refusedWith('end-date', wrongEnd, 500),
  },
  'balance.all': {
    'balance-all-is-400': [
      'requires a currency for balances',
      allBalances.changed(refusedAs(400, 'Parameter: currency')),
    ],
    ...acceptedAs('balance-all', allBalances, 404, 401, 500),
    ...fieldFaults('balance-all-result', 'result', allBalances, { error: 'error' }),
    'balance-all-empty': ['returns no balance at all', allBalances.changed(body(() => ({ result: 'success' })))],
    'balance-all-of-one-currency': [
      'returns the balance of one wallet in place of all',
      allBalances.changed(body((json) => ({ ...json, wallets: (json['wallets'] as Json[]).slice(0, 1) }))),
    ],
    'balance-all-second-time': [
      'returns the balances of all wallets only once',
      secondTime(allBalances.changed(refusedAs(404))),
    ],
  },
  'balance.one-currency': {
    ...acceptedAs('balance-second', secondBalance, 404, 500),
    ...acceptedAs('balance-one', oneBalance, 400, 404, 401, 500),
    ...fieldFaults('balance-one-result', 'result', oneBalance, { error: 'error' }),
    'balance-one-of-another': [
      'returns the balance of another currency than the one asked for',
      readsAs(oneBalance.where, ({ query }) => ({ currency: query['currency'] === 'XTS' ? 'EUR' : 'XTS' })),
    ],
    'balance-one-empty': ['returns no balance of a currency', oneBalance.changed(body(() => ({ result: 'success' })))],
  },
  'balance.narrowed': {
    'balance-currency-ignored': [
      'returns all balances whatever the requested currency',
      readsAs(oneBalance.where, noCurrency),
    ],
    'balance-currency-with-others': [
      'returns all balances whatever the requested currency, with a new timestamp each time',
      readsAs(oneBalance.where, noCurrency),
      answer(readBalance, (change) => (change.json['as_of'] = new Date().toISOString())),
    ],
  },
};
