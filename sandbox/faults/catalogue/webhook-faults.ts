import { type Callback, isSubscribed } from '../../service/callbacks.ts';
import { acceptsKey, answer, overrideCallbacks, overrideRequest, refusedAs, within } from '../changes.ts';
import {
  all,
  any,
  fetchCallback,
  given,
  initiate,
  lacks,
  mobileMoney,
  noKey,
  noLeadingZero,
  publishableKey,
  startCheckout,
  updateCallback,
  wrongKey,
} from '../conditions.ts';
import type { Alteration, Condition, Effect, Effects, Entries, Exchange, Json, Subject } from '../exchange.ts';
import { answersTo, table, type Words } from '../fault-tables.ts';
import { afterDelivery, afterFetch, afterUpdate } from '../callback-effects.ts';
import { countFields } from './callback-update-faults.ts';

/** Also notifies inactive callbacks that pass a test. */
const notified = (test: (callback: Callback, event: string) => boolean): Effect =>
  overrideCallbacks((plain) => ({
    subscribersOf: (event) =>
      plain.list().filter((one) => one.events.includes(event) && (one.is_active || test(one, event))),
  }));

/** Chooses the addresses to notify, once an update has changed the original one. */
const withOldAddress = (addresses: (old: string, current: string) => string[]): Effect =>
  overrideCallbacks((plain) => {
    const created = new WeakMap<Callback, string>();
    return {
      update(callback, change) {
        if (!created.has(callback)) created.set(callback, callback.url);
        plain.update(callback, change);
      },
      addresses(callback) {
        const old = created.get(callback) ?? callback.url;
        return old === callback.url ? [callback.url] : addresses(old, callback.url);
      },
    };
  });

/** The addresses of a callback one of whose addresses has refused a notification. */
const withRefusedAddress = (make: (refused: string, current: string) => string[]): Effect =>
  overrideCallbacks((plain) => {
    const refused = new WeakMap<Callback, string>();
    return {
      addresses: (callback) => make(refused.get(callback) ?? callback.url, callback.url),
      recordDelivery(callback, delivered) {
        plain.recordDelivery(callback, delivered);
        if (!delivered && !refused.has(callback)) refused.set(callback, callback.url);
      },
    };
  });

/** Does not announce a payment, depending on when those with the same event were announced. */
const announcedUnless = (
  isLost: (before: readonly number[], now: number) => boolean,
  alike: (event: string, amount?: number) => string = (event) => event,
): Effect =>
  overrideCallbacks((plain) => {
    const times = new Map<string, number[]>();
    return {
      subscribersOf(event, amount) {
        const key = alike(event, amount);
        const [before, now] = [times.get(key) ?? [], Date.now()];
        if (isLost(before, now)) return [];
        times.set(key, [...before, now]);
        return plain.subscribersOf(event);
      },
    };
  });

/** Notifies active callbacks whose events pass a test. */
const subscribed = (test: (events: string[], event: string) => boolean): Effect =>
  overrideCallbacks((plain) => ({
    subscribersOf: (event) => plain.list().filter((one) => one.is_active && test(one.events, event)),
  }));
/** Notifies active callbacks by events of their own, which updates change otherwise. */
const subscribedBy = (next: (known: readonly string[], events: readonly string[]) => string[]): Effect =>
  overrideCallbacks((plain) => {
    const known = new WeakMap<Callback, string[]>();
    const learn = (one: Callback): void => void known.set(one, next(known.get(one) ?? [], one.events));
    return {
      update(callback, change) {
        learn(callback);
        plain.update(callback, change);
        learn(callback);
      },
      subscribersOf: (event) =>
        plain.list().filter((one) => one.is_active && (known.get(one) ?? one.events).includes(event)),
    };
  });
const objectOf = (event: string): string => event.split('.')[0] ?? '';
const actionOf = (event: string): string => event.split('.')[1] ?? '';

/** Starts the transaction of an invalid request, with other fields, and refuses it nevertheless. */
const announced = (where: Condition, fields: Json | ((exchange: Exchange) => Json), status: number): Effects => [
  overrideRequest(where, fields),
  answer(where, refusedAs(status, 'The request is not valid.')),
];
const stranger = any(noKey, wrongKey(), publishableKey);

/** Counts otherwise after an accepted, or after a failed delivery. */
const countsAs = (accepted: boolean, count: (before: number) => number): Effect =>
  afterDelivery((callback, before, delivered) => {
    if (delivered === accepted) callback.failure_count = count(before.failure_count);
  });

const lastTriggered = (words: Words<(one: Callback, before: Callback, delivered: boolean) => string | null>): Entries =>
  table('last-triggered', words, (date) =>
    afterDelivery((one, before, delivered) => (one.last_triggered = date(one, before, delivered))),
  );

/** Which callbacks are notified, at which address, and how deliveries are recorded (`6`). */
export const webhookDeliveries: Subject = {
  'webhook.inactive-silent': {
    'inactive-notified-of-all': notified(() => true),
    'inactive-notified-of-failures': notified((_callback, event) => event === 'payment.failed'),
    'inactive-notified-of-creations': notified((_callback, event) => event === 'payment.created'),
    'inactive-notified-of-later-payouts': overrideCallbacks((plain) => ({
      payoutAfterMs: 400,
      subscribersOf: (event) =>
        event === 'payout.created'
          ? plain.list().filter((one) => one.events.includes(event))
          : plain.subscribersOf(event),
    })),
    'lone-deactivation-without-effect': overrideCallbacks((plain) => {
      const deactivated = new WeakSet<Callback>();
      return {
        update(callback, change) {
          if (change.is_active === false && countFields(change) === 1) deactivated.add(callback);
          plain.update(callback, change);
        },
        subscribersOf: (event) =>
          plain.list().filter((one) => one.events.includes(event) && (one.is_active || deactivated.has(one))),
      };
    }),
    'deactivated-notified': notified(({ date_created, date_updated }) => date_updated !== date_created),
  },
  'webhook.new-address': {
    'old-address-only': withOldAddress((old) => [old]),
    'old-address-as-well': withOldAddress((old, current) => [old, current]),
    'address-without-query': overrideCallbacks(() => ({ addresses: ({ url }) => [url.replace(/\?.*/, '')] })),
    'new-address-not-notified': withOldAddress(() => []),
    'address-kept-once-refused': withRefusedAddress((refused) => [refused]),
    'refused-address-as-well': withRefusedAddress((refused, current) => [...new Set([refused, current])]),
  },
  'webhook.reactivated': {
    'reactivated-not-notified': overrideCallbacks((plain) => {
      const deactivated = new WeakSet<Callback>();
      return {
        update(callback, change) {
          if (change.is_active === false) deactivated.add(callback);
          plain.update(callback, change);
        },
        subscribersOf: (event) => plain.subscribersOf(event).filter((callback) => !deactivated.has(callback)),
      };
    }),
  },
  'webhook.every-subscriber': {
    'events-of-creation-kept': subscribedBy((known, events) => [...(known.length > 0 ? known : events)]),
    'newest-subscriber-only': overrideCallbacks((plain) => ({
      subscribersOf: (event) => plain.subscribersOf(event).slice(-1),
    })),
    'failures-for-the-oldest-subscriber-only': overrideCallbacks((plain) => ({
      subscribersOf: (event) => plain.subscribersOf(event).slice(0, event === 'payment.failed' ? 1 : undefined),
    })),
    'oldest-subscriber-only': overrideCallbacks((plain) => ({
      subscribersOf: (event) => plain.subscribersOf(event).slice(0, 1),
    })),
    'failing-subscriber-ends-the-row': overrideCallbacks((plain) => ({
      subscribersOf(event) {
        const all = plain.subscribersOf(event);
        const failing = all.findIndex((one) => one.failure_count > 0);
        return failing === -1 ? all : all.slice(0, failing + 1);
      },
    })),
    'failing-subscriber-silences-others': overrideCallbacks((plain) => ({
      subscribersOf(event) {
        const all = plain.subscribersOf(event);
        const failing = all.filter((one) => one.failure_count > 0);
        return failing.length === 0 ? all : failing;
      },
    })),
  },
  'webhook.each-payment': {
    'sixth-payment-of-a-second-not-announced': announcedUnless(
      (before, now) => before.filter((at) => now - at < 1000).length >= 5,
    ),
    'payments-of-one-amount-announced-once': announcedUnless(
      (before, now) => before.some((at) => now - at < 250),
      (event, amount) => `${event} ${amount}`,
    ),
    'payments-within-moments-announced-once': announcedUnless((before, now) => before.some((at) => now - at < 20)),
  },
  'webhook.deleted-silent': {
    'deleted-still-notified': overrideCallbacks((plain) => {
      const deleted: Callback[] = [];
      return {
        delete(callback) {
          deleted.push(callback);
          plain.delete(callback);
        },
        subscribersOf: (event) => [
          ...plain.subscribersOf(event),
          ...deleted.filter((callback) => isSubscribed(callback, event)),
        ],
      };
    }),
    'retries-outlive-deletion': overrideCallbacks((plain) => {
      const known = new Map<string, Callback>();
      return {
        attempts: { most: 12, intervalMs: 150 },
        isDelivered: (status, callback) =>
          plain.isDelivered(status) && (callback === undefined || plain.find(callback.id, 'delivery') !== undefined),
        find(id, purpose) {
          const found = plain.find(id, purpose);
          if (found) known.set(id, found);
          return purpose === 'delivery' ? (found ?? known.get(id)) : found;
        },
      };
    }),
  },
  'webhook.only-subscribed': {
    'events-ignored': subscribed(() => true),
    'failures-told-to-all': subscribed((events, event) => event === 'payment.failed' || events.includes(event)),
    'events-told-by-object': subscribed((events, event) => events.some((name) => objectOf(name) === objectOf(event))),
    'events-told-by-action': subscribed((events, event) => events.some((name) => actionOf(name) === actionOf(event))),
    'completed-told-of-created': subscribed((events, event) =>
      [...events, ...events.map((name) => name.replace('completed', 'created'))].includes(event),
    ),
    'created-told-of-completed': subscribed((events, event) =>
      [...events, ...events.map((name) => name.replace('created', 'completed'))].includes(event),
    ),
    'payouts-told-of-payments': subscribed((events, event) =>
      [...events, ...events.map((name) => name.replace('payout', 'payment'))].includes(event),
    ),
    'events-only-added': subscribedBy((known, events) => [...known, ...events]),
  },
  'webhook.refused-silent': {
    'initiation-announced-then-refused': announced(
      all(initiate, any(lacks('amount'), lacks('email'), lacks('currency'))),
      { amount: 1050, email: 'customer@example.com', currency: 'XTS' },
      400,
    ),
    'prompt-announced-then-refused': announced(noLeadingZero, { mobile_money_number: '0970000001' }, 400),
    'outcome-announced-then-refused': announced(
      all(
        mobileMoney,
        given('requested_response', (word) => word !== 'success' && word !== 'failed'),
      ),
      { requested_response: 'success' },
      400,
    ),
    'checkout-announced-then-refused': announced(all(startCheckout, lacks('currency')), { currency: 'XTS' }, 400),
    'key-of-checkout-refused-after-announcement': announced(
      all(startCheckout, ({ input, settings }) => input['publishable_key'] !== settings.publishableKey),
      ({ settings }) => ({ publishable_key: settings.publishableKey }),
      401,
    ),
    'stranger-announced-then-refused': [
      acceptsKey(all(initiate, stranger)),
      answer(all(initiate, stranger), refusedAs(401)),
    ],
  },
  'webhook.last-triggered': {
    ...lastTriggered({
      'never-set': (_one, before) => before.last_triggered,
      'after-failures-only': (one, before, delivered) => (delivered ? before : one).last_triggered,
      'set-once': (one, before) => before.last_triggered ?? one.last_triggered,
      'set-to-tomorrow': () => new Date(Date.now() + 86_400_000).toISOString(),
      cleared: () => null,
    }),
    'last-triggered-while-inactive': afterDelivery((one, _before, _delivered, others) => {
      for (const other of others()) if (!other.is_active) other.last_triggered = one.last_triggered;
    }),
    'last-triggered-lost-with-description': afterUpdate((one, _before, sent) => {
      if (sent.description !== undefined) one.last_triggered = null;
    }),
    'last-triggered-lost-with-events': afterUpdate((one, _before, sent) => {
      if (sent.events !== undefined) one.last_triggered = null;
    }),
    'last-triggered-lost-in-activation': afterUpdate((one, _before, sent) => {
      if (sent.is_active) one.last_triggered = null;
    }),
  },
  'webhook.failures-counted': {
    'failures-not-counted': countsAs(false, () => 0),
    'failures-counted-once': countsAs(false, () => 1),
    'failures-counted-twice': countsAs(false, (before) => before + 2),
    'failures-without-answer-not-counted': overrideCallbacks((plain) => ({
      isDelivered: (status) => status === 0 || plain.isDelivered(status),
    })),
    'failures-forgotten-by-update': afterUpdate((one) => (one.failure_count = 0)),
    'failures-forgotten-with-events': afterUpdate((one, _before, sent) => {
      if (sent.events !== undefined) one.failure_count = 0;
    }),
    'failures-forgotten-once-shown': afterFetch((one) => (one.failure_count = 0)),
    'failures-counted-everywhere': afterDelivery((_one, _before, delivered, others) => {
      for (const other of delivered ? [] : others()) other.failure_count += 1;
    }),
  },
  'webhook.success-count': {
    'success-raises-failure-count': countsAs(true, (before) => before + 1),
    'success-counts-below-zero': countsAs(true, () => -1),
    'success-lowers-failure-count': countsAs(true, (before) => Math.max(0, before - 1)),
    'failure-count-never-reset': countsAs(true, (before) => before),
  },
};

const wants = (name: string): Condition => given('events', (events) => String(events).split(',').includes(name));
const refuses = (name: string): Effects =>
  answer(all(updateCallback, wants(name)), refusedAs(400, 'Parameter: events'));
/** Ignores one event of an update. An update that names no other event leaves the events unchanged. */
const forgets = (lost: string): Effects =>
  overrideRequest(updateCallback, ({ input }) => {
    if (typeof input['events'] !== 'string') return {};
    const kept = input['events'].split(',').filter((name) => name !== lost);
    return { events: kept.length === 0 ? undefined : kept.join(',') };
  });
const fetched = answersTo(fetchCallback);
const namesAs = (turn: (name: string) => string): Alteration =>
  fetched(within('callback', ({ json }) => (json['events'] = (json['events'] as string[]).map(turn))));
/** Names of events (`6`). */
export const eventNames: Subject = {
  'events.names': {
    'event-refused-payment-created': refuses('payment.created'),
    'event-refused-payout-updated': refuses('payout.updated'),
    'event-lost-payment-created': forgets('payment.created'),
    'event-lost-payment-updated': forgets('payment.updated'),
    'event-lost-payment-completed': forgets('payment.completed'),
    'event-lost-payment-failed': forgets('payment.failed'),
    'event-lost-payout-created': forgets('payout.created'),
    'event-lost-payout-updated': forgets('payout.updated'),
  },
  'events.pattern': {
    'event-names-underscored': namesAs((name) => name.replace('.', '_')),
    'event-names-action-only': namesAs((name) => name.split('.')[1] ?? name),
    'event-names-object-only': namesAs((name) => name.split('.')[0] ?? name),
    'event-names-camel-case': namesAs((name) => name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())),
  },
};
