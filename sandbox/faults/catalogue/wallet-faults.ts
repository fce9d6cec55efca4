import { randomUUID } from 'node:crypto';
import {
  answer,
  as,
  body,
  converted,
  crash,
  fromSecondRequest,
  insteadOf,
  overrideRequest,
  refusedAs,
  renamed,
  status,
  eachWallet,
  without,
} from '../changes.ts';
import { all, any, given, lacks, listWallets, matching, noDay, otherCurrency, readBalance } from '../conditions.ts';
import type { Alteration, Effects, Entries, Field, Json, Subject } from '../exchange.ts';
import {
  acceptedAs,
  type Answers,
  answersTo,
  fieldFaults,
  invalid,
  missingOrError,
  overrides,
} from '../fault-tables.ts';

const list = answersTo(listWallets);
const onlyStart = all(listWallets, given('start_date'), lacks('end_date'), lacks('limit'));
const onlyEnd = all(listWallets, given('end_date'), lacks('start_date'), lacks('limit'));
const bothDates = all(listWallets, given('start_date'), given('end_date'), lacks('limit'));
const isRecent = (day: unknown): boolean => Date.parse(String(day)) > Date.now() - 2 * 86_400_000;
const recent = given('start_date', isRecent);
const limited = all(listWallets, given('limit'));
const walletsAs = (make: (wallets: Json[]) => unknown): Alteration =>
  list(body((json) => ({ ...json, wallets: make(json['wallets'] as Json[]) })));

/** Accepts a date that is not written as YYYY-MM-DD. */
function dateFaults(prefix: string, name: Field, other: Field): Entries {
  const wrong = all(listWallets, noDay(name));
  const dropped = { [name]: undefined };
  return {
    ...invalid(`${prefix}-anything`, wrong, dropped, 'accepted'),
    ...invalid(prefix, wrong, dropped, 'second-time', 'is-500'),
    ...overrides(prefix, listWallets, {
      'word-accepted': [matching(name, /^\D*$/), dropped],
      'not-checked-alone': [all(wrong, lacks(other)), dropped],
      'not-checked-with-other': [all(wrong, given(other)), dropped],
    }),
  };
}

const allBalances = answersTo(all(readBalance, lacks('currency')));
const secondBalance = answersTo(all(readBalance, otherCurrency));
const withCurrency = all(readBalance, given('currency'));
const oneBalance = answersTo(withCurrency);

const ofAnother = overrideRequest(withCurrency, ({ query }) => ({
  currency: query['currency'] === 'XTS' ? 'EUR' : 'XTS',
}));
/** The currency that was asked for, whatever the amount. */
const asAsked = converted('currency', (_, { query }) => query['currency']);

const onlyFirst = body((json) => ({ ...json, wallets: (json['wallets'] as Json[]).slice(0, 1) }));

/** The list of wallets, its filters, and balances (`4.3`, `4.4`). */
export const walletLists: Subject = {
  'wallets.accepted': {
    ...acceptedAs('wallets', list, 201, 206, 400, 500, 404),
    'wallets-refused-second-time': fromSecondRequest(list(refusedAs(400))),
  },
  'wallets.result': fieldFaults('wallets-result', 'result', list, missingOrError),
  'wallets.list': {
    ...fieldFaults('wallets', 'wallets', list, { 'left-out': undefined, null: null }),
    'wallets-by-currency': walletsAs((all) => Object.fromEntries(all.map((one) => [one['currency'], one]))),
    'wallets-first-only': walletsAs(([first]) => first),
    'wallets-as-text': walletsAs((all) => JSON.stringify(all)),
    'wallets-named-data': list(renamed('wallets', 'data')),
    'wallets-named-wallet': list(renamed('wallets', 'wallet')),
    'wallets-wrapped': walletsAs((items) => ({ items })),
    'wallets-missing-with-dates': answer(all(listWallets, given('start_date')), without('wallets')),
  },
  'wallets.only-start-date': {
    ...acceptedAs('start-date-given', answersTo(onlyStart), 400, 500),
    'start-date-of-late-refused': answer(all(onlyStart, recent), refusedAs(400)),
  },
  'wallets.only-end-date': {
    ...acceptedAs('end-date-given', answersTo(onlyEnd), 400, 500),
    'end-date-of-late-refused': answer(all(onlyEnd, given('end_date', isRecent)), refusedAs(400)),
  },
  'wallets.both-dates': {
    ...acceptedAs('both-dates-given', answersTo(bothDates), 400, 500),
    'both-dates-of-late-broken': answer(all(bothDates, recent), crash),
    'leap-days-refused': answer(
      any(matching('start_date', /-02-29$/), matching('end_date', /-02-29$/)),
      refusedAs(400),
    ),
    'days-of-december-refused': answer(
      any(matching('start_date', /-12-/), matching('end_date', /-12-/)),
      refusedAs(400),
    ),
    'days-of-january-refused': answer(
      any(matching('start_date', /-01-/), matching('end_date', /-01-/)),
      refusedAs(400),
    ),
    'days-read-as-octal-refused': answer(
      any(matching('start_date', /-0[89]$/), matching('end_date', /-0[89]$/)),
      refusedAs(400),
    ),
    'last-days-of-years-refused': answer(
      any(matching('start_date', /-12-31$/), matching('end_date', /-12-31$/)),
      refusedAs(400),
    ),
    'one-day-is-no-range': answer(
      all(bothDates, ({ input }) => input['start_date'] === input['end_date']),
      refusedAs(400),
    ),
  },
  'wallets.limit-accepted': {
    'limit-refused-always': answer(limited, refusedAs(400)),
    'limit-refused-alone': answer(all(limited, lacks('start_date')), refusedAs(400)),
    'limit-refused-with-dates': answer(all(limited, given('start_date')), refusedAs(400)),
    'limit-breaks': answer(limited, crash),
    'limit-created': answer(limited, status(201)),
  },
  'wallets.start-date-format': dateFaults('start-date', 'start_date', 'end_date'),
  'wallets.end-date-format': dateFaults('end-date', 'end_date', 'start_date'),
  'balance.all': {
    'balance-all-is-400': allBalances(refusedAs(400, 'Parameter: currency')),
    ...acceptedAs('balance-all', allBalances, 404, 401, 500),
    'balance-all-result-error': allBalances(as('result', 'error')),
    'balance-all-empty': allBalances(insteadOf({ result: 'success' })),
    'balance-all-of-one-currency': allBalances(onlyFirst),
    'balance-all-mixed-up': allBalances(
      body((json) => {
        const wallets = json['wallets'] as Json[];
        const next = (index: number) => wallets[(index + 1) % wallets.length]?.['balance'];
        return { ...json, wallets: wallets.map((one, index) => ({ ...one, balance: next(index) })) };
      }),
    ),
    'balance-all-second-time': fromSecondRequest(allBalances(refusedAs(404))),
  },
  'balance.one-currency': {
    ...acceptedAs('balance-second', secondBalance, 404, 500),
    ...acceptedAs('balance-one', oneBalance, 400, 404, 401, 500),
    'balance-one-result-error': oneBalance(as('result', 'error')),
    'balance-one-of-another': ofAnother,
    'balance-one-amount-of-another': [ofAnother, oneBalance(asAsked, eachWallet(asAsked))],
    'balance-one-empty': oneBalance(insteadOf({ result: 'success' })),
  },
  'balance.narrowed': {
    'balance-currency-ignored': overrideRequest(withCurrency, { currency: undefined }),
    'balance-currency-with-others': [
      overrideRequest(withCurrency, { currency: undefined }),
      answer(readBalance, ({ json }) => (json['as_of'] = new Date().toISOString())),
    ],
  },
};

const each: Answers = (...changes) => list(...changes.map((change) => eachWallet(change)));
const last: Answers = (...changes) => list(...changes.map((change) => eachWallet(change, 'last')));
const asNumber = (field: Field): Effects => each(converted(field, (text) => Number.parseFloat(text) || 42));
const missing = (field: Field): Entries => ({
  [`wallet-${field.replace('wallet_', '')}-missing`]: each(without(field)),
  [`wallet-${field.replace('wallet_', '')}-last-missing`]: last(without(field)),
});

const newIds = converted('wallet_id', (id) => `${id}-${randomUUID()}`);

/** The fields of a wallet (`2.6`). */
export const walletEntries: Subject = {
  'wallets.wallet-id': {
    ...missing('wallet_id'),
    'wallet-id-number': asNumber('wallet_id'),
    'wallet-id-empty': each(as('wallet_id', '')),
    'wallet-id-short': each(renamed('wallet_id', 'id')),
  },
  'wallets.own-id': {
    'wallet-id-constant': each(as('wallet_id', 'wal_1')),
    'wallet-id-twice': list((reply, exchange, state) => {
      const [first] = reply.json['wallets'] as Json[];
      eachWallet(as('wallet_id', first?.['wallet_id']), 'last')(reply, exchange, state);
    }),
  },
  'wallets.keeps-id': { 'wallet-id-of-the-list': each(newIds) },
  'wallets.balance': {
    ...missing('balance'),
    'wallet-balance-words': each(as('balance', 'n/a')),
    'wallet-balance-number': asNumber('balance'),
    'wallet-balance-list': each(as('balance', [])),
  },
  'wallets.currency': {
    ...missing('currency'),
    'wallet-currency-number': asNumber('currency'),
    'wallet-currency-empty': each(as('currency', '')),
  },
  'wallets.message': missing('message'),
  'wallets.details': {
    ...missing('details'),
    ...fieldFaults('wallet-details', 'details', each, { null: null, list: [], text: '{}', true: true }),
    'wallet-details-number': asNumber('details'),
  },
};
