import type { Callback } from '../../../service/webhooks/callback.ts';
import { newCallback } from '../../../service/webhooks/callbacks.ts';
import { answer, as, body, inService, within, without } from '../../../faults/changes.ts';
import type { Alteration, Change, Effect, Json, Where } from '../../../faults/exchange.ts';
import { all, deleteCallback, fetchCallback, typed, updateCallback } from '../../../faults/places.ts';
import { refused, refusedWithStatus } from '../../changes.ts';
import { createCopies, createHistory } from '../../past.ts';
import { answers, needs, question } from '../../reading.ts';

const dates = ['last_triggered', 'date_created', 'date_updated'];

/** Writes the three timestamps of a fetched callback in another notation; null stays null. */
const timestampsAs = (write: (date: Date) => unknown): Alteration =>
  answer(
    fetchCallback,
    within('callback', ({ json }) => {
      for (const name of dates) if (json[name]) json[name] = write(new Date(String(json[name])));
    }),
  );
const iso = (date: Date): string => date.toISOString();
const shown = (...changes: Change[]): Alteration => answer(fetchCallback, within('callback', ...changes));
const neverTriggered = (change: Change): Alteration =>
  answer(
    all(fetchCallback, ({ answer: { json } }) => (json['callback'] as Json | undefined)?.['last_triggered'] === null),
    within('callback', change),
  );
const createCallback: Where = ({ method, route }) => method === 'POST' && route.startsWith('/v1/callback/');

/** What a callback looks like (`2.7`). */
export const callbackFields = {
  // These readings compare the two dates, so they act before others reduce their precision.
  'date of a callback that was never updated': question('callback-fields callback-times', '', {
    'never-updated-is-null': [
      'returns null for date_updated before the first update',
      shown(({ json }) => {
        if (json['date_updated'] === json['date_created']) json['date_updated'] = null;
      }),
    ],
    'never-updated-is-year-one': [
      'writes the first day of year one for date_updated before the first update',
      shown(({ json }) => {
        if (json['date_updated'] === json['date_created']) json['date_updated'] = '0001-01-01T00:00:00.000Z';
      }),
    ],
    'created-a-moment-after-updated': [
      'dates the creation of a callback a millisecond after its first date_updated',
      shown(({ json }) => {
        const created = Date.parse(String(json['date_created']));
        if (json['date_updated'] === json['date_created']) json['date_updated'] = iso(new Date(created - 1));
      }),
    ],
  }),
  'notation of timestamps': question('callback-fields callback-times webhooks', 'callback-fetch.timestamp-form', {
    'timestamps-without-fractions': [
      'writes timestamps in ISO 8601 to the second',
      timestampsAs((date) => iso(date).replace(/\.\d+/, '')),
    ],
    'timestamps-like-sql': [
      'writes timestamps in SQL notation',
      timestampsAs((date) => iso(date).slice(0, 19).replace('T', ' ')),
    ],
    'timestamps-in-local-time': [
      'writes timestamps in SQL notation, in local time',
      timestampsAs((date) =>
        iso(new Date(date.getTime() + 3 * 3_600_000))
          .slice(0, 19)
          .replace('T', ' '),
      ),
    ],
    'timestamps-as-days': ['writes timestamps as dates without a time', timestampsAs((date) => iso(date).slice(0, 10))],
    'timestamps-in-seconds': [
      'writes timestamps as seconds since 1970',
      timestampsAs((date) => String(Math.floor(date.getTime() / 1000))),
    ],
    'timestamps-in-milliseconds': [
      'writes timestamps as milliseconds since 1970',
      timestampsAs((date) => String(date.getTime())),
    ],
    'timestamps-with-offset': [
      'writes timestamps with microseconds and an offset',
      timestampsAs((date) => `${new Date(date.getTime() + 7_200_000).toISOString().slice(0, 23)}000+02:00`),
    ],
    'timestamps-like-mail': [
      'writes timestamps in the notation of e-mail headers',
      timestampsAs((date) => date.toUTCString()),
    ],
    'timestamps-to-the-minute': [
      'writes timestamps to the minute',
      timestampsAs((date) => iso(date).slice(0, 16).replace('T', ' ')),
    ],
    'timestamps-day-first': [
      'writes timestamps with the day first',
      timestampsAs((date) => `${iso(date).slice(0, 10).split('-').toReversed().join('/')} ${iso(date).slice(11, 19)}`),
    ],
  }),
  'before the first delivery': question('callback-fields webhooks', 'callback-fetch.never-triggered', {
    'never-triggered-is-absent': [
      'omits last_triggered before the first delivery',
      neverTriggered(without('last_triggered')),
    ],
    'never-triggered-is-empty': [
      'leaves last_triggered empty before the first delivery',
      neverTriggered(as('last_triggered', '')),
    ],
    'never-triggered-is-year-one': [
      'writes the first day of year one before the first delivery',
      neverTriggered(as('last_triggered', '0001-01-01T00:00:00Z')),
    ],
  }),
  'form of events': question('callback-fields webhooks', 'callback-fetch.form-of-events', {
    'events-as-text': [
      'returns events as comma-separated text',
      shown(({ json }) => (json['events'] = (json['events'] as string[]).join(','))),
    ],
    'events-as-spaced-text': [
      'returns events as sorted text, separated by commas and blanks',
      shown(({ json }) => (json['events'] = (json['events'] as string[]).toSorted().join(', '))),
    ],
    'events-come-back-sorted': [
      'sorts the events of a callback',
      answers(''),
      shown(({ json }) => (json['events'] = (json['events'] as string[]).toSorted())),
    ],
  }),
  'further fields of a callback': question('callback-fields', 'callback-fetch.unknown-fields', {
    'callbacks-with-a-secret': [
      'adds secret, version, event_count and method to a callback',
      shown(({ json }) => Object.assign(json, { secret: 'whsec_1', version: 2, event_count: 6, method: 'POST' })),
    ],
  }),
  'answers to changes': question('callback-fields callback-requests', '', {
    'changes-answer-the-callback': [
      'adds the callback to the answer to an update or a deletion',
      answer(
        (exchange) => updateCallback(exchange) || deleteCallback(exchange),
        body((fields) => ({ ...fields, callback: { id: fields['id'] }, updated: true })),
      ),
    ],
  }),
  'how callbacks are created': question('callback-fields callback-requests', '', {
    'creation-answers-location-only': [
      'answers a creation with 201 and the address of the callback',
      answer(createCallback, (change) => {
        change.status = 201;
        change.location = `/v1/callback/fetch/${String(change.json['id'])}`;
        change.type = '';
        change.text = '';
      }),
    ],
    'creation-within-data': [
      'answers a creation with 201 and the id within data',
      answer(
        createCallback,
        (change) => (change.status = 201),
        body(({ id }) => ({ status: true, data: { callback_id: id } })),
      ),
    ],
    'creation-takes-lists-only': [
      'accepts events of a new callback only as a list',
      refused(all(createCallback, typed('events', 'string')), 'events', 'The value must be a list.'),
    ],
    'callbacks-made-elsewhere': [
      'has predefined callbacks, and no endpoint to create one',
      refusedWithStatus(createCallback, 404, 'There is nothing at this address.'),
      inService({
        callbacks(plain) {
          for (const name of ['1', '2', '3', '4']) {
            plain.keep(newCallback(`dashboard-${name}`, { url: 'https://merchant.example/hooks' }));
          }
          return {};
        },
      }),
      needs({
        CALLBACK_CREATE_PATH: '',
        CALLBACK_ID: 'dashboard-1',
        DISPOSABLE_CALLBACK_IDS: 'dashboard-2,dashboard-3,dashboard-4',
      }),
    ],
  }),
  'reads that lag behind writes': question('callback-fields callback-times callback-requests callback-types', '', {
    'reads-lag-behind-writes': ['shows an update or a deletion 0.8 seconds later', readsLater(800)],
    'reads-wait-until-writes-end': [
      'shows the updates of a callback 0.3 seconds after the last one',
      readsLater(300, 'until quiet'),
    ],
  }),
  'copies that are read': question(
    'callback-fields callback-times callback-requests callback-types keys webhooks',
    '',
    {
      'reads-come-from-copies': ['reads from three copies, two of which lag 0.3 and 0.6 seconds behind', readsCopies()],
    },
  ),
  'updates without a change': question('callback-fields callback-times', '', {
    'same-values-are-no-update': [
      'leaves date_updated as it is when an update changes nothing',
      inService({
        callbacks: (plain) => ({
          update(callback, change) {
            const before = { ...callback };
            plain.update(callback, change);
            if (sameSettings(callback, before)) callback.date_updated = before.date_updated;
          },
        }),
      }),
    ],
  }),
};

/** Delays the effect of writes on fetches by some milliseconds. */
function readsLater(lag: number, how?: 'until quiet'): Effect {
  return inService({
    callbacks(plain) {
      const history = createHistory(lag, how);
      return {
        find: (id, purpose) =>
          plain.find(id, purpose) ?? history.deleted().find((one) => purpose === 'fetch' && one.id === id),
        show: (callback) => plain.show(history.of(callback)),
        update(callback, change) {
          history.remember(callback);
          plain.update(callback, change);
        },
        delete(callback) {
          history.rememberDeleted(callback);
          plain.delete(callback);
        },
      };
    },
  });
}

/** Each fetch reads a copy, which may not have the last writes yet. */
function readsCopies(): Effect {
  return inService({
    callbacks(plain) {
      const copies = createCopies([0, 300, 600]);
      const written = (callback: Callback) => copies.remember(callback.id, callback);
      return {
        create(wanted) {
          const callback = plain.create(wanted);
          written(callback);
          return callback;
        },
        keep(callback) {
          written(callback);
          return plain.keep(callback);
        },
        find: (id, purpose) => (purpose === 'fetch' ? copies.read(id) : plain.find(id, purpose)),
        update(callback, change) {
          plain.update(callback, change);
          written(callback);
        },
        delete(callback) {
          plain.delete(callback);
          copies.remember(callback.id, undefined);
        },
        recordDelivery(callback, delivered) {
          plain.recordDelivery(callback, delivered);
          written(callback);
        },
      };
    },
  });
}

/** Whether two states of a callback agree in everything that an update can set. */
function sameSettings(one: Callback, other: Callback): boolean {
  const names = ['url', 'description', 'is_active'] as const;
  return names.every((name) => one[name] === other[name]) && one.events.join() === other.events.join();
}
