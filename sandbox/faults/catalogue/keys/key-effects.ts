import { answer, as, body, acceptsKey, leavingOut, readsAs, refusedAs, status } from '../../changes.ts';
import { refusedKey, refusedWith } from '../../answer-faults.ts';
import { endpoints, perPlace, some } from '../../named-places.ts';
import type { Change, Entries, Entry, Json, Subject, Where } from '../../exchange.ts';
import {
  all,
  any,
  deleteCallback,
  fetchCallback,
  guarded,
  initiate,
  knownConnection,
  noKey,
  not,
  publishableKey,
  updateCallback,
  wrongKey,
} from '../../places.ts';

const inHeader: Where = ({ headers, settings }) =>
  Object.values(headers).some((value) => String(value).includes(settings.secretKey));
const inQuery: Where = ({ query, settings }) => Object.values(query).includes(settings.secretKey);
const inBody: Where = ({ input, settings }) => Object.values(input).includes(settings.secretKey);
const elsewhere = all(noKey, any(inHeader, inQuery, inBody));
const someEndpoints = some(endpoints, 'transactions', 'wallets', 'fetch', 'update', 'delete');

const wrongKeys = {
  'without-key': { what: 'without a key', where: noKey },
  'with-wrong-key': { what: 'with a wrong key', where: wrongKey() },
  'with-publishable-key': { what: 'with the publishable key', where: publishableKey },
};

/** Answers a request with 401 but executes it. */
const appliedDespite401 = (prefix: string, what: string, where: Where): Entries =>
  perPlace(prefix, wrongKeys, ({ what: key, where: sent }) => [
    `${what} ${key}, though it answers 401`,
    acceptsKey(all(where, sent)),
    answer(all(where, sent), refusedAs(401)),
  ]);

/** Answers an update with 401 and executes it without its fields, so that only date_updated changes. */
const withoutEffect = (where: Where) => [
  acceptsKey(where),
  readsAs(where, ({ input }) => leavingOut(Object.keys(input))),
  answer(where, refusedAs(401)),
];

/** Returns a callback to requests with another key, in a changed answer. */
const shownTo =
  (key: Where) =>
  (what: string, ...changes: Change[]): Entry => [
    what,
    acceptsKey(all(fetchCallback, key)),
    answer(all(fetchCallback, key), ...changes),
  ];
const shown = shownTo(publishableKey);
const wrong = [as('result', 'error'), as('message', 'Wrong key.')];
const addressOnly = body(({ callback }) => {
  const { url } = callback as Json;
  return { result: 'error', message: `Wrong key for ${String(url)}.`, url };
});

/** Keys in the wrong place, and requests that are executed despite a refusal (`5`). */
export const keyEffects: Subject = {
  'auth.key-in-body': {
    'key-elsewhere-transactions': [
      'allows initiations with the key anywhere in the request',
      acceptsKey(all(initiate, elsewhere)),
    ],
    'key-in-body-accepted': ['accepts the key in the body', acceptsKey(all(guarded, noKey, inBody))],
  },
  'auth.same-connection': {
    ...perPlace('key-of-connection', someEndpoints, ({ what, where }) => [
      `allows ${what} on a connection that had the right key`,
      acceptsKey(all(where, wrongKey(), knownConnection)),
    ]),
    'key-of-connection-anywhere': [
      'checks the key only once for each connection',
      acceptsKey(all(guarded, knownConnection)),
    ],
    ...refusedWith(
      'key-of-connection',
      refusedKey('a wrong key on a connection that had the right one', all(guarded, wrongKey(), knownConnection)),
      403,
    ),
  },
  'auth.callback-unchanged': {
    ...appliedDespite401('update-applied', 'updates a callback', updateCallback),
    'refused-update-moves-date-updated': [
      'moves date_updated of a callback at an update that it answers with 401',
      ...withoutEffect(all(updateCallback, any(noKey, wrongKey()))),
    ],
  },
  'auth.callback-not-deleted': appliedDespite401('delete-applied', 'deletes a callback', deleteCallback),
  'auth.callback-not-shown': {
    'callback-shown-to-publishable-key': [
      'shows a callback to the publishable key',
      acceptsKey(all(fetchCallback, publishableKey)),
    ],
    'callback-shown-with-401': shown('shows a callback to the publishable key with HTTP 401', status(401), ...wrong),
    'callback-shown-with-403': shown('shows a callback to the publishable key with HTTP 403', status(403), ...wrong),
    'callback-shown-to-strangers': shownTo(noKey)(
      'shows a callback without a key with HTTP 401',
      status(401),
      ...wrong,
    ),
    'callback-shown-to-any-key': shownTo(all(wrongKey(), not(publishableKey)))(
      'shows a callback to an unknown key with HTTP 401',
      status(401),
      ...wrong,
    ),
    'callback-address-shown': shown('shows the url of a callback to the publishable key', status(401), addressOnly),
  },
};
