import { letIn, answer, unauthorised, as, status, body, refusedAs } from '../../changes.ts';
import type { Json, Subject, Where } from '../../exchange.ts';
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

const noHeader: Where = (exchange) => keyOf(exchange) === undefined;
const known: Where = ({ knownConnection }) => knownConnection;
const key =
  (test: (sent: string, right: string) => boolean): Where =>
  (exchange) => {
    const sent = keyOf(exchange) ?? '';
    return sent !== '' && sent !== exchange.settings.secretKey && test(sent, exchange.settings.secretKey);
  };
const wrongKey = key(() => true);
const publishable: Where = (exchange) => keyOf(exchange) === exchange.settings.publishableKey;
const inHeader: Where = ({ headers, settings }) =>
  Object.values(headers).some((value) => String(value).includes(settings.secretKey));
const inQuery: Where = ({ query, settings }) => Object.values(query).includes(settings.secretKey);
const inBody: Where = ({ asked, settings }) => Object.values(asked).includes(settings.secretKey);
const elsewhere: Where = (exchange) =>
  noHeader(exchange) && (inHeader(exchange) || inQuery(exchange) || inBody(exchange));

/** Keys in the wrong place, and what happens in spite of a refusal (`5`). */
export const keyEffects = {
  'auth.key-in-body': {
    'key-elsewhere-transactions': [
      'opens initiations with the key anywhere in the request',
      letIn(all(initiate, elsewhere)),
    ],
    'key-in-body-accepted': ['accepts the key in the body', letIn(all(guarded, noHeader, inBody))],
  },
  'auth.same-connection': {
    'key-of-connection-transactions': [
      'opens initiations on a connection that had the right key',
      letIn(all(initiate, wrongKey, known)),
    ],
    'key-of-connection-wallets': [
      'opens the wallet list on a connection that had the right key',
      letIn(all(listWallets, wrongKey, known)),
    ],
    'key-of-connection-fetch': [
      'opens fetching a callback on a connection that had the right key',
      letIn(all(fetchCallback, wrongKey, known)),
    ],
    'key-of-connection-update': [
      'opens updating a callback on a connection that had the right key',
      letIn(all(updateCallback, wrongKey, known)),
    ],
    'key-of-connection-delete': [
      'opens deleting a callback on a connection that had the right key',
      letIn(all(deleteCallback, wrongKey, known)),
    ],
    'key-of-connection-anywhere': ['asks for the key once for each connection', letIn(all(guarded, known))],
    'key-of-connection-is-403': [
      'refuses a wrong key with HTTP 403 on a connection that had the right one',
      unauthorised(all(guarded, wrongKey, known), status(403)),
    ],
  },
  'auth.callback-unchanged': {
    'update-applied-without-key': [
      'updates a callback without a key, though it answers 401',
      letIn(all(updateCallback, noHeader)),
      answer(all(updateCallback, noHeader), refusedAs(401)),
    ],
    'update-applied-with-wrong-key': [
      'updates a callback with a wrong key, though it answers 401',
      letIn(all(updateCallback, wrongKey)),
      answer(all(updateCallback, wrongKey), refusedAs(401)),
    ],
    'update-applied-with-publishable-key': [
      'updates a callback with the publishable key, though it answers 401',
      letIn(all(updateCallback, publishable)),
      answer(all(updateCallback, publishable), refusedAs(401)),
    ],
  },
  'auth.callback-not-deleted': {
    'delete-applied-without-key': [
      'deletes a callback without a key, though it answers 401',
      letIn(all(deleteCallback, noHeader)),
      answer(all(deleteCallback, noHeader), refusedAs(401)),
    ],
    'delete-applied-with-wrong-key': [
      'deletes a callback with a wrong key, though it answers 401',
      letIn(all(deleteCallback, wrongKey)),
      answer(all(deleteCallback, wrongKey), refusedAs(401)),
    ],
    'delete-applied-with-publishable-key': [
      'deletes a callback with the publishable key, though it answers 401',
      letIn(all(deleteCallback, publishable)),
      answer(all(deleteCallback, publishable), refusedAs(401)),
    ],
  },
  'auth.callback-not-shown': {
    'callback-shown-to-publishable-key': [
      'shows a callback to the publishable key',
      letIn(all(fetchCallback, publishable)),
    ],
    'callback-shown-with-401': [
      'shows a callback to the publishable key in an answer with HTTP 401',
      letIn(all(fetchCallback, publishable)),
      answer(all(fetchCallback, publishable), status(401), as('result', 'error'), as('message', 'Wrong key.')),
    ],
    'callback-shown-with-403': [
      'shows a callback to the publishable key in an answer with HTTP 403',
      letIn(all(fetchCallback, publishable)),
      answer(all(fetchCallback, publishable), status(403), as('result', 'error'), as('message', 'Wrong key.')),
    ],
    'callback-address-shown': [
      'shows the url of a callback to the publishable key',
      letIn(all(fetchCallback, publishable)),
      answer(
        all(fetchCallback, publishable),
        status(401),
        body(({ callback }) => ({
          result: 'error',
          message: `Wrong key for ${String((callback as Json)['url'])}.`,
          url: (callback as Json)['url'],
        })),
      ),
    ],
  },
} satisfies Subject;
