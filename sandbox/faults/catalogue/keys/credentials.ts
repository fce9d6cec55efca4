import { answer, as, acceptsKey, refusedAs, secondTime, status, unauthorised } from '../../changes.ts';
import { refusedKey, refusedWith } from '../../answer-faults.ts';
import { endpoints, perPlace, some, type Place } from '../../named-places.ts';
import type { Entry, Subject, Where } from '../../exchange.ts';
import {
  all,
  failureRequested,
  given,
  guarded,
  hosted,
  initiate,
  keyOf,
  lacks,
  listWallets,
  mobileMoney,
  noKey,
  not,
  otherCurrency,
  publishableKey,
  updateCallback,
  wrongKey,
} from '../../places.ts';

const { checkout: _, ...guardedEndpoints } = endpoints;
const someEndpoints = some(endpoints, 'transactions', 'fetch', 'delete');
const emptyKey: Where = (exchange) => keyOf(exchange) === '';
const otherKey = all(wrongKey(), not(publishableKey));
const basic: Where = ({ headers }) => headers.authorization?.startsWith('Basic ') ?? false;
const complete = all(given('amount'), given('email'), given('currency'));

/** Narrow kinds of requests. Each fault accepts a missing or wrong key for one of them only. */
const narrower = {
  'list-with-limit': { what: 'the wallet list with a limit', where: all(listWallets, given('limit')) },
  'list-with-dates': { what: 'the wallet list with dates', where: all(listWallets, given('start_date')) },
  'second-currency': { what: 'initiations in a second currency', where: all(initiate, otherCurrency) },
  'failing-prompt': { what: 'a prompt with a requested failure', where: all(mobileMoney, failureRequested) },
  addresses: { what: 'an initiation with addresses', where: all(initiate, given('success_url')) },
  'url-update': { what: 'an update of url', where: all(updateCallback, given('url'), lacks('description')) },
  activation: { what: 'an update of is_active', where: all(updateCallback, given('is_active')) },
};

/** Words that clients may send when they have no key, and a wildcard. */
const words = {
  undefined: { what: 'the word undefined', where: all(guarded, (exchange) => keyOf(exchange) === 'undefined') },
  null: { what: 'the word null', where: all(guarded, (exchange) => keyOf(exchange) === 'null') },
  wildcard: { what: 'a wildcard', where: all(guarded, (exchange) => keyOf(exchange) === '%') },
};

/** Accepts a key at one endpoint. */
const allows =
  (key: string, sent: Where) =>
  ({ what, where }: Place): Entry => [`allows ${what} ${key}`, acceptsKey(all(where, sent))];
/** Refuses a key with another status at one endpoint. */
const forbids =
  (key: string, sent: Where) =>
  ({ what, where }: Place): Entry => [
    `refuses ${what} ${key} with HTTP 403`,
    unauthorised(all(where, sent), status(403)),
  ];
const anywhere = (what: string, sent: Where) => refusedKey(what, all(guarded, sent));

/** Which keys each endpoint accepts (`5`). */
export const credentials: Subject = {
  'auth.missing': {
    ...perPlace('key-absent', guardedEndpoints, allows('without a key', noKey)),
    ...perPlace('key-absent-403', someEndpoints, forbids('without a key', noKey)),
    ...refusedWith('key-absent', anywhere('a missing key', noKey), 200, 400, 500),
    ...perPlace('unkeyed', narrower, allows('without a key', noKey)),
    'key-absent-is-404': [
      'answers 404 to every request without a key',
      unauthorised(all(guarded, noKey), refusedAs(404)),
    ],
  },
  'auth.invalid': {
    ...perPlace('key-any', guardedEndpoints, allows('with any key', otherKey)),
    ...perPlace('key-wrong-403', someEndpoints, forbids('with a wrong key', otherKey)),
    ...perPlace('any-key', narrower, allows('with any key', otherKey)),
    'key-of-other-scheme': ['accepts any key under the scheme Basic', acceptsKey(all(guarded, otherKey, basic))],
    ...perPlace('key-word', words, ({ what, where }) => [`accepts ${what} as a key`, acceptsKey(where)]),
    'key-any-second-time': ['checks keys only once', secondTime(acceptsKey(all(guarded, otherKey)))],
    ...refusedWith('key-wrong', anywhere('a wrong key', otherKey), 500),
  },
  'auth.empty': {
    ...perPlace('key-empty', guardedEndpoints, allows('with an empty token', emptyKey)),
    ...refusedWith('key-empty', anywhere('an empty token', emptyKey), 400, 403, 500),
  },
  'auth.publishable': {
    ...perPlace('key-publishable', guardedEndpoints, allows('with the publishable key', publishableKey)),
    ...perPlace('publishable', narrower, allows('with the publishable key', publishableKey)),
    ...perPlace('key-publishable-403', someEndpoints, forbids('with the publishable key', publishableKey)),
  },
  'auth.secret': {
    ...perPlace('key-right-refused', guardedEndpoints, ({ what, where }) => [
      `refuses the secret key for ${what}`,
      answer(where, refusedAs(401)),
    ]),
    'key-right-only-once': ['accepts the secret key only once', secondTime(answer(guarded, refusedAs(401)))],
  },
  'auth.before-validation': {
    'unkeyed-payment-accepted': [
      'accepts a valid initiation for the hosted page without a key',
      acceptsKey(all(hosted, noKey, complete)),
    ],
    'unkeyed-prompt-accepted': [
      'accepts a valid mobile money initiation without a key',
      acceptsKey(all(mobileMoney, noKey, complete)),
    ],
    'unkeyed-payment-says-success': [
      'returns result success for an initiation without a key',
      unauthorised(all(initiate, noKey), status(200), as('result', 'success')),
    ],
  },
};
