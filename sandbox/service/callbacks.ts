import type { Ids } from './identifiers.ts';

/** A callback as stored and returned (`2.7`). Timestamps are ISO 8601 in UTC. */
export type Callback = {
  id: string;
  url: string;
  description: string;
  events: string[];
  is_active: boolean;
  failure_count: number;
  /** Null until the first notification was attempted. */
  last_triggered: string | null;
  date_created: string;
  date_updated: string;
};

/** The fields that a merchant may set. An update leaves absent fields unchanged (`4.6`). */
export type CallbackChange = {
  url?: string | undefined;
  description?: string | undefined;
  events?: string[] | undefined;
  is_active?: boolean | undefined;
};

/** Reads the fields of an update, all of which are optional. */
export type CallbackUpdates = { read(fields: Readonly<Record<string, unknown>>): CallbackChange };

/** The event names that the interface mentions (`6`). A callback created without `events` subscribes to all of them. */
export const knownEvents = [
  'payment.created',
  'payment.updated',
  'payment.completed',
  'payment.failed',
  'payout.created',
  'payout.updated',
];

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
  /** @param amount of the payment that is announced */
  subscribersOf(event: string, amount?: number): Callback[];
  /** The addresses that one notification is posted to. */
  addresses(callback: Callback): string[];
  /** Whether the receiver accepted a notification, by the status of its answer; 0 when there was none. */
  isDelivered(status: number, callback?: Callback): boolean;
  /** How often one notification is attempted, and the milliseconds between two attempts. */
  attempts: { most: number; intervalMs: number };
  /** How many milliseconds after a completed payment its payout is announced; undefined for no payouts. */
  payoutAfterMs: number | undefined;
  /** Records one delivery attempt. A success resets the count of failures (`2.7`). */
  recordDelivery(callback: Callback, delivered: boolean): void;
};

export function createCallbacks(ids: Ids): Callbacks {
  const store = new Map<string, Callback>();

  function keep(callback: Callback): Callback {
    store.set(callback.id, callback);
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
    delete: (callback) => void store.delete(callback.id),
    keep,
    list: () => [...store.values()],
    subscribersOf: (event) => [...store.values()].filter((callback) => isSubscribed(callback, event)),
    addresses: (callback) => [callback.url],
    isDelivered: (status) => status >= 200 && status < 300,
    attempts: { most: 1, intervalMs: 150 },
    payoutAfterMs: undefined,
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
