import { excluded, must, observe } from '../levels.ts';

/** Wallets and balances (2.6, 4.3, 4.4). */
export const wallets = {
  'wallets.accepted': must('4.3 1', 'the wallet list is answered HTTP 200'),
  'wallets.result': must('4.3', 'the wallet list has result success'),
  'wallets.list': must('4.3', 'the wallet list carries an array of wallets'),
  'wallets.wallet-id': must('2.6 4.3', 'every wallet has a wallet_id string'),
  'wallets.own-id': must('2.6 4.3', 'no two wallets share a wallet_id'),
  'wallets.keeps-id': must('2.6 4.3', 'a wallet has the same wallet_id in the next list'),
  'wallets.balance': must(
    '2.6 4.3',
    'every wallet has a balance string',
    'whether it is right: other payments move the same wallets',
  ),
  'wallets.currency': must('2.6 4.3', 'every wallet has a currency string'),
  'wallets.message': must('2.6 4.3', 'every wallet has a message string'),
  'wallets.details': must('2.6 4.3', 'every wallet has a details object'),
  'wallets.only-start-date': must('4.3', 'start_date alone is accepted'),
  'wallets.only-end-date': must('4.3', 'end_date alone is accepted'),
  'wallets.both-dates': must(
    '4.3',
    'start_date and end_date together are accepted',
    'the effect of dates and limit: which date of a wallet counts is not stated',
  ),
  'wallets.limit-accepted': must('4.3', 'an ordinary limit is accepted, alone and with dates'),
  'wallets.start-date-format': must('4.3 7', 'a start_date that is no date is refused'),
  'wallets.end-date-format': must('4.3 7', 'an end_date that is no date is refused'),
  'wallets.limit-effect': observe('4.3', 'does limit bound the number of wallets?'),
  'wallets.limit-bounds': observe(
    '4.3 8',
    'which limits are accepted, and how are zero, negative, huge and wordy ones answered?',
  ),
  'wallets.dates-effect': observe(
    '4.3',
    'do dates change which wallets are listed?',
    'What a date range selects of wallets is not shown, so a list may leave wallets out of the books.',
  ),
  'wallets.long-ranges': observe('4.3 8', 'how are ranges of a year, and ranges that reach into the future, answered?'),
  'wallets.date-odd': observe('4.3', 'how are impossible dates and reversed date ranges answered?'),
  'wallets.page-size': observe(
    '8 4.3',
    'how many wallets are listed without a limit?',
    'A list that is cut without notice leaves wallets out of the books.',
  ),
  'wallets.content-of-details': observe('2.6 4.3', 'what does details contain?'),
  'wallets.moved': observe(
    '2.6 4.1 4.2',
    'how does a payment move the wallets, with each operator and in each channel?',
    'When collected money shows in a wallet is not stated, and books that expect it there at once would not agree.',
  ),
  'wallets.unknown-fields': observe('2.6 4.3', 'which further fields do wallets carry?'),

  'balance.all': must(
    '4.4 1',
    'the balances of all wallets can be read',
    'other forms than entries with currency and balance: the body is not shown (balance.body)',
  ),
  'balance.one-currency': must('4.4 1', 'the balance of one currency can be read, on the plural or the singular path'),
  'balance.narrowed': must('4.4', 'where there are several currencies, the balance of one is not the balances of all'),
  'balance.plural-path': observe('4.4', 'how does the plural path answer, with and without currency?'),
  'balance.singular-path': observe(
    '4.4',
    'does the singular path answer as well?',
    'Two paths are shown; a client built on the one that is given up breaks without notice.',
  ),
  'balance.body': observe(
    '4.4',
    'what does a balance answer look like?',
    'No body is shown, so every client that reads a balance is built on what it happened to see.',
  ),
  'balance.unknown-currency': observe('4.4', 'how is a currency answered for which there is no wallet?'),
  'balance.authority': excluded('4.4', 'which balance path is authoritative', 'the interface does not say'),
} as const;
