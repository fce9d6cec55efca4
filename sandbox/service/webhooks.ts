import { request } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Callback, Callbacks } from './callbacks.ts';
import type { HasOption } from './service.ts';
import type { Transaction } from './transactions.ts';

/** The events that the sandbox emits (`6`); payouts only in variants. */
type EventName = 'payment.created' | 'payment.updated' | 'payment.completed' | 'payment.failed' | 'payout.created';

/** The JSON body of a notification. `amount` is in subunits, null while the customer has not set it. */
type Notification = { event: EventName; created: string; data: Record<string, string | number | null> };

export type Announce = (event: EventName, transaction: Transaction) => void;

/** Milliseconds without deliveries after a refused one, with `deliveries-at-once-then-paused`. */
const pauseAfterRefusalMs = 30_000;

/**
 * Notifies every active subscriber of an event, with the current state of the transaction. Each receiver gets its
 * notifications in order, one at a time. Deliveries never delay the answer that caused them.
 *
 * @param timeout time limit for the answer of a receiver, in milliseconds
 */
export function createWebhooks(callbacks: Callbacks, timeout: number, has: HasOption) {
  const queues = new WeakMap<Callback, Promise<void>>();
  const paused = has('deliveries-at-once-then-paused') ? new WeakMap<Callback, number>() : undefined;
  const countsOnce = has('deliveries-repeated-count-once');
  const { payoutAfterMs } = callbacks;
  const { most, intervalMs } = callbacks.attempts;
  const attempts = countsOnce || has('deliveries-retried') ? 3 : most;
  let closed = false;

  /** A delayed attempt is dropped when the callback has become inactive or was deleted. */
  const isCancelled = (callback: Callback): boolean =>
    !callback.is_active || callbacks.find(callback.id, 'delivery') !== callback;

  async function deliver(callback: Callback, notification: Notification): Promise<void> {
    if (closed || has('no-deliveries') || has('greetings-alone')) return;
    if ((paused?.get(callback) ?? 0) > Date.now()) return;
    if (has('deliveries-late')) {
      // Late by the same time, however many are due.
      await pause(Math.max(0, Date.parse(notification.created) + intervalMs - Date.now()));
      if (isCancelled(callback)) return;
    }
    for (const address of callbacks.addresses(callback)) {
      let delivered = false;
      for (let attempt = 1; !delivered && attempt <= attempts; attempt += 1) {
        if (attempt > 1) await pause(intervalMs);
        if (attempt > 1 && isCancelled(callback)) break;
        delivered = callbacks.isDelivered(
          await postNotification(address, written(notification, has), timeout),
          callback,
        );
        if (delivered || attempt === attempts || !countsOnce) callbacks.recordDelivery(callback, delivered);
        if (!delivered) paused?.set(callback, Date.now() + pauseAfterRefusalMs);
      }
    }
  }

  async function deliverAfter(
    earlier: Promise<void> | undefined,
    callback: Callback,
    one: Notification,
  ): Promise<void> {
    await earlier;
    await nextTurn();
    await deliver(callback, one);
  }

  const announce: Announce = (event, transaction) => {
    const data = {
      transaction_id: transaction.transactionId,
      transaction_reference: transaction.transactionReference,
      status: transaction.status,
      amount: transaction.amount ?? null,
      currency: transaction.currency,
    };
    const notification = { event, created: new Date().toISOString(), data };
    for (const callback of callbacks.subscribersOf(event, transaction.amount)) {
      const earlier = paused ? undefined : queues.get(callback);
      queues.set(callback, deliverAfter(earlier, callback, notification));
    }
    if (event === 'payment.completed' && payoutAfterMs !== undefined)
      setTimeout(announce, payoutAfterMs, 'payout.created', transaction).unref();
  };

  /** Drops queued notifications. A delivery that has started ends within its timeout. */
  const close = (): void => void (closed = true);
  return { announce, close };
}

/** The body of a notification, as the options want it. */
function written({ event, created, data }: Notification, has: HasOption): unknown {
  if (has('notifications-as-forms')) {
    const texts = Object.entries(data).map(([name, value]) => [name, String(value)]);
    return new URLSearchParams({ event, ...Object.fromEntries(texts) });
  }
  if (!has('notifications-within-data')) return { event, created, data };
  return [{ type: event, occurred_at: created, data: { object: 'payment', attributes: data } }];
}

/**
 * Posts a notification as JSON or as a form, and returns the HTTP status that the receiver answered in time, or 0. Never
 * rejects. Only plain HTTP on this machine is called: for any other address it is 0, and no request is sent.
 */
export async function postNotification(address: string, notification: unknown, timeout: number): Promise<number> {
  if (!isLoopback(address)) return 0;
  const form = notification instanceof URLSearchParams;
  const body = form ? notification.toString() : JSON.stringify(notification);
  return new Promise((resolve) => {
    const headers = {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    // Redirects are not followed: they could lead off this machine.
    const sent = { method: 'POST', agent: false, headers, signal: AbortSignal.timeout(timeout) };
    // A fault may have made the address a list.
    const outgoing = request(new URL(address), sent);
    outgoing.on('response', (answer) => {
      // Only the status counts. The body is discarded, and the timeout ends an endless one.
      answer.on('error', () => {});
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname: host } = new URL(address);
  return protocol === 'http:' && (host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host));
}
