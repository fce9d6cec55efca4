import { acceptsKey } from '../../changes.ts';
import { refusedKey, refusedWith } from '../../answer-faults.ts';
import { endpoints, perPlace, some, type Place } from '../../named-places.ts';
import type { Entry, Subject, Where } from '../../exchange.ts';
import {
  all,
  beginsAlike,
  beginsAndEndsAlike,
  differsInOne,
  endsAlike,
  guarded,
  sameLength,
  wrongKey,
} from '../../places.ts';

const someEndpoints = some(endpoints, 'transactions', 'wallets', 'fetch', 'delete');
const nearlyRight = wrongKey(differsInOne);
const beginning = wrongKey((sent, right) => right.startsWith(sent));
const extended = wrongKey((sent, right) => sent.startsWith(right));
const allows =
  (key: string, sent: Where) =>
  ({ what, where }: Place): Entry => [`allows ${what} with ${key}`, acceptsKey(all(where, sent))];
const anywhere = (what: string, sent: Where) => refusedKey(what, all(guarded, sent));

/** Keys that are nearly right (`5`). */
export const keyForms: Subject = {
  'auth.near-miss': {
    'key-any-alike': [
      'accepts every key that starts like the secret key',
      acceptsKey(all(guarded, wrongKey(beginsAlike))),
    ],
    'key-tail-compared': [
      'accepts every key that ends like the secret key',
      acceptsKey(all(guarded, wrongKey(endsAlike))),
    ],
    'key-ends-compared': [
      'accepts every key that starts and ends like the secret key',
      acceptsKey(all(guarded, wrongKey(beginsAndEndsAlike))),
    ],
    ...perPlace('key-nearly-right', someEndpoints, allows('a key that has one wrong character', nearlyRight)),
    'key-of-same-length': ['accepts every key of the right length', acceptsKey(all(guarded, wrongKey(sameLength)))],
    ...refusedWith('key-nearly-right', anywhere('a key with one wrong character', nearlyRight), 403),
  },
  'auth.truncated': {
    ...perPlace('key-truncated', someEndpoints, allows('the beginning of the key', beginning)),
    ...refusedWith('key-truncated', anywhere('the beginning of the key', beginning), 403),
  },
  'auth.extended': {
    ...perPlace('key-extended', someEndpoints, allows('the key followed by more characters', extended)),
    ...refusedWith('key-extended', anywhere('the key followed by more characters', extended), 403),
  },
};
