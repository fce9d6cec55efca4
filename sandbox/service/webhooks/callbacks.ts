import { createBoundedStore } from '../bounded-store.ts';
import { newId } from '../identifiers.ts';

/** A callback as it is stored and answered (`2.7`). Timestamps are ISO 8601 in UTC. */
export type Callback = {
  readonly id: string;
  url: string;
  description: string;
  events: string[];
  is_active: boolean;
  failure_count: number;
  /** Null until the first notification was attempted. */
  last_triggered: string | null;
  readonly date_created: string;
  date_updated: string;
};

/** What a merchant may set. On an update, what is left out stays as it is (`4.6`). */
export type CallbackChange = {
  url?: string | undefined;
  description?: string | undefined;
  events?: string[] | undefined;
  is_active?: boolean | undefined;
};

export type Callbacks = {
  create(wanted: CallbackChange & { url: string }): Callback;
  find(id: string): Callback | undefined;
  update(callback: Callback, change: CallbackChange): void;
  delete(callback: Callback): void;
  list(): Callback[];
  subscribersOf(event: string): Callback[];
  /** Books one attempt to notify: a success ends a row of failures (`2.7`). */
  recordDelivery(callback: Callback, delivered: boolean): void;
};

/** The event names the interface mentions (`6`); a callback created without `events` gets them all. */
export const knownEvents = [
  'payment.created',
  'payment.updated',
  'payment.completed',
  'payment.failed',
  'payout.created',
  'payout.updated',
];

export function createCallbacks(limit: number): Callbacks {
  const store = createBoundedStore<Callback>(limit);

  return {
    create(wanted) {
      const now = new Date().toISOString();
      const callback: Callback = {
        id: newId('cb'),
        url: wanted.url,
        description: wanted.description ?? '',
        events: wanted.events ?? [...knownEvents],
        is_active: wanted.is_active ?? true,
        failure_count: 0,
        last_triggered: null,
        date_created: now,
        date_updated: now,
      };
      store.put(callback.id, callback);
      return callback;
    },
    find: (id) => store.get(id),
    update(callback, change) {
      if (change.url !== undefined) callback.url = change.url;
      if (change.description !== undefined) callback.description = change.description;
      if (change.events !== undefined) callback.events = change.events;
      if (change.is_active !== undefined) callback.is_active = change.is_active;
      callback.date_updated = laterThan(callback.date_updated);
    },
    delete: (callback) => store.delete(callback.id),
    list: () => store.values(),
    subscribersOf: (event) =>
      store.values().filter((callback) => callback.is_active && callback.events.includes(event)),
    recordDelivery(callback, delivered) {
      callback.failure_count = delivered ? 0 : callback.failure_count + 1;
      callback.last_triggered = new Date().toISOString();
    },
  };
}

/** Now, but always after the given time: two updates within one millisecond must be told apart. */
function laterThan(timestamp: string): string {
  return new Date(Math.max(Date.now(), Date.parse(timestamp) + 1)).toISOString();
}
