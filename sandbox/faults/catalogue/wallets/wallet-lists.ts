import {
  mended,
  answer,
  refusal,
  secondTime,
  without,
  as,
  renamed,
  status,
  body,
  refusedAs,
  crash,
} from '../../changes.ts';
import type { Json, Subject } from '../../exchange.ts';
import { all, listWallets, readBalance, given, lacks, noDay } from '../../places.ts';

const onlyStart = all(listWallets, given('start_date'), lacks('end_date'), lacks('limit'));
const onlyEnd = all(listWallets, given('end_date'), lacks('start_date'), lacks('limit'));
const bothDates = all(listWallets, given('start_date'), given('end_date'), lacks('limit'));
const limited = all(listWallets, given('limit'));

/** The list of wallets, its filters, and balances (`4.3`, `4.4`). */
export const walletLists = {
  'wallets.accepted': {
    'wallets-is-201': ['answers the wallet list with HTTP 201', answer(listWallets, status(201))],
    'wallets-is-206': ['answers the wallet list with HTTP 206', answer(listWallets, status(206))],
    'wallets-is-400': ['refuses the wallet list with HTTP 400', answer(listWallets, refusedAs(400))],
    'wallets-is-500': ['breaks on the wallet list', answer(listWallets, crash)],
    'wallets-is-404': ['does not find the wallet list', answer(listWallets, refusedAs(404))],
    'wallets-refused-second-time': [
      'lists wallets once, then no more',
      secondTime(answer(listWallets, refusedAs(400))),
    ],
  },
  'wallets.result': {
    'wallets-result-missing': ['leaves result out of the wallet list', answer(listWallets, without('result'))],
    'wallets-result-error': ['answers result error in the wallet list', answer(listWallets, as('result', 'error'))],
  },
  'wallets.list': {
    'wallets-left-out': ['leaves wallets out of the wallet list', answer(listWallets, without('wallets'))],
    'wallets-null': ['answers null for wallets', answer(listWallets, as('wallets', null))],
    'wallets-by-currency': [
      'answers wallets as an object by currency',
      answer(
        listWallets,
        body((json) => ({
          ...json,
          wallets: Object.fromEntries((json['wallets'] as Json[]).map((one) => [one['currency'], one])),
        })),
      ),
    ],
    'wallets-first-only': [
      'answers the first wallet in place of a list',
      answer(
        listWallets,
        body((json) => ({ ...json, wallets: (json['wallets'] as Json[])[0] })),
      ),
    ],
    'wallets-as-text': [
      'answers wallets as JSON text',
      answer(
        listWallets,
        body((json) => ({ ...json, wallets: JSON.stringify(json['wallets']) })),
      ),
    ],
    'wallets-named-data': ['answers the wallets as data', answer(listWallets, renamed('wallets', 'data'))],
    'wallets-named-wallet': ['answers the wallets as wallet', answer(listWallets, renamed('wallets', 'wallet'))],
    'wallets-wrapped': [
      'wraps the wallets into an object with items',
      answer(
        listWallets,
        body((json) => ({ ...json, wallets: { items: json['wallets'] } })),
      ),
    ],
    'wallets-missing-with-dates': [
      'leaves wallets out when there are dates',
      answer(all(listWallets, given('start_date')), without('wallets')),
    ],
  },
  'wallets.only-start-date': {
    'start-date-given-is-400': [
      'refuses the wallet list with start_date alone with HTTP 400',
      answer(onlyStart, refusedAs(400)),
    ],
    'start-date-given-is-500': ['breaks on the wallet list with start_date alone', answer(onlyStart, crash)],
  },
  'wallets.only-end-date': {
    'end-date-given-is-400': [
      'refuses the wallet list with end_date alone with HTTP 400',
      answer(onlyEnd, refusedAs(400)),
    ],
    'end-date-given-is-500': ['breaks on the wallet list with end_date alone', answer(onlyEnd, crash)],
  },
  'wallets.both-dates': {
    'both-dates-given-is-400': [
      'refuses the wallet list with both dates with HTTP 400',
      answer(bothDates, refusedAs(400)),
    ],
    'both-dates-given-is-500': ['breaks on the wallet list with both dates', answer(bothDates, crash)],
  },
  'wallets.limit-accepted': {
    'limit-refused-always': ['refuses limit', answer(limited, refusedAs(400))],
    'limit-refused-alone': ['refuses limit without dates', answer(all(limited, lacks('start_date')), refusedAs(400))],
    'limit-refused-with-dates': [
      'refuses limit beside dates',
      answer(all(limited, given('start_date')), refusedAs(400)),
    ],
    'limit-breaks': ['breaks on limit', answer(limited, crash)],
    'limit-created': ['answers HTTP 201 to limit', answer(limited, status(201))],
  },
  'wallets.start-date-format': {
    'start-date-anything-accepted': [
      'accepts any start_date',
      mended(all(listWallets, noDay('start_date')), { start_date: undefined }),
    ],
    'start-date-word-accepted': [
      'accepts a word as start_date',
      mended(
        all(
          listWallets,
          given('start_date', (day) => !/\d/.test(String(day))),
        ),
        { start_date: undefined },
      ),
    ],
    'start-date-not-checked-alone': [
      'accepts any start_date without end_date',
      mended(all(listWallets, noDay('start_date'), lacks('end_date')), { start_date: undefined }),
    ],
    'start-date-not-checked-with-other': [
      'accepts any start_date beside end_date',
      mended(all(listWallets, noDay('start_date'), given('end_date')), { start_date: undefined }),
    ],
    'start-date-second-time': [
      'checks start_date only once',
      secondTime(mended(all(listWallets, noDay('start_date')), { start_date: undefined })),
    ],
    'start-date-is-500': ['breaks on a wrong start_date', refusal(all(listWallets, noDay('start_date')), crash)],
  },
  'wallets.end-date-format': {
    'end-date-anything-accepted': [
      'accepts any end_date',
      mended(all(listWallets, noDay('end_date')), { end_date: undefined }),
    ],
    'end-date-word-accepted': [
      'accepts a word as end_date',
      mended(
        all(
          listWallets,
          given('end_date', (day) => !/\d/.test(String(day))),
        ),
        { end_date: undefined },
      ),
    ],
    'end-date-not-checked-alone': [
      'accepts any end_date without start_date',
      mended(all(listWallets, noDay('end_date'), lacks('start_date')), { end_date: undefined }),
    ],
    'end-date-not-checked-with-other': [
      'accepts any end_date beside start_date',
      mended(all(listWallets, noDay('end_date'), given('start_date')), { end_date: undefined }),
    ],
    'end-date-second-time': [
      'checks end_date only once',
      secondTime(mended(all(listWallets, noDay('end_date')), { end_date: undefined })),
    ],
    'end-date-is-500': ['breaks on a wrong end_date', refusal(all(listWallets, noDay('end_date')), crash)],
  },
  'balance.all': {
    'balance-all-is-400': [
      'insists on a currency for balances',
      answer(all(readBalance, lacks('currency')), refusedAs(400, 'Parameter: currency')),
    ],
    'balance-all-is-404': [
      'does not find the balances of all wallets',
      answer(all(readBalance, lacks('currency')), refusedAs(404)),
    ],
    'balance-all-is-401': [
      'refuses the secret key for the balances of all wallets',
      answer(all(readBalance, lacks('currency')), refusedAs(401)),
    ],
    'balance-all-is-500': ['breaks on the balances of all wallets', answer(all(readBalance, lacks('currency')), crash)],
    'balance-all-second-time': [
      'answers the balances of all wallets once, then no more',
      secondTime(answer(all(readBalance, lacks('currency')), refusedAs(404))),
    ],
  },
  'balance.one-currency': {
    'balance-one-is-400': [
      'refuses a currency on both balance paths',
      answer(all(readBalance, given('currency')), refusedAs(400)),
    ],
    'balance-one-is-404': [
      'finds the balance of no currency',
      answer(all(readBalance, given('currency')), refusedAs(404)),
    ],
    'balance-one-is-401': [
      'refuses the secret key for the balance of a currency',
      answer(all(readBalance, given('currency')), refusedAs(401)),
    ],
    'balance-one-is-500': ['breaks on the balance of a currency', answer(all(readBalance, given('currency')), crash)],
  },
} satisfies Subject;
