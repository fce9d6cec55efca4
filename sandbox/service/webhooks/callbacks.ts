import { createBoundedStore } from '../bounded-store.ts';
import type { Ids } from '../identifiers.ts';
import { type Callback, type CallbackChange, knownEvents } from './callback.ts';

export type Callbacks = {
  create(wanted: CallbackChange & { url: string }): Callback;
  /** The callback with this id. Only variations use the purpose of the lookup. */
  find(id: string, purpose: 'fetch' | 'update' | 'delete' | 'delivery'): Callback | undefined;
  /** A callback as a fetch returns it. */
  show(callback: Callback): Callback;
  update(callback: Callback, change: CallbackChange): void;
  delete(callback: Callback): void;
  /** Stores a callback under its id. */
  keep(callback: Callback): Callback;
  list(): Callback[];
  subscribersOf(event: string): Callback[];
  /** The addresses that one notification is posted to. */
  addresses(callback: Callback): string[];
  /** Whether the receiver accepted a notification, by the status of its answer; 0 when there was none. */
  isDelivered(status: number): boolean;
  /** Records one delivery attempt. A success resets the count of failures (`2.7`). */
  recordDelivery(callback: Callback, delivered: boolean): void;
};

export function createCallbacks(limit: number, ids: Ids): Callbacks {
  const store = createBoundedStore<Callback>(limit);

  function keep(callback: Callback): Callback {
    store.put(callback.id, callback);
    return callback;
  }

  return {
    create: (wanted) => keep(newCallback(ids.newId('cb'), wanted)),
    find: (id) => store.get(id),
    show: (callback) => ({ ...callback }),
    update(callback, { url, description, events, is_active }) {
      if (url !== undefined) callback.url = url;
      if (description !== undefined) callback.description = description;
      if (events !== undefined) callback.events = events;
      if (is_active !== undefined) callback.is_active = is_active;
      callback.date_updated = laterThan(callback.date_updated);
    },
    delete: (callback) => store.delete(callback.id),
    keep,
    list: () => store.values(),
    subscribersOf: (event) => store.values().filter((callback) => isSubscribed(callback, event)),
    addresses: (callback) => [callback.url],
    isDelivered: (status) => status >= 200 && status < 300,
    recordDelivery(callback, delivered) {
      callback.failure_count = delivered ? 0 : callback.failure_count + 1;
      callback.last_triggered = new Date().toISOString();
    },
  };
}

export function newCallback(id: string, wanted: CallbackChange & { url: string }): Callback {
  const now = new Date().toISOString();
  return {
    id,
    url: wanted.url,
    description: wanted.description ?? '',
    events: wanted.events ?? [...knownEvents],
    is_active: wanted.is_active ?? true,
    failure_count: 0,
    last_triggered: null,
    date_created: now,
    date_updated: now,
  };
}

/** Whether a callback receives notifications of an event. */
export function isSubscribed(callback: Callback, event: string): boolean {
  return callback.is_active && callback.events.includes(event);
}

/** The current time, but always after the given one, so that updates within one millisecond differ. */
export function laterThan(timestamp: string): string {
  return new Date(Math.max(Date.now(), Date.parse(timestamp) + 1)).toISOString();
}
