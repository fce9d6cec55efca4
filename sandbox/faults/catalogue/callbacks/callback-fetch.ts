import { answer, without, as, turned, renamed, within, status, body, refusedAs, crash } from '../../changes.ts';
import type { Alteration, Change, Json, Subject } from '../../exchange.ts';
import { fetchCallback } from '../../places.ts';

const shows = (change: Change): Alteration => answer(fetchCallback, within('callback', change));

const eventsAs =
  (make: (names: string[]) => unknown): Change =>
  ({ json }) => {
    json['events'] = make(json['events'] as string[]);
  };

/** Fetching a callback (`2.7`, `4.5`). */
export const callbackFetch = {
  'callback-fetch.accepted': {
    'fetch-is-201': ['answers fetching a callback with HTTP 201', answer(fetchCallback, status(201))],
    'fetch-is-400': ['refuses fetching a callback with HTTP 400', answer(fetchCallback, refusedAs(400))],
    'fetch-is-500': ['breaks on fetching a callback', answer(fetchCallback, crash)],
    'fetch-is-404': ['does not find a callback that exists', answer(fetchCallback, refusedAs(404))],
  },
  'callback-fetch.result': {
    'fetch-result-missing': ['leaves result out of the answer to a fetch', answer(fetchCallback, without('result'))],
    'fetch-result-error': [
      'answers result error in the answer to a fetch',
      answer(fetchCallback, as('result', 'error')),
    ],
  },
  'callback-fetch.callback': {
    'callback-missing': ['leaves callback out of the answer to a fetch', answer(fetchCallback, without('callback'))],
    'callback-null': ['answers null for callback', answer(fetchCallback, as('callback', null))],
    'callback-in-list': [
      'answers callback as a list of one',
      answer(
        fetchCallback,
        body((json) => ({ ...json, callback: [json['callback']] })),
      ),
    ],
    'callback-as-text': [
      'answers callback as JSON text',
      answer(
        fetchCallback,
        body((json) => ({ ...json, callback: JSON.stringify(json['callback']) })),
      ),
    ],
    'callback-flat': [
      'answers the fields of a callback beside result',
      answer(
        fetchCallback,
        body((json) => ({ result: 'success', ...(json['callback'] as Json) })),
      ),
    ],
    'callback-named-data': ['answers the callback as data', answer(fetchCallback, renamed('callback', 'data'))],
    'callback-id-only': [
      'answers only the id as callback',
      answer(
        fetchCallback,
        body((json) => ({ ...json, callback: (json['callback'] as Json)['id'] })),
      ),
    ],
  },
  'callback-fetch.same-id': {
    'fetched-id-missing': ['leaves id out of a callback', shows(without('id'))],
    'fetched-id-empty': ['leaves id of a callback empty', shows(as('id', ''))],
    'fetched-id-other': ['answers another id in a fetched callback', shows(as('id', 'cb_000000000000000000000000'))],
    'fetched-id-of-first': 'answers the id of the first callback in every fetch',
    'fetched-id-upper-case': [
      'answers the id of a callback in capitals',
      shows(turned('id', (id) => id.toUpperCase())),
    ],
    'fetched-id-truncated': ['answers only the end of the id of a callback', shows(turned('id', (id) => id.slice(3)))],
  },
  'callback-fetch.url': {
    'fetched-url-missing': ['leaves url out of a callback', shows(without('url'))],
    'fetched-url-empty': ['leaves url of a callback empty', shows(as('url', ''))],
    'fetched-url-as-address': ['answers url of a callback as address', shows(renamed('url', 'address'))],
  },
  'callback-fetch.description': {
    'fetched-description-missing': ['leaves description out of a callback', shows(without('description'))],
  },
  'callback-fetch.events': {
    'fetched-events-missing': ['leaves events out of a callback', shows(without('events'))],
    'fetched-events-by-name': [
      'answers the events of a callback as an object by name',
      shows(eventsAs((names) => Object.fromEntries(names.map((name) => [name, true])))),
    ],
    'fetched-events-numbered': [
      'answers the events of a callback as numbers',
      shows(eventsAs((names) => names.map((_, index) => index))),
    ],
    'fetched-events-in-objects': [
      'answers the events of a callback as objects',
      shows(eventsAs((names) => names.map((name) => ({ name })))),
    ],
  },
  'callback-fetch.is-active': {
    'fetched-is-active-missing': ['leaves is_active out of a callback', shows(without('is_active'))],
    'fetched-is-active-text': ['answers is_active of a callback as text', shows(turned('is_active', (value) => value))],
    'fetched-is-active-one': [
      'answers 1 or 0 for is_active of a callback',
      shows(turned('is_active', (value) => (value === 'true' ? 1 : 0))),
    ],
    'fetched-is-active-yes': [
      'answers yes or no for is_active of a callback',
      shows(turned('is_active', (value) => (value === 'true' ? 'yes' : 'no'))),
    ],
  },
  'callback-fetch.failure-count': {
    'fetched-failure-count-missing': ['leaves failure_count out of a callback', shows(without('failure_count'))],
    'fetched-failure-count-text': [
      'answers failure_count of a callback as text',
      shows(turned('failure_count', (value) => value)),
    ],
    'fetched-failure-count-negative': [
      'answers failure_count of a callback below zero',
      shows(as('failure_count', -1)),
    ],
    'fetched-failure-count-fraction': [
      'answers failure_count of a callback with a fraction',
      shows(as('failure_count', 0.5)),
    ],
    'fetched-failure-count-true': ['answers true for failure_count of a callback', shows(as('failure_count', true))],
  },
  'callback-fetch.last-triggered': {
    'fetched-last-triggered-number': [
      'answers last_triggered of a callback as a number',
      shows(as('last_triggered', 42)),
    ],
    'fetched-last-triggered-true': ['answers true for last_triggered of a callback', shows(as('last_triggered', true))],
    'fetched-last-triggered-word': [
      'answers a word for last_triggered of a callback',
      shows(as('last_triggered', 'yesterday')),
    ],
    'fetched-last-triggered-list': ['answers a list for last_triggered of a callback', shows(as('last_triggered', []))],
  },
  'callback-fetch.date-created': {
    'fetched-date-created-missing': ['leaves date_created out of a callback', shows(without('date_created'))],
    'fetched-date-created-empty': ['leaves date_created of a callback empty', shows(as('date_created', ''))],
    'fetched-date-created-epoch': [
      'answers date_created of a callback as a number of milliseconds',
      shows(turned('date_created', (value) => Date.parse(value))),
    ],
    'fetched-date-created-word': [
      'answers a word for date_created of a callback',
      shows(as('date_created', 'yesterday')),
    ],
  },
  'callback-fetch.date-updated': {
    'fetched-date-updated-missing': ['leaves date_updated out of a callback', shows(without('date_updated'))],
    'fetched-date-updated-empty': ['leaves date_updated of a callback empty', shows(as('date_updated', ''))],
    'fetched-date-updated-epoch': [
      'answers date_updated of a callback as a number of milliseconds',
      shows(turned('date_updated', (value) => Date.parse(value))),
    ],
    'fetched-date-updated-word': [
      'answers a word for date_updated of a callback',
      shows(as('date_updated', 'yesterday')),
    ],
  },
  'callback-fetch.repeatable': {
    'fetch-touches-date-updated': 'moves date_updated at every fetch',
    'fetch-deactivates': 'deactivates a callback that is fetched',
    'fetch-counts-as-failure': 'raises failure_count at every fetch',
    'fetch-clears-events': 'clears the events of a callback that is fetched',
    'fetch-deletes': 'deletes a callback that is fetched',
    'fetch-marks-description': 'adds to the description at every fetch',
    'fetch-stamps-last-triggered': 'sets last_triggered at every fetch',
  },
  'callback-fetch.no-such-id': {
    'unknown-fetch-first': 'answers the first callback for an unknown id',
    'unknown-fetch-last': 'answers the newest callback for an unknown id',
    'unknown-fetch-made-up': 'makes up a callback for an unknown id',
    'unknown-fetch-by-beginning': 'answers any callback whose id begins alike',
  },
} satisfies Subject;
