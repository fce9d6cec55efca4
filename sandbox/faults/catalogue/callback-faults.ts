import { type Callback, type Callbacks, laterThan, newCallback } from '../../service/callbacks.ts';
import {
  answer,
  as,
  body,
  converted,
  ofFirst,
  overrideCallbacks,
  refusedAs,
  renamed,
  within,
  without,
} from '../changes.ts';
import { addressesOnlyOnce, afterDelivery, afterFetch, beforeFetch, whenUnknown } from '../callback-effects.ts';
import { all, deleteCallback, fetchCallback, lacks, namesCharset, updateCallback } from '../conditions.ts';
import type { Alteration, Effect, Entries, Field, Json, Subject } from '../exchange.ts';
import { acceptedAs, type Answers, answersTo, fieldFaults, missingOrEmpty, missingOrError } from '../fault-tables.ts';

const fetched = answersTo(fetchCallback);
const settable = ['url', 'description', 'events', 'is_active'] as const;
const updated = answersTo(updateCallback);
const deleted = answersTo(deleteCallback);
/** The callback within the answer to a fetch. */
const callback: Answers = (...changes) => fetched(within('callback', ...changes));

const missing = { missing: undefined };
const ids = { ...missingOrEmpty, other: 'cb_000000000000000000000000' };
const callbackAs = (make: (callback: Json) => unknown): Alteration =>
  fetched(body((json) => ({ ...json, callback: make(json['callback'] as Json) })));
const eventsAs = (make: (names: string[]) => unknown): Alteration =>
  callback(({ json }) => (json['events'] = make(json['events'] as string[])));
const fieldAs = (name: Field, turn: (value: string) => unknown): Alteration => callback(converted(name, turn));
/** A timestamp moved by days. */
const moved = (days: number) => (timestamp: string) =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();
const notDate = (field: Field, name: string): Entries => ({
  ...fieldFaults(`fetched-${name}`, field, callback, { ...missingOrEmpty, word: 'yesterday' }),
  [`fetched-${name}-epoch`]: fieldAs(field, (value) => Date.parse(value)),
  // The minutes in place of the month, as a format with the wrong letters writes it.
  [`fetched-${name}-month-37`]: fieldAs(field, (value) => value.replace(/-\d\d-/, '-37-')),
});

/** The answers to fetches (`2.7`, `4.5`), updates (`4.6`) and deletions (`4.7`). */
export const callbackAnswers: Subject = {
  'callback-fetch.accepted': acceptedAs('fetch', fetched, 201, 400, 404, 500),
  'callback-fetch.result': fieldFaults('fetch-result', 'result', fetched, missingOrError),
  'callback-fetch.callback': {
    ...fieldFaults('callback', 'callback', fetched, { missing: undefined, null: null }),
    'callback-in-list': callbackAs((one) => [one]),
    'callback-as-text': callbackAs((one) => JSON.stringify(one)),
    'callback-flat': fetched(body((json) => ({ result: 'success', ...(json['callback'] as Json) }))),
    'callback-named-data': fetched(renamed('callback', 'data')),
    'callback-id-only': callbackAs((one) => one['id']),
  },
  'callback-fetch.same-id': {
    ...fieldFaults('fetched-id', 'id', callback, ids),
    'fetched-id-of-first': callback(({ json }, _exchange, { first }) => {
      const shown = first?.json['callback'] as Json | undefined;
      if (shown) json['id'] = shown['id'];
    }),
    'fetched-id-upper-case': fieldAs('id', (id) => id.toUpperCase()),
    'fetched-id-truncated': fieldAs('id', (id) => id.slice(3)),
  },
  'callback-fetch.url': {
    ...fieldFaults('fetched-url', 'url', callback, missingOrEmpty),
    'fetched-url-as-address': callback(renamed('url', 'address')),
  },
  'callback-fetch.description': fieldFaults('fetched-description', 'description', callback, missing),
  'callback-fetch.events': {
    ...fieldFaults('fetched-events', 'events', callback, missing),
    'fetched-events-by-name': eventsAs((names) => Object.fromEntries(names.map((name) => [name, true]))),
    'fetched-events-numbered': eventsAs((names) => names.map((_, index) => index)),
    'fetched-events-in-objects': eventsAs((names) => names.map((name) => ({ name }))),
  },
  'callback-fetch.is-active': {
    ...fieldFaults('fetched-is-active', 'is_active', callback, missing),
    'fetched-is-active-text': fieldAs('is_active', String),
    'fetched-is-active-one': fieldAs('is_active', (value) => (value === 'true' ? 1 : 0)),
    'fetched-is-active-yes': fieldAs('is_active', (value) => (value === 'true' ? 'yes' : 'no')),
  },
  'callback-fetch.failure-count': {
    ...fieldFaults('fetched-failure-count', 'failure_count', callback, {
      ...missing,
      negative: -1,
      fraction: 0.5,
      true: true,
    }),
    'fetched-failure-count-text': fieldAs('failure_count', String),
  },
  'callback-fetch.last-triggered': {
    ...fieldFaults('fetched-last-triggered', 'last_triggered', callback, {
      number: 42,
      true: true,
      word: 'yesterday',
      list: [],
    }),
  },
  'callback-fetch.date-created': notDate('date_created', 'date-created'),
  'callback-fetch.date-updated': notDate('date_updated', 'date-updated'),
  'callback-fetch.true-dates': {
    'fetched-dates-of-last-year': fieldAs('date_created', moved(-365)),
    'fetched-created-tomorrow': fieldAs('date_created', moved(1)),
    'fetched-updated-tomorrow': fieldAs('date_updated', moved(1)),
    'fetched-updated-yesterday': fieldAs('date_updated', moved(-1)),
    'fetched-updated-in-another-zone': fieldAs('date_updated', moved(1 / 12)),
    'fetched-last-triggered-ahead': callback(as('last_triggered', '2999-01-01T00:00:00.000Z')),
  },
  'callback-fetch.order-of-dates': {
    'fetched-created-after-updated': callback(
      ({ json }) => (json['date_created'] = moved(1 / 1440)(String(json['date_updated']))),
    ),
  },
  'callback-update.accepted': {
    ...acceptedAs('update', updated, 201, 204, 400, 404, 500),
    'update-with-charset-is-415': answer(all(updateCallback, namesCharset), refusedAs(415)),
  },
  'callback-update.result': {
    ...fieldFaults('update-result', 'result', updated, missingOrError),
    'update-of-nothing-without-result': answer(all(updateCallback, ...settable.map(lacks)), without('result')),
  },
  'callback-update.answered-id': {
    ...fieldFaults('updated-id', 'id', updated, ids),
    'updated-id-of-first': updated(ofFirst('id')),
  },
  'callback-update.message': fieldFaults('update-message', 'message', updated, missingOrEmpty),
  'callback-delete.accepted': acceptedAs('delete', deleted, 201, 204, 400, 404, 500),
  'callback-delete.result': fieldFaults('delete-result', 'result', deleted, missingOrError),
  'callback-delete.answered-id': fieldFaults('deleted-id', 'id', deleted, ids),
  'callback-delete.message': fieldFaults('delete-message', 'message', deleted, missingOrEmpty),
};

/** Changes all other callbacks when one is created. */
const onCreation = (change: (other: Callback, created: Callback) => Callback): Effect =>
  overrideCallbacks((plain) => ({
    create(wanted) {
      const before = plain.list();
      const created = plain.create(wanted);
      for (const other of before) Object.assign(other, change(other, created));
      return created;
    },
  }));

const madeUp = (id: string): Callback => newCallback(id, { url: 'http://127.0.0.1:9/', events: ['payment.created'] });

/** What a fetch does to a callback, and what it finds (`4.5`). */
export const callbackFetch: Subject = {
  'callback-fetch.only-its-own': {
    'creation-clears-other-descriptions': onCreation((other) => ({ ...other, description: '' })),
    'creation-moves-others-to-its-address': onCreation((other, { url }) => ({ ...other, url })),
    'creation-dates-others-anew': onCreation((other) => ({ ...other, date_created: moved(-1)(other.date_created) })),
    'delivery-describes-others': afterDelivery((one, _before, _delivered, others) => {
      for (const other of others()) other.description = `after ${one.id}`;
    }),
    'delivery-ends-subscriptions-of-others': afterDelivery((_one, _before, _delivered, others) => {
      for (const other of others()) if (!other.is_active) other.events = [];
    }),
  },
  'callback-fetch.repeatable': {
    'fetch-touches-date-updated': beforeFetch((one) => (one.date_updated = laterThan(one.date_updated))),
    'fetch-deactivates': afterFetch((one) => (one.is_active = false)),
    'fetch-counts-as-failure': beforeFetch((one) => (one.failure_count += 1)),
    'fetch-clears-events': afterFetch((one) => (one.events = [])),
    'fetch-deletes': beforeFetch((one, plain) => plain.delete(one)),
    'fetch-marks-description': beforeFetch((one) => (one.description += '.')),
    'fetch-stamps-last-triggered': beforeFetch(
      (one) => (one.last_triggered = laterThan(one.last_triggered ?? one.date_created)),
    ),
  },
  'callback-fetch.no-such-id': {
    'unknown-fetch-first': whenUnknown('fetch', (_id, plain) => plain.list()[0]),
    'unknown-fetch-last': whenUnknown('fetch', (_id, plain) => plain.list().at(-1)),
    'unknown-fetch-made-up': whenUnknown('fetch', madeUp),
    'unknown-fetch-by-beginning': whenUnknown('fetch', (id, plain) =>
      plain.list().find((one) => one.id.slice(0, 2) === id.slice(0, 2)),
    ),
  },
};

/** Replaces the deletion of a callback by another action. */
const insteadOfDeleting = (act: (callback: Callback, plain: Callbacks) => void): Effect =>
  overrideCallbacks((plain) => ({ delete: (callback) => act(callback, plain) }));

const pathOf = (url: string): string => url.split('?')[0] ?? '';

/** Changes other callbacks along with a deletion. */
const deletesAlso = (act: (others: Callback[], plain: Callbacks) => void): Effect =>
  insteadOfDeleting((callback, plain) => {
    plain.delete(callback);
    act(plain.list(), plain);
  });
const deleteAll = (callbacks: Callback[], plain: Callbacks): void => callbacks.forEach((one) => plain.delete(one));

/** Remembers deleted callbacks by id. */
const withDeleted = (change: (plain: Callbacks, deleted: Map<string, Callback>) => Partial<Callbacks>): Effect =>
  overrideCallbacks((plain) => {
    const gone = new Map<string, Callback>();
    const remember = (callback: Callback): void => {
      gone.set(callback.id, callback);
      plain.delete(callback);
    };
    return { delete: remember, ...change(plain, gone) };
  });

/** What deletions do to callbacks (`4.7`). */
export const callbackDeletions: Subject = {
  'callback-delete.gone': {
    'delete-only-deactivates': insteadOfDeleting((callback) => (callback.is_active = false)),
    'delete-does-nothing': insteadOfDeleting(() => {}),
    'delete-keeps-inactive': insteadOfDeleting((callback, plain) => callback.is_active && plain.delete(callback)),
    'delete-works-the-second-time': withDeleted((plain, gone) => ({
      delete(callback) {
        if (gone.has(callback.id)) plain.delete(callback);
        gone.set(callback.id, callback);
      },
    })),
    'delete-only-marks': insteadOfDeleting((callback) => (callback.description = '[deleted]')),
    'delete-reaches-one-of-two-copies': withDeleted((plain, gone) => {
      let reads = 0;
      return {
        find: (id, purpose) =>
          plain.find(id, purpose) ?? (purpose === 'fetch' && (reads += 1) % 2 === 0 ? gone.get(id) : undefined),
      };
    }),
  },
  'callback-delete.stays-gone': {
    'deleted-revived-by-update': withDeleted((plain, gone) => ({
      find(id, purpose) {
        const revived = purpose === 'update' ? gone.get(id) : undefined;
        return plain.find(id, purpose) ?? (revived && plain.keep(revived));
      },
    })),
    'deleted-revived-by-creation': withDeleted((plain, gone) => ({
      create(wanted) {
        for (const one of gone.values()) plain.keep(one);
        return plain.create(wanted);
      },
    })),
    'deleted-created-by-update': whenUnknown('update', (id, plain) => plain.keep(madeUp(id))),
  },
  'callback-delete.only-the-named': {
    'delete-takes-all': deletesAlso(deleteAll),
    'delete-takes-oldest': deletesAlso((others, plain) => deleteAll(others.slice(0, 1), plain)),
    'delete-takes-newest': deletesAlso((others, plain) => deleteAll(others.slice(-1), plain)),
    'delete-of-unknown-takes-all': whenUnknown('delete', (_id, plain) => deleteAll(plain.list(), plain)),
    'delete-takes-those-of-one-description': insteadOfDeleting(({ description }, plain) => {
      const alike = plain.list().filter((one) => one.description === description);
      deleteAll(alike, plain);
    }),
    'delete-takes-same-url': insteadOfDeleting(({ url }, plain) => {
      const alike = plain.list().filter((one) => one.url === url);
      deleteAll(alike, plain);
    }),
    'delete-takes-same-path-of-unique-addresses': overrideCallbacks((plain) => ({
      ...addressesOnlyOnce(plain),
      delete: ({ url }) =>
        deleteAll(
          plain.list().filter((one) => pathOf(one.url) === pathOf(url)),
          plain,
        ),
    })),
    'delete-deactivates-others': deletesAlso((others) => others.forEach((other) => (other.is_active = false))),
  },
};
