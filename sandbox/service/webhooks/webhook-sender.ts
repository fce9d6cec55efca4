import { setTimeout as pause } from 'node:timers/promises';
import type { HasOption } from '../variation.ts';
import type { Callback } from './callback.ts';
import type { Callbacks } from './callbacks.ts';
import type { Notification } from './notifications.ts';
import { postNotification } from './post-notification.ts';

/** Milliseconds between two attempts, and before a delayed first one. */
const intervalMs = 150;
/** Milliseconds without deliveries after a refused one, with `deliveries-at-once-then-paused`. */
const pauseAfterRefusalMs = 30_000;

/**
 * Sends notifications to callbacks and records the outcome. Never rejects.
 *
 * @param timeout time limit for the answer of a receiver, in milliseconds
 */
export function createWebhookSender(
  callbacks: Callbacks,
  timeout: number,
  has: HasOption,
): (callback: Callback, notification: Notification) => Promise<void> {
  const countsOnce = has('deliveries-repeated-count-once');
  const attempts = countsOnce || has('deliveries-retried') ? 3 : 1;

  async function post(address: string, notification: Notification): Promise<number> {
    if (has('notifications-as-forms')) {
      const form = new URLSearchParams({ event: notification.event, ...asTexts(notification.data) });
      return postNotification(address, form, timeout);
    }
    if (!has('notifications-within-data')) return postNotification(address, notification, timeout);
    const { event: type, created: occurred_at, data } = notification;
    return postNotification(address, [{ type, occurred_at, data: { object: 'payment', attributes: data } }], timeout);
  }

  /** A delayed attempt is dropped when the callback has become inactive or was deleted. */
  const isCancelled = (callback: Callback): boolean =>
    !callback.is_active || callbacks.find(callback.id, 'delivery') !== callback;

  const paused = has('deliveries-at-once-then-paused') ? new WeakMap<Callback, number>() : undefined;

  const deliver = async (callback: Callback, notification: Notification): Promise<void> => {
    if (has('no-deliveries') || has('greetings-alone')) return;
    if ((paused?.get(callback) ?? 0) > Date.now()) return;
    if (has('deliveries-late')) {
      await pause(intervalMs);
      if (isCancelled(callback)) return;
    }
    for (const address of callbacks.addresses(callback)) {
      let delivered = false;
      for (let attempt = 1; !delivered && attempt <= attempts; attempt += 1) {
        if (attempt > 1) await pause(intervalMs);
        if (attempt > 1 && isCancelled(callback)) break;
        delivered = callbacks.isDelivered(await post(address, notification));
        if (delivered || attempt === attempts || !countsOnce) callbacks.recordDelivery(callback, delivered);
        if (!delivered) paused?.set(callback, Date.now() + pauseAfterRefusalMs);
      }
    }
  };

  return async (callback, notification) => {
    const delivery = deliver(callback, notification);
    if (!paused) await delivery;
  };
}

const asTexts = (data: object): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
