import { setTimeout as pause } from 'node:timers/promises';
import type { HasReading } from '../../readings/catalogue.ts';
import type { Callback } from './callback.ts';
import type { Callbacks } from './callbacks.ts';
import type { Notification } from './notifications.ts';
import { postNotification } from './post-notification.ts';

/** Milliseconds between two attempts, and before a late first one. */
const intervalMs = 150;

/**
 * Takes notifications to callbacks and books what became of them. Never rejects.
 *
 * @param timeout milliseconds that a receiver has to answer
 */
export function createPostman(
  callbacks: Callbacks,
  timeout: number,
  reading: HasReading,
): (callback: Callback, notification: Notification) => Promise<void> {
  const attempts = reading('deliveries-retried') ? 3 : 1;

  async function post(address: string, notification: Notification): Promise<boolean> {
    if (reading('notifications-as-forms')) {
      const form = new URLSearchParams({ event: notification.event, ...asTexts(notification.data) });
      return postNotification(address, form, timeout);
    }
    if (!reading('notifications-within-data')) return postNotification(address, notification, timeout);
    const { event: type, created: occurred_at, data } = notification;
    return postNotification(address, [{ type, occurred_at, data: { object: 'payment', attributes: data } }], timeout);
  }

  /** Whoever comes late looks whether the callback still wants to be told. */
  const isOver = (callback: Callback): boolean => !callback.is_active || callbacks.find(callback.id) !== callback;

  return async (callback, notification) => {
    if (reading('no-deliveries')) return;
    if (reading('deliveries-late')) {
      await pause(intervalMs);
      if (isOver(callback)) return;
    }
    for (const address of callbacks.addresses(callback)) {
      let delivered = false;
      for (let attempt = 1; !delivered && attempt <= attempts; attempt += 1) {
        if (attempt > 1) await pause(intervalMs);
        if (attempt > 1 && isOver(callback)) break;
        delivered = await post(address, notification);
        callbacks.recordDelivery(callback, delivered);
      }
    }
  };
}

const asTexts = (data: object): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
