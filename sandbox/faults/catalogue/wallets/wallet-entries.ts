import { randomUUID } from 'node:crypto';
import { answer, as, renamed, converted, wallets } from '../../changes.ts';
import { fieldFaults, type Answers } from '../../answer-faults.ts';
import type { Change, Entry, Json, Subject } from '../../exchange.ts';
import { listWallets } from '../../places.ts';

const each: Answers = {
  what: 'every wallet',
  changed: (...changes) => answer(listWallets, ...changes.map((change) => wallets(change))),
};
const last: Answers = {
  what: 'the last wallet',
  changed: (...changes) => answer(listWallets, ...changes.map((change) => wallets(change, 'last'))),
};
const missing = { missing: undefined };
const lastMissing = { 'last-missing': undefined };
const asNumber = (field: string): Entry => [
  `returns ${field} of a wallet as a number`,
  each.changed(converted(field, (text) => Number.parseFloat(text) || 42)),
];
const idOfFirst: Change = (sent, exchange, memory) => {
  const [first] = sent.json['wallets'] as Json[];
  wallets(as('wallet_id', first?.['wallet_id']), 'last')(sent, exchange, memory);
};

/** The fields of a wallet (`2.6`). */
export const walletEntries: Subject = {
  'wallets.wallet-id': {
    ...fieldFaults('wallet-id', 'wallet_id', each, missing),
    ...fieldFaults('wallet-id', 'wallet_id', last, lastMissing),
    'wallet-id-number': asNumber('wallet_id'),
    ...fieldFaults('wallet-id', 'wallet_id', each, { empty: '' }),
    'wallet-id-short': ['returns wallet_id as id', each.changed(renamed('wallet_id', 'id'))],
  },
  'wallets.own-id': {
    ...fieldFaults('wallet-id', 'wallet_id', each, { constant: 'wal_1' }),
    'wallet-id-twice': ['gives the last wallet the wallet_id of the first', answer(listWallets, idOfFirst)],
  },
  'wallets.keeps-id': {
    'wallet-id-of-the-list': [
      'gives each wallet another wallet_id in each list',
      each.changed(converted('wallet_id', (id) => `${id}-${randomUUID()}`)),
    ],
  },
  'wallets.balance': {
    ...fieldFaults('wallet-balance', 'balance', each, { words: 'n/a' }),
    ...fieldFaults('wallet-balance', 'balance', each, missing),
    ...fieldFaults('wallet-balance', 'balance', last, lastMissing),
    'wallet-balance-number': asNumber('balance'),
    ...fieldFaults('wallet-balance', 'balance', each, { list: [] }),
  },
  'wallets.currency': {
    ...fieldFaults('wallet-currency', 'currency', each, missing),
    ...fieldFaults('wallet-currency', 'currency', last, lastMissing),
    'wallet-currency-number': asNumber('currency'),
    ...fieldFaults('wallet-currency', 'currency', each, { empty: '' }),
  },
  'wallets.message': {
    ...fieldFaults('wallet-message', 'message', each, missing),
    ...fieldFaults('wallet-message', 'message', last, lastMissing),
  },
  'wallets.details': {
    ...fieldFaults('wallet-details', 'details', each, { ...missing, null: null, list: [], text: '{}', true: true }),
    ...fieldFaults('wallet-details', 'details', last, lastMissing),
    'wallet-details-number': asNumber('details'),
  },
};
