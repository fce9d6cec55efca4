import { letIn, unauthorised, status } from '../../changes.ts';
import type { Subject, Where } from '../../exchange.ts';
import {
  all,
  initiate,
  listWallets,
  fetchCallback,
  updateCallback,
  deleteCallback,
  guarded,
  keyOf,
} from '../../places.ts';

const key =
  (test: (sent: string, right: string) => boolean): Where =>
  (exchange) => {
    const sent = keyOf(exchange) ?? '';
    return sent !== '' && sent !== exchange.settings.secretKey && test(sent, exchange.settings.secretKey);
  };
const nearlyRight = key(
  (sent, right) =>
    sent.length === right.length && [...sent].filter((letter, index) => letter !== right[index]).length === 1,
);
const beginning = key((sent, right) => right.startsWith(sent));
const extended = key((sent, right) => sent.startsWith(right));
const otherScheme: Where = (exchange) => {
  const sent = keyOf(exchange) ?? '';
  // Basic credentials are written in Base64.
  return [sent, Buffer.from(sent, 'base64').toString()].some((text) => text.includes(exchange.settings.secretKey));
};

/** Keys that are nearly right (`5`). */
export const keyForms = {
  'auth.near-miss': {
    'key-any-alike': [
      'accepts every key that begins like a secret key',
      letIn(
        all(
          guarded,
          key((sent, right) => sent.startsWith(right.slice(0, 8))),
        ),
      ),
    ],
    'key-nearly-right-transactions': [
      'opens initiations with a key that has one wrong character',
      letIn(all(initiate, nearlyRight)),
    ],
    'key-nearly-right-wallets': [
      'opens the wallet list with a key that has one wrong character',
      letIn(all(listWallets, nearlyRight)),
    ],
    'key-nearly-right-fetch': [
      'opens fetching a callback with a key that has one wrong character',
      letIn(all(fetchCallback, nearlyRight)),
    ],
    'key-nearly-right-delete': [
      'opens deleting a callback with a key that has one wrong character',
      letIn(all(deleteCallback, nearlyRight)),
    ],
    'key-of-same-length': [
      'accepts every key of the right length',
      letIn(
        all(
          guarded,
          key((sent, right) => sent.length === right.length),
        ),
      ),
    ],
    'key-nearly-right-is-403': [
      'refuses a key with one wrong character with HTTP 403',
      unauthorised(all(guarded, nearlyRight), status(403)),
    ],
  },
  'auth.truncated': {
    'key-truncated-transactions': ['opens initiations with the beginning of the key', letIn(all(initiate, beginning))],
    'key-truncated-wallets': [
      'opens the wallet list with the beginning of the key',
      letIn(all(listWallets, beginning)),
    ],
    'key-truncated-fetch': [
      'opens fetching a callback with the beginning of the key',
      letIn(all(fetchCallback, beginning)),
    ],
    'key-truncated-delete': [
      'opens deleting a callback with the beginning of the key',
      letIn(all(deleteCallback, beginning)),
    ],
    'key-truncated-is-403': [
      'refuses the beginning of the key with HTTP 403',
      unauthorised(all(guarded, beginning), status(403)),
    ],
  },
  'auth.extended': {
    'key-extended-transactions': ['opens initiations with the key and more behind it', letIn(all(initiate, extended))],
    'key-extended-wallets': [
      'opens the wallet list with the key and more behind it',
      letIn(all(listWallets, extended)),
    ],
    'key-extended-fetch': [
      'opens fetching a callback with the key and more behind it',
      letIn(all(fetchCallback, extended)),
    ],
    'key-extended-delete': [
      'opens deleting a callback with the key and more behind it',
      letIn(all(deleteCallback, extended)),
    ],
    'key-extended-is-403': [
      'refuses the key with more behind it with HTTP 403',
      unauthorised(all(guarded, extended), status(403)),
    ],
  },
  'auth.other-scheme': {
    'scheme-ignored-transactions': [
      'opens initiations whatever the scheme of the key',
      letIn(all(initiate, otherScheme)),
    ],
    'scheme-ignored-wallets': [
      'opens the wallet list whatever the scheme of the key',
      letIn(all(listWallets, otherScheme)),
    ],
    'scheme-ignored-fetch': [
      'opens fetching a callback whatever the scheme of the key',
      letIn(all(fetchCallback, otherScheme)),
    ],
    'scheme-ignored-update': [
      'opens updating a callback whatever the scheme of the key',
      letIn(all(updateCallback, otherScheme)),
    ],
    'scheme-ignored-delete': [
      'opens deleting a callback whatever the scheme of the key',
      letIn(all(deleteCallback, otherScheme)),
    ],
    'scheme-other-is-400': [
      'refuses another scheme with HTTP 400',
      unauthorised(all(guarded, otherScheme), status(400)),
    ],
    'scheme-other-is-403': [
      'refuses another scheme with HTTP 403',
      unauthorised(all(guarded, otherScheme), status(403)),
    ],
  },
} satisfies Subject;
