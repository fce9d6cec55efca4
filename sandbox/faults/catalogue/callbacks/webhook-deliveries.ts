import type { Callback } from '../../../service/webhooks/callback.ts';
import { type Callbacks, isSubscribed } from '../../../service/webhooks/callbacks.ts';
import { inService } from '../../changes.ts';
import type { Effect, Subject } from '../../exchange.ts';
import { afterwards, countFields } from './effects-of-updates.ts';

const varied = (change: (plain: Callbacks) => Partial<Callbacks>): Effect => inService({ callbacks: change });

/** Also notifies inactive callbacks that pass a test. */
function notified(test: (callback: Callback, event: string) => boolean): Effect {
  return varied((plain) => ({
    subscribersOf: (event) =>
      plain
        .list()
        .filter((callback) => callback.events.includes(event) && (callback.is_active || test(callback, event))),
  }));
}

/** Chooses the addresses to notify, once an update has changed the original one. */
function withOldAddress(addresses: (old: string, current: string) => string[]): Effect {
  return varied((plain) => {
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
}

/** Changes a callback after a delivery was recorded. */
function afterDelivery(change: (callback: Callback, before: Callback, delivered: boolean) => void): Effect {
  return varied((plain) => ({
    recordDelivery(callback, delivered) {
      const before = { ...callback };
      plain.recordDelivery(callback, delivered);
      change(callback, before, delivered);
    },
  }));
}

function countsSuccessAs(count: (before: number) => number): Effect {
  return afterDelivery((callback, before, delivered) => {
    if (delivered) callback.failure_count = count(before.failure_count);
  });
}

function countsFailureAs(count: (before: number) => number): Effect {
  return afterDelivery((callback, before, delivered) => {
    if (!delivered) callback.failure_count = count(before.failure_count);
  });
}

/** Which callbacks are notified, at which address, and how deliveries are recorded (`6`). */
export const webhookDeliveries: Subject = {
  'webhook.inactive-silent': {
    'inactive-notified-of-all': ['notifies inactive callbacks', notified(() => true)],
    'inactive-notified-of-creations': [
      'notifies inactive callbacks of new payments',
      notified((_callback, event) => event === 'payment.created'),
    ],
    'lone-deactivation-without-effect': [
      'keeps notifying a callback that an update of only is_active has deactivated',
      varied((plain) => {
        const deactivated = new WeakSet<Callback>();
        return {
          update(callback, change) {
            if (change.is_active === false && countFields(change) === 1) deactivated.add(callback);
            plain.update(callback, change);
          },
          subscribersOf: (event) =>
            plain
              .list()
              .filter(
                (callback) => callback.events.includes(event) && (callback.is_active || deactivated.has(callback)),
              ),
        };
      }),
    ],
    'deactivated-notified': [
      'notifies callbacks that an update has deactivated',
      notified(({ date_created, date_updated }) => date_updated !== date_created),
    ],
  },
  'webhook.new-address': {
    'old-address-only': [
      'notifies only the original url of a callback after an update',
      withOldAddress((old) => [old]),
    ],
    'old-address-as-well': [
      'notifies both the new and the original url of a callback',
      withOldAddress((old, current) => [old, current]),
    ],
    'address-without-query': [
      'sends notifications to the url without its query',
      varied(() => ({ addresses: ({ url }) => [url.replace(/\?.*/, '')] })),
    ],
    'new-address-not-notified': ['sends no notifications once an update has changed the url', withOldAddress(() => [])],
  },
  'webhook.reactivated': {
    'reactivated-not-notified': [
      'never again notifies a callback that was inactive',
      varied((plain) => {
        const deactivated = new WeakSet<Callback>();
        return {
          update(callback, change) {
            if (change.is_active === false) deactivated.add(callback);
            plain.update(callback, change);
          },
          subscribersOf: (event) => plain.subscribersOf(event).filter((callback) => !deactivated.has(callback)),
        };
      }),
    ],
  },
  'webhook.every-subscriber': {
    'newest-subscriber-only': [
      'notifies only the newest of the callbacks that subscribe to an event',
      varied((plain) => ({ subscribersOf: (event) => plain.subscribersOf(event).slice(-1) })),
    ],
    'oldest-subscriber-only': [
      'notifies only the oldest of the callbacks that subscribe to an event',
      varied((plain) => ({ subscribersOf: (event) => plain.subscribersOf(event).slice(0, 1) })),
    ],
  },
  'webhook.deleted-silent': {
    'deleted-still-notified': [
      'keeps notifying a deleted callback',
      varied((plain) => {
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
    ],
  },
  'webhook.last-triggered': {
    'last-triggered-never-set': [
      'never sets last_triggered',
      afterDelivery((callback, before) => (callback.last_triggered = before.last_triggered)),
    ],
    'last-triggered-after-failures-only': [
      'sets last_triggered only when a delivery fails',
      afterDelivery((callback, before, delivered) => {
        if (delivered) callback.last_triggered = before.last_triggered;
      }),
    ],
    'last-triggered-set-once': [
      'sets last_triggered at the first delivery, and never again',
      afterDelivery((callback, before) => (callback.last_triggered = before.last_triggered ?? callback.last_triggered)),
    ],
    'last-triggered-set-to-tomorrow': [
      'dates the last delivery a day in the future',
      afterDelivery((callback) => (callback.last_triggered = new Date(Date.now() + 86_400_000).toISOString())),
    ],
    'last-triggered-while-inactive': [
      'sets last_triggered of inactive callbacks as well',
      varied((plain) => ({
        recordDelivery(callback, delivered) {
          plain.recordDelivery(callback, delivered);
          const inactive = plain.list().filter((other) => !other.is_active);
          for (const other of inactive) other.last_triggered = callback.last_triggered;
        },
      })),
    ],
    'last-triggered-lost-with-description': [
      'clears last_triggered when an update changes the description',
      afterwards((callback, _before, sent) => {
        if (sent.description !== undefined) callback.last_triggered = null;
      }),
    ],
    'last-triggered-lost-with-events': [
      'clears last_triggered when an update changes the events',
      afterwards((callback, _before, sent) => {
        if (sent.events !== undefined) callback.last_triggered = null;
      }),
    ],
    'last-triggered-lost-in-activation': [
      'clears last_triggered when an update activates the callback',
      afterwards((callback, _before, sent) => {
        if (sent.is_active) callback.last_triggered = null;
      }),
    ],
    'last-triggered-cleared': [
      'clears last_triggered after a delivery',
      afterDelivery((callback) => (callback.last_triggered = null)),
    ],
  },
  'webhook.failures-counted': {
    'failures-not-counted': ['leaves failure_count at zero', countsFailureAs(() => 0)],
    'failures-counted-once': ['counts only the first failure', countsFailureAs(() => 1)],
    'failures-without-answer-not-counted': [
      'takes a notification that the receiver does not answer for delivered',
      varied((plain) => ({ isDelivered: (status) => status === 0 || plain.isDelivered(status) })),
    ],
    'failures-counted-twice': ['counts each failure as two', countsFailureAs((before) => before + 2)],
    'failures-forgotten-once-shown': [
      'sets failure_count to zero once it was fetched',
      varied((plain) => ({
        show(callback) {
          const shown = plain.show(callback);
          callback.failure_count = 0;
          return shown;
        },
      })),
    ],
    'failures-counted-everywhere': [
      'counts a failed delivery at every callback',
      varied((plain) => ({
        recordDelivery(callback, delivered) {
          plain.recordDelivery(callback, delivered);
          const others = delivered ? [] : plain.list().filter((other) => other !== callback);
          for (const other of others) other.failure_count += 1;
        },
      })),
    ],
  },
  'webhook.success-count': {
    'success-raises-failure-count': [
      'raises failure_count after an accepted delivery',
      countsSuccessAs((before) => before + 1),
    ],
    'success-counts-below-zero': ['sets failure_count to -1 after an accepted delivery', countsSuccessAs(() => -1)],
    'success-lowers-failure-count': [
      'lowers failure_count by only one after an accepted delivery',
      countsSuccessAs((before) => Math.max(0, before - 1)),
    ],
    'failure-count-never-reset': [
      'leaves failure_count as it was after an accepted delivery',
      countsSuccessAs((before) => before),
    ],
  },
};
