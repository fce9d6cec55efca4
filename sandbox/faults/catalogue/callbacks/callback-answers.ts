import { answer, body, ofFirst, refusedAs, renamed, converted, within } from '../../changes.ts';
import { acceptedAs, answersTo, fieldFaults, type Answers } from '../../answer-faults.ts';
import type { Change, Json, Subject } from '../../exchange.ts';
import { all, deleteCallback, fetchCallback, namesCharset, updateCallback } from '../../places.ts';

const update = answersTo('an update', updateCallback);
const updated = answersTo('the answer to an update', updateCallback);
const deletion = answersTo('a deletion', deleteCallback);
const deleted = answersTo('the answer to a deletion', deleteCallback);
const fetch = answersTo('fetching a callback', fetchCallback);
const fetched = answersTo('the answer to a fetch', fetchCallback);
/** The callback within the answer to a fetch. */
const callback: Answers = {
  what: 'a fetched callback',
  changed: (...changes) => answer(fetchCallback, within('callback', ...changes)),
};

const otherId = 'cb_000000000000000000000000';
const missingOrError = { missing: undefined, error: 'error' };
const missingOrEmpty = { missing: undefined, empty: '' };
const callbackAs = (make: (callback: Json) => unknown) =>
  fetched.changed(body((json) => ({ ...json, callback: make(json['callback'] as Json) })));
const idOfFirst: Change = ({ json }, _exchange, { first }) => {
  const shown = first?.json['callback'] as Json | undefined;
  if (shown) json['id'] = shown['id'];
};
const eventsAs = (make: (names: string[]) => unknown) =>
  callback.changed(({ json }) => {
    json['events'] = make(json['events'] as string[]);
  });
const fieldAs = (name: string, turn: (value: string) => unknown) => callback.changed(converted(name, turn));
/** A timestamp moved by days. */
const moved = (days: number) => (timestamp: string) =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();
const notDate = (field: string, name: string) => ({
  ...fieldFaults(`fetched-${name}`, field, callback, missingOrEmpty),
  [`fetched-${name}-epoch`]: [
    `returns ${field} of a callback as a number of milliseconds`,
    fieldAs(field, (value) => Date.parse(value)),
  ] as const,
  ...fieldFaults(`fetched-${name}`, field, callback, { word: 'yesterday' }),
});

/** The answers to fetches (`2.7`, `4.5`), updates (`4.6`) and deletions (`4.7`). */
export const callbackAnswers: Subject = {
  'callback-fetch.accepted': {
    ...acceptedAs('fetch', fetch, 201, 400, 500),
    'fetch-is-404': ['does not find a callback that exists', fetch.changed(refusedAs(404))],
  },
  'callback-fetch.result': fieldFaults('fetch-result', 'result', fetched, missingOrError),
  'callback-fetch.callback': {
    ...fieldFaults('callback', 'callback', fetched, { missing: undefined, null: null }),
    'callback-in-list': ['returns callback as a list of one', callbackAs((one) => [one])],
    'callback-as-text': ['returns callback as JSON text', callbackAs((one) => JSON.stringify(one))],
    'callback-flat': [
      'returns the fields of a callback at the level of result',
      fetched.changed(body((json) => ({ result: 'success', ...(json['callback'] as Json) }))),
    ],
    'callback-named-data': ['returns the callback as data', fetched.changed(renamed('callback', 'data'))],
    'callback-id-only': ['returns only the id as callback', callbackAs((one) => one['id'])],
  },
  'callback-fetch.same-id': {
    ...fieldFaults('fetched-id', 'id', callback, { ...missingOrEmpty, other: otherId }),
    'fetched-id-of-first': ['returns the id of the first callback in every fetch', callback.changed(idOfFirst)],
    'fetched-id-upper-case': ['returns the id of a callback in capitals', fieldAs('id', (id) => id.toUpperCase())],
    'fetched-id-truncated': ['returns only the end of the id of a callback', fieldAs('id', (id) => id.slice(3))],
  },
  'callback-fetch.url': {
    ...fieldFaults('fetched-url', 'url', callback, missingOrEmpty),
    'fetched-url-as-address': ['returns url of a callback as address', callback.changed(renamed('url', 'address'))],
  },
  'callback-fetch.description': fieldFaults('fetched-description', 'description', callback, { missing: undefined }),
  'callback-fetch.events': {
    ...fieldFaults('fetched-events', 'events', callback, { missing: undefined }),
    'fetched-events-by-name': [
      'returns the events of a callback as an object by name',
      eventsAs((names) => Object.fromEntries(names.map((name) => [name, true]))),
    ],
    'fetched-events-numbered': [
      'returns the events of a callback as numbers',
      eventsAs((names) => names.map((_, index) => index)),
    ],
    'fetched-events-in-objects': [
      'returns the events of a callback as objects',
      eventsAs((names) => names.map((name) => ({ name }))),
    ],
  },
  'callback-fetch.is-active': {
    ...fieldFaults('fetched-is-active', 'is_active', callback, { missing: undefined }),
    'fetched-is-active-text': ['returns is_active of a callback as text', fieldAs('is_active', String)],
    'fetched-is-active-one': [
      'returns 1 or 0 for is_active of a callback',
      fieldAs('is_active', (value) => (value === 'true' ? 1 : 0)),
    ],
    'fetched-is-active-yes': [
      'returns yes or no for is_active of a callback',
      fieldAs('is_active', (value) => (value === 'true' ? 'yes' : 'no')),
    ],
  },
  'callback-fetch.failure-count': {
    'fetched-failure-count-text': ['returns failure_count of a callback as text', fieldAs('failure_count', String)],
    ...fieldFaults('fetched-failure-count', 'failure_count', callback, {
      missing: undefined,
      negative: -1,
      fraction: 0.5,
      true: true,
    }),
  },
  'callback-fetch.last-triggered': fieldFaults('fetched-last-triggered', 'last_triggered', callback, {
    number: 42,
    true: true,
    word: 'yesterday',
    list: [],
  }),
  'callback-fetch.date-created': notDate('date_created', 'date-created'),
  'callback-fetch.date-updated': notDate('date_updated', 'date-updated'),
  'callback-fetch.true-dates': {
    'fetched-dates-of-last-year': [
      'dates the creation of a callback a year in the past',
      fieldAs('date_created', moved(-365)),
    ],
    'fetched-created-tomorrow': [
      'dates the creation of a callback a day in the future',
      fieldAs('date_created', moved(1)),
    ],
    'fetched-updated-tomorrow': [
      'dates the last update of a callback a day in the future',
      fieldAs('date_updated', moved(1)),
    ],
    'fetched-updated-yesterday': [
      'dates the last update of a callback a day in the past',
      fieldAs('date_updated', moved(-1)),
    ],
    'fetched-updated-in-another-zone': [
      'dates the last update of a callback two hours in the future, as local time marked as UTC',
      fieldAs('date_updated', moved(1 / 12)),
    ],
    ...fieldFaults('fetched-last-triggered', 'last_triggered', callback, { ahead: '2999-01-01T00:00:00.000Z' }),
  },
  'callback-fetch.order-of-dates': {
    'fetched-created-after-updated': [
      'dates the creation of a callback a minute after its last update',
      callback.changed(({ json }) => (json['date_created'] = moved(1 / 1440)(String(json['date_updated'])))),
    ],
  },
  'callback-update.accepted': {
    ...acceptedAs('update', update, 201, 204, 400, 500),
    'update-with-charset-is-415': [
      'answers 415 to an update whose content type names a charset',
      answer(all(updateCallback, namesCharset), refusedAs(415)),
    ],
    'update-is-404': ['does not find a callback to update', update.changed(refusedAs(404))],
  },
  'callback-update.result': fieldFaults('update-result', 'result', updated, missingOrError),
  'callback-update.answered-id': {
    ...fieldFaults('updated-id', 'id', updated, { ...missingOrEmpty, other: otherId }),
    'updated-id-of-first': [
      'returns the id of the first updated callback in every later answer to an update',
      updated.changed(ofFirst('id')),
    ],
  },
  'callback-update.message': fieldFaults('update-message', 'message', updated, missingOrEmpty),
  'callback-delete.accepted': {
    ...acceptedAs('delete', deletion, 201, 204, 400, 500),
    'delete-is-404': ['does not find a callback to delete', deletion.changed(refusedAs(404))],
  },
  'callback-delete.result': fieldFaults('delete-result', 'result', deleted, missingOrError),
  'callback-delete.answered-id': fieldFaults('deleted-id', 'id', deleted, { ...missingOrEmpty, other: otherId }),
  'callback-delete.message': fieldFaults('delete-message', 'message', deleted, missingOrEmpty),
};
