import { newId } from '../../../service/identifiers.ts';
import { knownEvents } from '../../../service/webhooks/callback.ts';
import { laterThan } from '../../../service/webhooks/callbacks.ts';
import { inService, leavingOut, readsAs } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, namesCharset, updateCallback } from '../../places.ts';
import {
  afterwards,
  assign,
  changed,
  countFields,
  fills,
  forgets,
  forgetsLater,
  ignores,
  keeps,
  leaks,
  omit,
  readsAsSent,
  wasUpdated,
} from './effects-of-updates.ts';

/** What updates do to callbacks (`2.7`, `4.6`). */
export const callbackUpdates: Subject = {
  'callback-update.url': {
    'update-forgets-url': ['forgets an updated url', forgets('url')],
    'update-url-lower-cased': ['lower-cases an updated url', keeps('url', (url) => url.toLowerCase())],
    'update-url-without-query': ['drops the query of an updated url', keeps('url', (url) => url.replace(/\?.*/, ''))],
    'update-url-without-path': ['drops the path of an updated url', keeps('url', (url) => new URL('/', url).href)],
    'update-url-in-description': [
      'keeps an updated url as the description',
      changed((change) => (change.url === undefined ? change : { ...omit(change, ['url']), description: change.url })),
    ],
  },
  'callback-update.description': {
    'update-forgets-description': ['forgets an updated description', forgets('description')],
    'update-description-truncated': [
      'keeps ten characters of an updated description',
      keeps('description', (text) => text.slice(0, 10)),
    ],
    'update-description-escaped': [
      'escapes every character of an updated description',
      keeps('description', (text) => [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('')),
    ],
    'update-description-appended': [
      'appends an updated description to the old one',
      keeps('description', (text, { description }) => `${description} ${text}`),
    ],
    'update-with-charset-ignored': [
      'ignores an update whose content type names a charset',
      readsAs(all(updateCallback, namesCharset), ({ input }) => leavingOut(Object.keys(input))),
    ],
    'update-description-in-capitals': [
      'writes an updated description in capitals',
      keeps('description', (text) => text.toUpperCase()),
    ],
  },
  'callback-update.events': {
    'update-forgets-events': ['forgets updated events', forgets('events')],
    'update-appends-events': [
      'adds updated events to the old ones',
      keeps('events', (events, callback) => [...new Set([...callback.events, ...events])]),
    ],
    'update-keeps-first-event': ['keeps only the first of updated events', keeps('events', ([first]) => [first])],
    'update-keeps-last-event': ['keeps only the last of updated events', keeps('events', (events) => events.slice(-1))],
    'update-keeps-events-unsplit': ['keeps updated events as one name', keeps('events', (names) => [names.join(';')])],
    'update-adds-empty-event': ['adds an empty name to updated events', keeps('events', (names) => [...names, ''])],
    'update-clears-events': ['clears the events whatever an update sends', keeps('events', () => [])],
    'update-takes-all-events': [
      'subscribes to all events whatever an update sends',
      keeps('events', () => [...knownEvents]),
    ],
  },
  'callback-update.deactivates': {
    'update-ignores-deactivation': ['ignores is_active false', ignores(false, 'always')],
    'update-ignores-lone-deactivation': [
      'ignores is_active false in an update without other fields',
      ignores(false, 'alone'),
    ],
    'update-inverts-is-active': ['keeps the opposite of is_active', keeps('is_active', (active) => !active)],
  },
  'callback-update.reactivates': {
    'update-ignores-reactivation': ['never activates a callback again', ignores(true, 'always')],
    'update-ignores-lone-reactivation': [
      'ignores is_active true in an update without other fields',
      ignores(true, 'alone'),
    ],
  },
  'callback-update.leaves-rest': {
    'update-resets-description': [
      'empties the description when an update leaves it out',
      fills('description', () => ''),
    ],
    'update-resets-events': [
      'subscribes to all events when an update leaves them out',
      fills('events', () => [...knownEvents]),
    ],
    'update-empties-events': ['clears the events when an update leaves them out', fills('events', () => [])],
    'update-resets-url': ['resets the url when an update leaves it out', fills('url', () => 'http://127.0.0.1:9/')],
    'update-of-nothing-clears-description': [
      'empties the description when an update contains no field',
      afterwards((callback, _before, sent) => {
        if (countFields(sent) === 0) callback.description = '';
      }),
    ],
    'update-counts-as-failure': [
      'raises failure_count at every update',
      afterwards((callback) => (callback.failure_count += 1)),
    ],
    'deactivation-sets-last-triggered': [
      'sets last_triggered when a callback is deactivated',
      afterwards((callback, _before, sent) => {
        if (sent.is_active === false) callback.last_triggered = new Date().toISOString();
      }),
    ],
    'update-turns-active': ['activates a callback when an update leaves is_active out', fills('is_active', () => true)],
    'update-turns-inactive': [
      'deactivates a callback when an update leaves is_active out',
      fills('is_active', () => false),
    ],
  },
  'callback-update.text-stays-text': {
    'update-keeps-texts-as-sent': [
      'keeps an updated url and description as sent, of whatever type',
      readsAsSent('url', 'description'),
    ],
    'update-keeps-url-in-list': ['keeps an updated url as a list', keeps('url', (url) => [url])],
    'update-keeps-description-as-object': [
      'keeps an updated description as an object',
      keeps('description', (text) => ({ text })),
    ],
  },
  'callback-update.repeated': {
    'update-only-once': [
      'ignores every update but the first',
      forgetsLater('url', 'description', 'events', 'is_active'),
    ],
    'update-url-only-once': ['ignores every updated url but the first', forgetsLater('url')],
    'update-description-only-once': ['ignores every updated description but the first', forgetsLater('description')],
    'update-events-only-once': ['ignores every update of events but the first', forgetsLater('events')],
  },
  'callback-update.keeps-id': {
    'update-changes-id': [
      'gives an updated callback another id',
      afterwards((callback) => (callback.id = newId('cb'))),
    ],
    'update-numbers-id': ['numbers the id of an updated callback', afterwards((callback) => (callback.id += '-2'))],
  },
  'callback-update.keeps-date-created': {
    'update-moves-date-created': [
      'moves date_created at every update',
      afterwards((callback) => (callback.date_created = callback.date_updated)),
    ],
    'update-dates-creation-like-last-delivery': [
      'sets date_created to last_triggered at an update, where there is one',
      afterwards((callback) => (callback.date_created = callback.last_triggered ?? callback.date_created)),
    ],
    'update-sets-date-created-to-zero': [
      'sets date_created to 1970 at an update',
      afterwards((callback) => (callback.date_created = new Date(0).toISOString())),
    ],
    'update-shifts-date-created': [
      'shifts date_created by an hour at an update',
      afterwards((callback) => (callback.date_created = shifted(callback.date_created, 3_600_000))),
    ],
  },
  'callback-update.moves-date-updated': {
    'update-leaves-date-updated': [
      'leaves date_updated as it was',
      afterwards((callback, before) => (callback.date_updated = before.date_updated)),
    ],
    'update-turns-date-updated-back': [
      'sets date_updated back at an update',
      afterwards((callback) => (callback.date_updated = shifted(callback.date_created, -3_600_000))),
    ],
    'update-moves-date-updated-with-url-only': [
      'moves date_updated only when the url is updated',
      afterwards((callback, before, sent) => {
        if (sent.url === undefined) callback.date_updated = before.date_updated;
      }),
    ],
    'update-of-several-leaves-date-updated': [
      'leaves date_updated as it was when an update has several fields',
      afterwards((callback, before, sent) => {
        if (countFields(sent) > 1) callback.date_updated = before.date_updated;
      }),
    ],
    'update-moves-date-updated-once': [
      'moves date_updated at the first update only',
      afterwards((callback, before) => {
        if (wasUpdated(before)) callback.date_updated = before.date_updated;
      }),
    ],
  },
  'callback-update.only-the-named': {
    'update-leaks-to-all': ['updates every callback', leaks(assign)],
    'update-leaks-to-newest': [
      'updates the newest callback as well',
      leaks((others, sent) => assign(others.slice(-1), sent)),
    ],
    'update-leaks-to-oldest': [
      'updates the oldest callback as well',
      leaks((others, sent) => assign(others.slice(0, 1), sent)),
    ],
    'update-of-unknown-empties-all': [
      'empties the description of every callback when an unknown one is updated',
      inService({
        callbacks: (plain) => ({
          find(id, purpose) {
            const known = plain.find(id, purpose);
            if (!known && purpose === 'update') assign(plain.list(), { description: '' });
            return known;
          },
        }),
      }),
    ],
    'update-leaks-description': [
      'updates the description of every callback',
      leaks((others, { description }) => assign(others, { description })),
    ],
    'update-leaks-is-active': [
      'updates is_active of every callback',
      leaks((others, { is_active }) => assign(others, { is_active })),
    ],
    'update-leaks-date-updated': [
      'moves date_updated of every callback',
      leaks((others) => {
        for (const other of others) other.date_updated = laterThan(other.date_updated);
      }),
    ],
  },
  'callback-update.is-active-boolean': {
    'update-keeps-is-active-as-sent': ['keeps is_active of any type', readsAsSent('is_active')],
    'update-keeps-is-active-as-text': ['keeps is_active as text', keeps('is_active', String)],
    'update-keeps-is-active-as-number': ['keeps is_active as 1 or 0', keeps('is_active', Number)],
  },
};

/** Shifts a timestamp by milliseconds. */
function shifted(timestamp: string, by: number): string {
  return new Date(Date.parse(timestamp) + by).toISOString();
}
