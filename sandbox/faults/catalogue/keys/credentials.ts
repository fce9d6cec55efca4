import { letIn, answer, unauthorised, secondTime, as, status, refusedAs, crash } from '../../changes.ts';
import type { Exchange, Subject, Where } from '../../exchange.ts';
import {
  all,
  initiate,
  listWallets,
  readBalance,
  fetchCallback,
  updateCallback,
  deleteCallback,
  guarded,
  given,
  mobileMoney,
  hosted,
  keyOf,
} from '../../places.ts';

const noKey: Where = (exchange) => keyOf(exchange) === undefined;
const emptyKey: Where = (exchange) => keyOf(exchange) === '';
const key =
  (test: (sent: string, settings: Exchange['settings']) => boolean): Where =>
  (exchange) => {
    const sent = keyOf(exchange);
    return sent !== undefined && sent !== '' && sent !== exchange.settings.secretKey && test(sent, exchange.settings);
  };
const publishable = key((sent, { publishableKey }) => sent === publishableKey);
const wrongKey = key((sent, { publishableKey }) => sent !== publishableKey);

/** Who is let in with which key, endpoint by endpoint (`5`). */
export const credentials = {
  'auth.missing': {
    'key-absent-transactions': ['opens initiations without a key', letIn(all(initiate, noKey))],
    'key-absent-wallets': ['opens the wallet list without a key', letIn(all(listWallets, noKey))],
    'key-absent-balance': ['opens balances without a key', letIn(all(readBalance, noKey))],
    'key-absent-fetch': ['opens fetching a callback without a key', letIn(all(fetchCallback, noKey))],
    'key-absent-update': ['opens updating a callback without a key', letIn(all(updateCallback, noKey))],
    'key-absent-delete': ['opens deleting a callback without a key', letIn(all(deleteCallback, noKey))],
    'key-absent-403-transactions': [
      'refuses initiations without a key with HTTP 403',
      unauthorised(all(initiate, noKey), status(403)),
    ],
    'key-absent-403-fetch': [
      'refuses fetching a callback without a key with HTTP 403',
      unauthorised(all(fetchCallback, noKey), status(403)),
    ],
    'key-absent-403-delete': [
      'refuses deleting a callback without a key with HTTP 403',
      unauthorised(all(deleteCallback, noKey), status(403)),
    ],
    'key-absent-is-200': ['refuses a missing key with HTTP 200', unauthorised(all(guarded, noKey), status(200))],
    'key-absent-is-400': ['refuses a missing key with HTTP 400', unauthorised(all(guarded, noKey), status(400))],
    'key-absent-is-500': ['breaks on a missing key', unauthorised(all(guarded, noKey), crash)],
    'key-absent-is-404': [
      'hides its addresses from those without a key',
      unauthorised(all(guarded, noKey), refusedAs(404)),
    ],
  },
  'auth.invalid': {
    'key-any-transactions': ['opens initiations with any key', letIn(all(initiate, wrongKey))],
    'key-any-wallets': ['opens the wallet list with any key', letIn(all(listWallets, wrongKey))],
    'key-any-balance': ['opens balances with any key', letIn(all(readBalance, wrongKey))],
    'key-any-fetch': ['opens fetching a callback with any key', letIn(all(fetchCallback, wrongKey))],
    'key-any-update': ['opens updating a callback with any key', letIn(all(updateCallback, wrongKey))],
    'key-any-delete': ['opens deleting a callback with any key', letIn(all(deleteCallback, wrongKey))],
    'key-wrong-403-transactions': [
      'refuses initiations with a wrong key with HTTP 403',
      unauthorised(all(initiate, wrongKey), status(403)),
    ],
    'key-wrong-403-fetch': [
      'refuses fetching a callback with a wrong key with HTTP 403',
      unauthorised(all(fetchCallback, wrongKey), status(403)),
    ],
    'key-wrong-403-delete': [
      'refuses deleting a callback with a wrong key with HTTP 403',
      unauthorised(all(deleteCallback, wrongKey), status(403)),
    ],
    'key-any-second-time': ['checks keys only once', secondTime(letIn(all(guarded, wrongKey)))],
    'key-wrong-is-500': ['breaks on a wrong key', unauthorised(all(guarded, wrongKey), crash)],
  },
  'auth.empty': {
    'key-empty-transactions': ['opens initiations with an empty token', letIn(all(initiate, emptyKey))],
    'key-empty-wallets': ['opens the wallet list with an empty token', letIn(all(listWallets, emptyKey))],
    'key-empty-balance': ['opens balances with an empty token', letIn(all(readBalance, emptyKey))],
    'key-empty-fetch': ['opens fetching a callback with an empty token', letIn(all(fetchCallback, emptyKey))],
    'key-empty-update': ['opens updating a callback with an empty token', letIn(all(updateCallback, emptyKey))],
    'key-empty-delete': ['opens deleting a callback with an empty token', letIn(all(deleteCallback, emptyKey))],
    'key-empty-is-400': ['refuses an empty token with HTTP 400', unauthorised(all(guarded, emptyKey), status(400))],
    'key-empty-is-403': ['refuses an empty token with HTTP 403', unauthorised(all(guarded, emptyKey), status(403))],
    'key-empty-is-500': ['breaks on an empty token', unauthorised(all(guarded, emptyKey), crash)],
  },
  'auth.publishable': {
    'key-publishable-transactions': ['opens initiations with the publishable key', letIn(all(initiate, publishable))],
    'key-publishable-wallets': ['opens the wallet list with the publishable key', letIn(all(listWallets, publishable))],
    'key-publishable-balance': ['opens balances with the publishable key', letIn(all(readBalance, publishable))],
    'key-publishable-fetch': [
      'opens fetching a callback with the publishable key',
      letIn(all(fetchCallback, publishable)),
    ],
    'key-publishable-update': [
      'opens updating a callback with the publishable key',
      letIn(all(updateCallback, publishable)),
    ],
    'key-publishable-delete': [
      'opens deleting a callback with the publishable key',
      letIn(all(deleteCallback, publishable)),
    ],
    'key-publishable-403-transactions': [
      'refuses initiations with the publishable key with HTTP 403',
      unauthorised(all(initiate, publishable), status(403)),
    ],
    'key-publishable-403-fetch': [
      'refuses fetching a callback with the publishable key with HTTP 403',
      unauthorised(all(fetchCallback, publishable), status(403)),
    ],
    'key-publishable-403-delete': [
      'refuses deleting a callback with the publishable key with HTTP 403',
      unauthorised(all(deleteCallback, publishable), status(403)),
    ],
  },
  'auth.secret': {
    'key-right-refused-transactions': ['refuses the secret key for initiations', answer(initiate, refusedAs(401))],
    'key-right-refused-wallets': ['refuses the secret key for the wallet list', answer(listWallets, refusedAs(401))],
    'key-right-refused-balance': ['refuses the secret key for balances', answer(readBalance, refusedAs(401))],
    'key-right-refused-fetch': [
      'refuses the secret key for fetching a callback',
      answer(fetchCallback, refusedAs(401)),
    ],
    'key-right-refused-update': [
      'refuses the secret key for updating a callback',
      answer(updateCallback, refusedAs(401)),
    ],
    'key-right-refused-delete': [
      'refuses the secret key for deleting a callback',
      answer(deleteCallback, refusedAs(401)),
    ],
    'key-right-only-once': ['accepts the secret key only once', secondTime(answer(guarded, refusedAs(401)))],
  },
  'auth.before-validation': {
    'unkeyed-payment-accepted': [
      'accepts a valid initiation for the hosted page without a key',
      letIn(all(hosted, noKey, given('amount'), given('email'), given('currency'))),
    ],
    'unkeyed-prompt-accepted': [
      'accepts a valid mobile money initiation without a key',
      letIn(all(mobileMoney, noKey, given('amount'), given('email'), given('currency'))),
    ],
    'unkeyed-payment-says-success': [
      'answers result success to an initiation without a key',
      unauthorised(all(initiate, noKey), status(200), as('result', 'success')),
    ],
  },
} satisfies Subject;
