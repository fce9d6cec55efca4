import {
  answer,
  anyAnswer,
  as,
  overrideCallbacks,
  overrideRequest,
  overrideService,
  refusedAs,
  within,
  without,
} from '../../faults/changes.ts';
import { afterDelivery, afterUpdate } from '../../faults/callback-effects.ts';
import {
  all,
  answeredWith,
  any,
  deleteCallback,
  emptyBody,
  fetchCallback,
  given,
  guarded,
  is,
  matching,
  typed,
  updateCallback,
} from '../../faults/conditions.ts';
import type { Alteration, Change, Condition, Effect, Field, Json } from '../../faults/exchange.ts';
import {
  type Callback,
  type CallbackUpdates,
  isSubscribed,
  knownEvents,
  laterThan,
  newCallback,
} from '../../service/callbacks.ts';
import { Refusal } from '../../http/refusals.ts';
import { createHistory, createReplicas } from '../replication-lag.ts';
import { refused, refusedWithStatus } from '../variant-effects.ts';
import { answers, needs, options, question } from '../variant.ts';

/** Changes a fetched callback. */
const shown = (...changes: Change[]): Alteration => answer(fetchCallback, within('callback', ...changes));
const neverUpdated = (date: (created: Date) => unknown): Alteration =>
  shown(({ json }) => {
    const created = json['date_created'];
    if (json['date_updated'] === created) json['date_updated'] = date(new Date(String(created)));
  });
/** Writes the three timestamps in another notation; null stays null. */
const timestampsAs = (write: (date: Date) => unknown): Alteration =>
  shown(({ json }) => {
    for (const name of ['last_triggered', 'date_created', 'date_updated'])
      if (json[name]) json[name] = write(new Date(String(json[name])));
  });
const iso = (date: Date, addedMs = 0): string => new Date(date.getTime() + addedMs).toISOString();
const neverTriggered = (change: Change): Alteration =>
  shown((reply, exchange, state) => {
    if (reply.json['last_triggered'] === null) change(reply, exchange, state);
  });
const eventsAs = (make: (names: string[]) => unknown): Alteration =>
  shown(({ json }) => (json['events'] = make(json['events'] as string[])));
const createCallback: Condition = ({ method, route }) => method === 'POST' && route.startsWith('/v1/callback/');

const madeElsewhere = [
  refusedWithStatus(createCallback, 404),
  overrideCallbacks((plain) => {
    for (const name of ['1', '2', '3', '4', '5', '6', '7'])
      plain.keep(newCallback(`dashboard-${name}`, { url: 'https://merchant.example/hooks' }));
    return {};
  }),
  needs({
    CALLBACK_CREATE_PATH: '',
    CALLBACK_ID: 'dashboard-1',
    DISPOSABLE_CALLBACK_IDS: 'dashboard-2,dashboard-3,dashboard-4,dashboard-5,dashboard-6,dashboard-7',
  }),
];

/** What a callback looks like (`2.7`). */
export const callbackFields = {
  // These variants compare the two dates, so they act before others reduce their precision.
  'date of a callback that was never updated': question('callback-fields callback-updates', '', {
    'never-updated-is-null': neverUpdated(() => null),
    'never-updated-is-year-one': neverUpdated(() => '0001-01-01T00:00:00.000Z'),
    'created-a-moment-after-updated': neverUpdated((created) => iso(created, -1)),
  }),
  'notation of timestamps': question('callback-fields callback-updates webhooks', 'callback-fetch.timestamp-form', {
    'timestamps-without-fractions': timestampsAs((date) => iso(date).replace(/\.\d+/, '')),
    'timestamps-like-sql': timestampsAs((date) => iso(date).slice(0, 19).replace('T', ' ')),
    'timestamps-in-local-time': timestampsAs((date) =>
      iso(date, 3 * 3_600_000)
        .slice(0, 19)
        .replace('T', ' '),
    ),
    'timestamps-as-days': timestampsAs((date) => iso(date).slice(0, 10)),
    'timestamps-in-seconds': timestampsAs((date) => String(Math.floor(date.getTime() / 1000))),
    'timestamps-in-milliseconds': timestampsAs((date) => String(date.getTime())),
    'timestamps-with-offset': timestampsAs((date) => `${iso(date, 2 * 3_600_000).slice(0, 23)}000+02:00`),
    'timestamps-like-mail': timestampsAs((date) => date.toUTCString()),
    'timestamps-to-the-minute': timestampsAs((date) => iso(date).slice(0, 16).replace('T', ' ')),
    'timestamps-day-first': timestampsAs((date) => {
      const [year, month, day] = iso(date).slice(0, 10).split('-');
      return `${day}/${month}/${year} ${iso(date).slice(11, 19)}`;
    }),
  }),
  'before the first delivery': question('callback-fields webhooks', 'callback-fetch.never-triggered', {
    'never-triggered-is-absent': neverTriggered(without('last_triggered')),
    'never-triggered-is-empty': neverTriggered(as('last_triggered', '')),
    'never-triggered-is-year-one': neverTriggered(as('last_triggered', '0001-01-01T00:00:00Z')),
    'never-triggered-is-a-zero-date': neverTriggered(as('last_triggered', '0000-00-00 00:00:00')),
  }),
  'form of events': question('callback-fields webhooks', 'callback-fetch.form-of-events', {
    'events-as-text': eventsAs((names) => names.join(',')),
    'events-as-spaced-text': eventsAs((names) => names.toSorted().join(', ')),
    'events-come-back-sorted': [answers(''), eventsAs((names) => names.toSorted())],
  }),
  'further fields of a callback': question('callback-fields', 'callback-fetch.unknown-fields', {
    'callbacks-with-a-secret': shown(({ json }) =>
      Object.assign(json, { secret: 'whsec_1', version: 2, event_count: 6, method: 'POST' }),
    ),
  }),
  'answers to changes': question('callback-fields callback-updates callback-deletions', '', {
    'changes-answer-the-callback': answer(any(updateCallback, deleteCallback), ({ json }) =>
      Object.assign(json, { callback: { id: json['id'] }, updated: true }),
    ),
  }),
  'how callbacks are created': question('callback-fields callback-updates callback-deletions', '', {
    'creation-answers-location-only': answer(createCallback, (reply) => {
      const location = `/v1/callback/fetch/${String(reply.json['id'])}`;
      Object.assign(reply, { status: 201, location, type: '', text: '' });
    }),
    'creation-within-data': answer(createCallback, (reply) => {
      const json = { status: true, data: { callback_id: reply.json['id'] } };
      Object.assign(reply, { status: 201, json });
    }),
    'creation-takes-lists-only': refused(all(createCallback, typed('events', 'string')), 'events'),
    'callbacks-made-elsewhere': madeElsewhere,
    // What was announced before a test takes longer than a notification may.
    'callbacks-made-elsewhere-notified-one-by-one': [
      ...madeElsewhere,
      overrideCallbacks(() => ({ attempts: { most: 2, intervalMs: 50 } })),
    ],
  }),
  'how many callbacks there may be': question('callback-fields callback-updates callback-deletions webhooks', '', {
    'three-callbacks-at-most': limitedTo(3, 400),
    'eight-callbacks-at-most': limitedTo(8, 409),
  }),
  'reads that lag behind writes': question('callback-fields callback-updates callback-deletions', '', {
    'reads-lag-behind-writes': readsLater(800),
    'reads-wait-until-writes-end': readsLater(300, 'until quiet'),
  }),
  'copies that are read': question('callback-fields callback-updates callback-deletions keys webhooks', '', {
    'reads-come-from-copies': readsCopies(),
  }),
  'updates without a change': question('callback-fields callback-updates', '', {
    'same-values-are-no-update': afterUpdate((callback, before) => {
      if (sameSettings(callback, before)) callback.date_updated = before.date_updated;
    }),
  }),
};

/** Refuses a creation while there are so many callbacks. */
function limitedTo(most: number, status: number): Effect {
  return overrideCallbacks((plain) => ({
    create(wanted) {
      if (plain.list().length >= most) throw new Refusal(status, 'There are too many callbacks.');
      return plain.create(wanted);
    },
  }));
}

/** Delays the effect of writes on fetches by some milliseconds. */
function readsLater(lag: number, how?: 'until quiet'): Effect {
  return overrideCallbacks((plain) => {
    const history = createHistory(plain, lag, how);
    return {
      ...history.writes,
      find: (id, purpose) =>
        plain.find(id, purpose) ?? history.deleted().find((one) => purpose === 'fetch' && one.id === id),
      show: (callback) => plain.show(history.of(callback)),
    };
  });
}

/** Each fetch reads a copy, which may not have the last writes yet. */
function readsCopies(): Effect {
  return overrideCallbacks((plain) => {
    const replicas = createReplicas([0, 300, 600]);
    const written = (callback: Callback): Callback => {
      replicas.remember(callback.id, callback);
      return callback;
    };
    return {
      create: (wanted) => written(plain.create(wanted)),
      keep: (callback) => plain.keep(written(callback)),
      find: (id, purpose) => (purpose === 'fetch' ? replicas.read(id) : plain.find(id, purpose)),
      update(callback, change) {
        plain.update(callback, change);
        written(callback);
      },
      delete(callback) {
        plain.delete(callback);
        replicas.remember(callback.id, undefined);
      },
      recordDelivery(callback, delivered) {
        plain.recordDelivery(callback, delivered);
        // A delivery that was due when its callback was deleted does not bring it back.
        if (plain.find(callback.id, 'delivery')) written(callback);
      },
    };
  });
}

/** Whether two states of a callback agree in everything that an update can set. */
function sameSettings(one: Callback, other: Callback): boolean {
  const names = ['url', 'description', 'is_active'] as const;
  return names.every((name) => one[name] === other[name]) && one.events.join() === other.events.join();
}

const missing = answeredWith(404);
const mistypedText = (name: Field): Condition => given(name, (value) => typeof value !== 'string');
const mistypedFlag = given('is_active', (value) => typeof value !== 'boolean');
const illTyped = all(
  updateCallback,
  any(...(['url', 'description', 'events'] as const).map(mistypedText), mistypedFlag),
);
const unknownAre = (code: number, ...changes: Change[]): Alteration =>
  anyAnswer(all(guarded, missing), refusedAs(code, 'There is no such callback.'), ...changes);
const names = (value: unknown): string[] =>
  String(value)
    .split(',')
    .map((name) => name.trim());
const unknownEvent = given('events', (value) => !names(value).every((name) => knownEvents.includes(name)));
const reads = (read: (plain: CallbackUpdates, fields: Json) => ReturnType<CallbackUpdates['read']>): Effect =>
  overrideService({ callbackUpdates: (plain) => ({ read: (fields) => read(plain, fields) }) });
/** Refuses an update whose field matches. */
const forbids = (field: Field, form: RegExp): Alteration => refused(all(updateCallback, matching(field, form)), field);
const bodiless =
  (code: number): Change =>
  (reply) =>
    void Object.assign(reply, { status: code, type: '', text: '' });

/** What the callback endpoints refuse, and how. The interface defines none of it (`4.5` to `4.7`). */
export const callbackRequests = {
  'unknown callbacks': question(
    'callback-updates callback-deletions',
    'callback-fetch.unknown-status callback-update.unknown-id callback-delete.unknown-id',
    {
      'unknown-callbacks-are-400': unknownAre(400),
      'unknown-callbacks-are-410': unknownAre(410),
      'unknown-callbacks-are-403': unknownAre(403),
      'unknown-callbacks-are-200': unknownAre(200, as('callback', null)),
      'deleting-twice-is-no-error': [
        answers('callback-delete.second callback-delete.unknown-id'),
        anyAnswer(all(deleteCallback, missing), (reply) => {
          const json = { result: 'success', id: 'gone', message: 'There is no such callback any more.' };
          Object.assign(reply, { status: 200, json });
        }),
      ],
      'deleting-twice-is-204': [
        answers('callback-delete.second'),
        anyAnswer(all(deleteCallback, missing), bodiless(204)),
      ],
      'unknown-callbacks-without-body': [
        answers('callback-fetch.unknown-status'),
        anyAnswer(all(fetchCallback, missing), bodiless(404)),
      ],
    },
  ),
  'empty updates': question('callback-updates callback-deletions', 'callback-update.empty', {
    'empty-updates-refused': refusedWithStatus(all(updateCallback, emptyBody), 400),
  }),
  'ill-typed updates': question('callback-updates callback-deletions', 'callback-update.ill-typed', {
    'ill-typed-updates-are-422': refusedWithStatus(illTyped, 422),
    'ill-typed-updates-ignored': overrideRequest(illTyped, {
      url: undefined,
      description: undefined,
      events: undefined,
      is_active: undefined,
    }),
  }),
  'null in an update': question('callback-updates callback-deletions', 'callback-update.null-text', {
    'null-removes-description': reads((plain, { description, ...others }) => {
      if (description !== null) return plain.read({ description, ...others });
      return { ...plain.read(others), description: null as unknown as string };
    }),
  }),
  'empty text in an update': question('callback-updates callback-deletions', 'callback-update.text-emptied', {
    'empty-description-refused': refused(all(updateCallback, is('description', '')), 'description'),
    'empty-description-ignored': overrideRequest(all(updateCallback, is('description', '')), {
      description: undefined,
    }),
  }),
  'list of events in an update': question('callback-updates callback-deletions', 'callback-update.list-of-events', {
    'event-lists-taken': overrideRequest(all(updateCallback, typed('events', 'array')), ({ input }) => ({
      events: (input['events'] as unknown[]).join(','),
    })),
  }),
  'odd events': question('callback-updates callback-deletions', 'callback-update.odd-events', {
    'shown-events-only': refused(all(updateCallback, typed('events', 'string'), unknownEvent), 'events'),
    'events-without-blanks': forbids('events', /\s/),
    'no-events-at-all': reads((plain, { events, ...others }) =>
      events === '' ? { ...plain.read(others), events: [] } : plain.read({ ...others, events }),
    ),
  }),
  'unusual texts in updates': question('callback-updates', '', {
    'long-texts-refused': [forbids('url', /^.{256}/su), forbids('description', /^.{61}/su)],
    'addresses-of-the-simplest-form': forbids('url', /:\d|#|%/),
    'texts-in-the-basic-plane': forbids('description', /[\u{10000}-\u{10ffff}]/u),
    'texts-trimmed-and-addresses-parsed': overrideRequest(updateCallback, ({ input: { url, description } }) => ({
      ...(typeof description === 'string' && { description: description.trim() }),
      ...(typeof url === 'string' && URL.canParse(url) && { url: new URL(url).href }),
    })),
  }),
  'addresses of callbacks': question('callback-updates callback-deletions webhooks', '', {
    'callback-addresses-https-only': [answers('webhook.delivered'), forbids('url', /^http:/)],
    'callback-addresses-public-only': [
      answers('webhook.delivered'),
      refusedWithStatus(all(updateCallback, matching('url', /127\.0\.0\.1|localhost/)), 400),
    ],
  }),
};

/** When and how notifications are sent. The interface defines almost none of it (`6`). */
export const webhooks = {
  deliveries: question('webhooks', '', {
    'no-deliveries': answers('webhook.delivered webhook.body webhook.headers webhook.failure-count'),
    'greetings-alone': answers('webhook.body'),
    ...options('deliveries-at-once-then-paused deliveries-retried deliveries-repeated-count-once deliveries-late'),
  }),
  notifications: question('webhooks', 'webhook.body', options('notifications-as-forms notifications-within-data')),
  'events of a payment': question('webhooks', 'webhook.other-events', {
    'payments-paid-out-at-once': overrideCallbacks(() => ({ payoutAfterMs: 0 })),
    'payments-paid-out-later': overrideCallbacks(() => ({ payoutAfterMs: 400 })),
  }),
  greetings: question('webhooks', '', options('new-addresses-are-greeted new-addresses-are-checked')),
  'deliveries that lag behind writes': question('webhooks', '', {
    'changes-act-later': overrideCallbacks((plain) => {
      const history = createHistory(plain, 800);
      return {
        ...history.writes,
        subscribersOf: (event) =>
          [...plain.list(), ...history.deleted()].filter((callback) => isSubscribed(history.of(callback), event)),
        addresses: (callback) => [history.of(callback).url],
      };
    }),
  }),
  'failed deliveries': question('webhooks', '', {
    'refusals-are-deliveries': overrideCallbacks((plain) => ({
      isDelivered: (status) => plain.isDelivered(status) || (status >= 400 && status < 500),
    })),
  }),
  'effects of deliveries on callbacks': question('webhooks', '', {
    'deliveries-count-as-updates': afterDelivery((one) => (one.date_updated = laterThan(one.date_updated))),
    'callbacks-retired-after-five-failures': afterDelivery((one) => (one.is_active &&= one.failure_count < 5)),
    'callbacks-retired-after-two-failures': afterDelivery((one) => (one.is_active &&= one.failure_count < 2)),
  }),
};
