import { type Callback, type CallbackChange, knownEvents, laterThan } from '../../service/callbacks.ts';
import { newId } from '../../service/identifiers.ts';
import {
  answer,
  crash,
  fieldsOf,
  leavingOut,
  overrideCallbacks,
  overrideRequest,
  overrideService,
  refusedAs,
} from '../changes.ts';
import { all, emptyBody, given, namesCharset, noAddress, typed, updateCallback } from '../conditions.ts';
import type { Condition, Effect, Effects, Entries, Field, Subject } from '../exchange.ts';
import { table, type Words } from '../fault-tables.ts';
import { afterUpdate, whenUnknown } from '../callback-effects.ts';

/** Changes the fields of an update. */
const changed = (make: (change: CallbackChange, callback: Callback) => CallbackChange): Effect =>
  overrideCallbacks((plain) => ({ update: (callback, change) => plain.update(callback, make(change, callback)) }));

/** Ignores fields of an update: always, from the second update on, or when an update has all four fields. */
const forgets = (...names: (keyof CallbackChange)[]): Effect => changed((change) => omit(change, names));
const forgetsLater = (...names: (keyof CallbackChange)[]): Effect =>
  changed((change, callback) => (wasUpdated(callback) ? omit(change, names) : change));
const forgetsOfAll = (...names: (keyof CallbackChange)[]): Effect =>
  changed((change) => (countFields(change) === 4 ? omit(change, names) : change));

/** Ignores is_active of an update when it has this value, always or only without other fields. */
const ignores = (active: boolean, which: 'always' | 'alone'): Effect =>
  changed((change) => {
    const acts = change.is_active === active && (which === 'always' || countFields(change) === 1);
    return acts ? omit(change, ['is_active']) : change;
  });

/** Sets a field that an update leaves out. */
const fills = <Name extends keyof CallbackChange>(name: Name, value: () => CallbackChange[Name]): Effect =>
  changed((change) => (change[name] === undefined ? { ...change, [name]: value() } : change));

/** Stores another value for a field of an update. The value may have a wrong type. */
const keeps = <Name extends keyof CallbackChange>(
  name: Name,
  make: (value: NonNullable<CallbackChange[Name]>, callback: Callback) => unknown,
): Effect =>
  changed((change, callback) => {
    const value = change[name];
    return value === undefined ? change : { ...change, [name]: make(value, callback) };
  });
/** Faults named `update-url-WORD` or `update-description-WORD`. */
const urls = (words: Words<(url: string) => unknown>): Entries =>
  table('update-url', words, (make) => keeps('url', make));
const descriptions = (words: Words<(text: string, callback: Callback) => unknown>): Entries =>
  table('update-description', words, (make) => keeps('description', make));

/** Refuses an update for one field, but stores the others. */
const doneInPart = (isBad: Condition, field: Field): Effects => {
  const bad = all(updateCallback, isBad);
  return [overrideRequest(bad, leavingOut([field])), answer(bad, refusedAs(400))];
};

/** Changes other callbacks along with an update. */
const leaks = (change: (others: Callback[], sent: CallbackChange) => void): Effect =>
  afterUpdate((_one, _before, sent, others) => change(others(), sent));
const assign = (callbacks: Callback[], change: CallbackChange): void => {
  for (const callback of callbacks) Object.assign(callback, sentFields(change));
};

/** A delivery stores a field as it was when the notification was sent. */
const undoneByDelivery = (name: 'description'): Effect =>
  overrideCallbacks((plain) => {
    const before = new WeakMap<Callback, string>();
    return {
      addresses(callback) {
        before.set(callback, callback[name]);
        return plain.addresses(callback);
      },
      recordDelivery(callback, delivered) {
        plain.recordDelivery(callback, delivered);
        callback[name] = before.get(callback) ?? callback[name];
      },
    };
  });

/** Stores fields of an update as they were sent, whatever their type. */
const readsAsSent = (...names: ('url' | 'description' | 'is_active')[]): Effect =>
  overrideService({
    callbackUpdates: (plain) => ({
      read(fields) {
        const asSent = Object.fromEntries(names.map((name) => [name, fields[name]]));
        const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in asSent)));
        return { ...plain.read(rest), ...asSent };
      },
    }),
  });

/** Some updates reach only one of two copies of the data, which fetches read in turn. */
const reachesOneCopy = (isLost: (change: CallbackChange) => boolean): Effect =>
  overrideCallbacks((plain) => {
    const copies = new WeakMap<Callback, { reads: number; other: Callback }>();
    return {
      update(callback, change) {
        const copy = copies.get(callback) ?? { reads: 0, other: { ...callback } };
        copies.set(callback, copy);
        if (!isLost(change)) plain.update(copy.other, change);
        plain.update(callback, change);
      },
      show(callback) {
        const copy = copies.get(callback);
        return plain.show(copy && (copy.reads += 1) % 2 === 0 ? copy.other : callback);
      },
    };
  });

const wasUpdated = ({ date_created, date_updated }: Callback): boolean => date_updated !== date_created;
const omit = (change: CallbackChange, names: readonly (keyof CallbackChange)[]): CallbackChange => ({
  ...change,
  ...leavingOut(names),
});
const sentFields = (change: CallbackChange): CallbackChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
export const countFields = (change: CallbackChange): number => Object.keys(sentFields(change)).length;
const moved = (timestamp: string, ms: number): string => new Date(Date.parse(timestamp) + ms).toISOString();
const dates = (
  field: 'date_created' | 'date_updated',
  words: Words<(one: Callback, before: Callback, sent: CallbackChange) => string>,
): Entries =>
  table('update', words, (date) => afterUpdate((one, before, sent) => (one[field] = date(one, before, sent))));

/** What updates do to callbacks (`2.7`, `4.6`). */
export const callbackUpdates: Subject = {
  'callback-update.url': {
    'update-forgets-url': forgets('url'),
    'update-url-in-description': changed((change) =>
      change.url === undefined ? change : { ...omit(change, ['url']), description: change.url },
    ),
    ...urls({
      'lower-cased': (url) => url.toLowerCase(),
      'without-query': (url) => url.replace(/\?.*/, ''),
      'without-path': (url) => new URL('/', url).href,
    }),
  },
  'callback-update.description': {
    'update-of-description-reaches-one-of-two-copies': reachesOneCopy((change) => change.description !== undefined),
    'delivery-undoes-update': undoneByDelivery('description'),
    'update-forgets-description': forgets('description'),
    'update-with-charset-ignored': overrideRequest(all(updateCallback, namesCharset), ({ input }) =>
      leavingOut(fieldsOf(input)),
    ),
    ...descriptions({
      truncated: (text) => text.slice(0, 10),
      'in-decomposed-letters': (text) => text.normalize('NFD'),
      escaped: (text) => [...text].map((letter) => `&#${letter.codePointAt(0)};`).join(''),
      appended: (text, { description }) => `${description} ${text}`,
      'in-capitals': (text) => text.toUpperCase(),
    }),
  },
  'callback-update.events': {
    'update-forgets-events': forgets('events'),
    'update-appends-events': keeps('events', (names, callback) => [...new Set([...callback.events, ...names])]),
    'update-keeps-first-event': keeps('events', ([first]) => [first]),
    'update-keeps-last-event': keeps('events', (names) => names.slice(-1)),
    'update-keeps-events-unsplit': keeps('events', (names) => [names.join(';')]),
    'update-adds-empty-event': keeps('events', (names) => [...names, '']),
    'update-clears-events': keeps('events', () => []),
    'update-takes-all-events': keeps('events', () => [...knownEvents]),
  },
  'callback-update.deactivates': {
    'update-ignores-deactivation': ignores(false, 'always'),
    'update-ignores-lone-deactivation': ignores(false, 'alone'),
    'update-inverts-is-active': keeps('is_active', (active) => !active),
  },
  'callback-update.reactivates': {
    'update-ignores-reactivation': ignores(true, 'always'),
    'update-ignores-lone-reactivation': ignores(true, 'alone'),
  },
  'callback-update.refused-whole': {
    'refused-update-stores-the-rest': doneInPart(typed('is_active', 'string'), 'is_active'),
    'update-of-no-address-stores-the-rest': doneInPart(noAddress('url'), 'url'),
    'update-of-no-text-stores-the-rest': doneInPart(typed('description', 'object'), 'description'),
  },
  'callback-update.leaves-rest': {
    'update-resets-description': fills('description', () => ''),
    'update-resets-events': fills('events', () => [...knownEvents]),
    'update-empties-events': fills('events', () => []),
    'update-resets-url': fills('url', () => 'http://127.0.0.1:9/'),
    'update-turns-active': fills('is_active', () => true),
    'update-turns-inactive': fills('is_active', () => false),
    'update-counts-as-failure': afterUpdate((one) => (one.failure_count += 1)),
    'update-of-nothing-clears-description': afterUpdate((one, _before, sent) => {
      if (countFields(sent) === 0) one.description = '';
    }),
    'update-of-two-fields-reaches-one-of-two-copies': reachesOneCopy((change) => countFields(change) === 2),
    'deactivation-sets-last-triggered': afterUpdate((one, _before, sent) => {
      if (sent.is_active === false) one.last_triggered = new Date().toISOString();
    }),
  },
  'callback-update.text-stays-text': {
    'update-keeps-texts-as-sent': readsAsSent('url', 'description'),
    'update-keeps-url-in-list': keeps('url', (url) => [url]),
    'update-keeps-description-as-object': keeps('description', (text) => ({ text })),
  },
  'callback-update.repeated': {
    'update-only-once': forgetsLater('url', 'description', 'events', 'is_active'),
    'update-url-only-once': forgetsLater('url'),
    'update-description-only-once': forgetsLater('description'),
    'update-events-only-once': forgetsLater('events'),
  },
  'callback-update.keeps-id': {
    'update-changes-id': afterUpdate((one) => (one.id = newId('cb'))),
    'update-numbers-id': afterUpdate((one) => (one.id += '-2')),
  },
  'callback-update.keeps-date-created': dates('date_created', {
    'moves-date-created': ({ date_updated }) => date_updated,
    'dates-creation-like-last-delivery': ({ last_triggered, date_created }) => last_triggered ?? date_created,
    'sets-date-created-to-zero': () => new Date(0).toISOString(),
    'shifts-date-created': ({ date_created }) => moved(date_created, 3_600_000),
  }),
  'callback-update.moves-date-updated': dates('date_updated', {
    'leaves-date-updated': (_one, { date_updated }) => date_updated,
    'turns-date-updated-back': ({ date_created }) => moved(date_created, -3_600_000),
    'moves-date-updated-with-url-only': (one, before, { url }) => (url === undefined ? before : one).date_updated,
    'of-several-leaves-date-updated': (one, before, sent) => (countFields(sent) > 1 ? before : one).date_updated,
    'moves-date-updated-once': (one, before) => (wasUpdated(before) ? before : one).date_updated,
  }),
  'callback-update.only-the-named': {
    'update-leaks-to-all': leaks(assign),
    'update-leaks-to-newest': leaks((others, sent) => assign(others.slice(-1), sent)),
    'update-leaks-to-oldest': leaks((others, sent) => assign(others.slice(0, 1), sent)),
    'update-of-unknown-empties-all': whenUnknown('update', (_id, plain) => assign(plain.list(), { description: '' })),
    'update-leaks-description': leaks((others, { description }) => assign(others, { description })),
    'update-leaks-is-active': leaks((others, { is_active }) => assign(others, { is_active })),
    'update-leaks-date-updated': leaks((others) =>
      others.forEach((other) => (other.date_updated = laterThan(other.date_updated))),
    ),
  },
  'callback-update.is-active-boolean': {
    'update-keeps-is-active-as-sent': readsAsSent('is_active'),
    'update-keeps-is-active-as-text': keeps('is_active', String),
    'update-keeps-is-active-as-number': keeps('is_active', Number),
  },
};

const withUrl =
  (change: (url: URL) => void) =>
  (text: string): string => {
    const url = new URL(text);
    change(url);
    return url.href;
  };
const isLong = (value: unknown): boolean => String(value).length > 255;
/** Milliseconds within which two updates count as concurrent. */
const atOnceMs = 20;

/** Updates with unusual values, and concurrent updates (`4.6`). */
export const unusualUpdates: Subject = {
  'callback-update.no-field': { 'update-without-fields-breaks': answer(all(updateCallback, emptyBody), crash) },
  'callback-update.unusual-text': {
    ...urls({
      'without-port': withUrl((url) => (url.port = '')),
      'without-fragment': withUrl((url) => (url.hash = '')),
      decoded: (url) => url.replace(/%(?:[0-9A-F]{2})(?:%[0-9A-F]{2})*/gi, decodeURIComponent),
      'with-plain-slashes': (url) => url.replaceAll('%2F', '/'),
      'plus-as-blank': (url) => url.replaceAll('+', '%20'),
      'parameters-once': withUrl(
        (url) => (url.search = String(new URLSearchParams(Object.fromEntries(url.searchParams)))),
      ),
      'without-empty-parameters': (url) => url.replace(/=(?=&|$)/g, ''),
      https: (url) => url.replace(/^http:/, 'https:'),
      'without-matrix-parameters': (url) => url.replace(/;[^/?#]*/g, ''),
      'ending-at-another-question-mark': (url) => url.split('?', 2).join('?'),
      'cut-at-500': (url) => url.slice(0, 500),
      'cut-at-255': (url) => url.slice(0, 255),
    }),
    ...descriptions({
      'cut-at-60': (text) => text.slice(0, 60),
      'cut-at-255': (text) => text.slice(0, 255),
      'cut-at-500': (text) => text.slice(0, 500),
      'as-json': (text) => (/^(true|false|null)$/.test(text) ? (JSON.parse(text) as unknown) : text),
      'as-number': (text) => (/^\d+$/.test(text) ? Number(text) : text),
      'plus-as-blank': (text) => text.replaceAll('+', ' '),
      'without-backslashes': (text) => text.replaceAll('\\', ''),
      'quotes-doubled': (text) => text.replace(/['"]/g, '$&$&'),
      decoded: (text) => text.replace(/%[0-9A-F]{2}/gi, decodeURIComponent),
      'single-blanks': (text) => text.replace(/ {2,}/g, ' '),
      'in-html': (text) => text.replaceAll('&', '&amp;'),
      'as-a-format': (text) => text.replace(/%[sd]/g, ''),
      'with-plain-quotes': (text) => text.replace(/[“”]/g, '"'),
      'without-its-last-backslash': (text) => text.replace(/\\$/, ''),
      'filled-in-as-a-template': (text) => text.replace(/\{\{\w+\}\}|\$[1&]/g, ''),
      'quoted-for-a-spreadsheet': (text) => text.replace(/^[=+@-]/, "'$&"),
      'ending-at-a-number-sign': (text) => text.split('#')[0],
      'without-joiners': (text) => text.replaceAll('\u200d', ''),
      'in-three-bytes': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
    }),
    'update-breaks-on-long-url': answer(all(updateCallback, given('url', isLong)), crash),
    'update-refused-but-done': answer(all(updateCallback, given('description', isLong)), refusedAs(400)),
  },
  'callback-update.all-fields': {
    'update-of-all-applies-url-only': forgetsOfAll('description', 'events', 'is_active'),
    'update-of-all-forgets-url': forgetsOfAll('url'),
    'update-of-all-forgets-description': forgetsOfAll('description'),
    'update-of-all-forgets-events': forgetsOfAll('events'),
    'update-of-all-forgets-is-active': forgetsOfAll('is_active'),
    'update-of-all-applies-what-comes-first': overrideRequest(
      all(updateCallback, ({ input }) => Object.keys(input)[0] !== 'url'),
      ({ input }) => leavingOut(fieldsOf(input).slice(1)),
    ),
    'update-of-all-refused': answer(
      all(updateCallback, given('url'), given('description'), given('events'), given('is_active')),
      refusedAs(400),
    ),
  },
  'callback-update.concurrent': {
    'concurrent-updates-lose-one': overrideCallbacks((plain) => {
      const previous = new WeakMap<Callback, { at: number; before: Callback }>();
      return {
        update(callback, change) {
          const before = { ...callback };
          const last = previous.get(callback);
          previous.set(callback, { at: Date.now(), before });
          if (last && Date.now() - last.at < atOnceMs) Object.assign(callback, last.before);
          plain.update(callback, change);
        },
      };
    }),
  },
};
