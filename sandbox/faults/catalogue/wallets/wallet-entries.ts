import { answer, without, as, turned, renamed, wallets } from '../../changes.ts';
import type { Alteration, Change, Json, Subject } from '../../exchange.ts';
import { listWallets } from '../../places.ts';

const each = (change: Change): Alteration => answer(listWallets, wallets(change));

/** The fields of a wallet (`2.6`). */
export const walletEntries = {
  'wallets.wallet-id': {
    'wallet-id-missing': ['leaves wallet_id out of every wallet', each(without('wallet_id'))],
    'wallet-id-last-missing': [
      'leaves wallet_id out of the last wallet',
      answer(listWallets, wallets(without('wallet_id'), 'last')),
    ],
    'wallet-id-number': [
      'answers wallet_id of a wallet as a number',
      each(turned('wallet_id', (text) => Number.parseFloat(text) || 42)),
    ],
    'wallet-id-empty': ['leaves wallet_id of a wallet empty', each(as('wallet_id', ''))],
    'wallet-id-short': ['answers wallet_id as id', each(renamed('wallet_id', 'id'))],
  },
  'wallets.own-id': {
    'wallet-id-constant': ['gives every wallet the same wallet_id', each(as('wallet_id', 'wal_1'))],
    'wallet-id-twice': [
      'gives the last wallet the wallet_id of the first',
      answer(listWallets, (sent, exchange, memory) =>
        wallets(as('wallet_id', (sent.json['wallets'] as Json[])[0]?.['wallet_id']), 'last')(sent, exchange, memory),
      ),
    ],
  },
  'wallets.balance': {
    'wallet-balance-missing': ['leaves balance out of every wallet', each(without('balance'))],
    'wallet-balance-last-missing': [
      'leaves balance out of the last wallet',
      answer(listWallets, wallets(without('balance'), 'last')),
    ],
    'wallet-balance-number': [
      'answers balance of a wallet as a number',
      each(turned('balance', (text) => Number.parseFloat(text) || 42)),
    ],
    'wallet-balance-list': ['answers a list for balance of a wallet', each(as('balance', []))],
  },
  'wallets.currency': {
    'wallet-currency-missing': ['leaves currency out of every wallet', each(without('currency'))],
    'wallet-currency-last-missing': [
      'leaves currency out of the last wallet',
      answer(listWallets, wallets(without('currency'), 'last')),
    ],
    'wallet-currency-number': [
      'answers currency of a wallet as a number',
      each(turned('currency', (text) => Number.parseFloat(text) || 42)),
    ],
    'wallet-currency-empty': ['leaves currency of a wallet empty', each(as('currency', ''))],
  },
  'wallets.message': {
    'wallet-message-missing': ['leaves message out of every wallet', each(without('message'))],
    'wallet-message-last-missing': [
      'leaves message out of the last wallet',
      answer(listWallets, wallets(without('message'), 'last')),
    ],
  },
  'wallets.details': {
    'wallet-details-missing': ['leaves details out of every wallet', each(without('details'))],
    'wallet-details-last-missing': [
      'leaves details out of the last wallet',
      answer(listWallets, wallets(without('details'), 'last')),
    ],
    'wallet-details-null': ['answers null for details of a wallet', each(as('details', null))],
    'wallet-details-list': ['answers a list for details of a wallet', each(as('details', []))],
    'wallet-details-text': ['answers text for details of a wallet', each(as('details', '{}'))],
    'wallet-details-number': [
      'answers details of a wallet as a number',
      each(turned('details', (text) => Number.parseFloat(text) || 42)),
    ],
    'wallet-details-true': ['answers true for details of a wallet', each(as('details', true))],
  },
} satisfies Subject;
