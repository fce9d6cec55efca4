import { whatever, refusedAs } from '../../changes.ts';
import type { Change, Subject } from '../../exchange.ts';
import {
  initiate,
  startCheckout,
  listWallets,
  readBalance,
  fetchCallback,
  updateCallback,
  deleteCallback,
} from '../../places.ts';

const redirected: Change = (answer) => {
  answer.status = 301;
  answer.location = '/v2/transactions';
};

/** The version in the path (`9`). */
export const versions = {
  'version.path': {
    'version-gone-transactions': [
      'has initiations under another version only',
      whatever(initiate, refusedAs(404, 'There is nothing at this address.')),
    ],
    'version-gone-checkout': [
      'has a checkout under another version only',
      whatever(startCheckout, refusedAs(404, 'There is nothing at this address.')),
    ],
    'version-gone-wallets': [
      'has the wallet list under another version only',
      whatever(listWallets, refusedAs(404, 'There is nothing at this address.')),
    ],
    'version-gone-balance': [
      'has balances under another version only',
      whatever(readBalance, refusedAs(404, 'There is nothing at this address.')),
    ],
    'version-gone-fetch': [
      'has fetching a callback under another version only',
      whatever(fetchCallback, refusedAs(404, 'There is nothing at this address.')),
    ],
    'version-gone-update': [
      'has updating a callback under another version only',
      whatever(updateCallback, refusedAs(404, 'There is nothing at this address.')),
    ],
    'version-gone-delete': [
      'has deleting a callback under another version only',
      whatever(deleteCallback, refusedAs(404, 'There is nothing at this address.')),
    ],
    'version-moved-transactions': ['sends initiations on to another version', whatever(initiate, redirected)],
  },
} satisfies Subject;
