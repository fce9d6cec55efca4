import { createBoundedStore } from '../bounded-store.ts';
import { createIds } from '../identifiers.ts';
import type { HasFault } from '../../faults/catalogue.ts';
import type { HasReading } from '../../readings/catalogue.ts';
import { type Callback, type CallbackChange, knownEvents } from './callback.ts';
import { faultyChange } from './update-faults.ts';

export type Callbacks = {
  create(wanted: CallbackChange & { url: string }): Callback;
  find(id: string): Callback | undefined;
  /** Puts back a callback that was deleted; only a sandbox with a fault does. */
  restore(callback: Callback): Callback;
  update(callback: Callback, change: CallbackChange): void;
  delete(callback: Callback): void;
  list(): Callback[];
  subscribersOf(event: string): Callback[];
  /** The addresses that one notification is posted to. */
  addresses(callback: Callback): string[];
  /** Books one attempt to notify: a success ends a row of failures (`2.7`). */
  recordDelivery(callback: Callback, delivered: boolean): void;
};

export function createCallbacks(limit: number, fault: HasFault, reading: HasReading): Callbacks {
  const newId = createIds(reading);
  const store = createBoundedStore<Callback>(limit);
  const gone: Callback[] = [];
  const createdWith = new WeakMap<Callback, string>();
  const othersThan = (callback: Callback): Callback[] => store.values().filter((other) => other !== callback);

  function keep(callback: Callback): Callback {
    store.put(callback.id, callback);
    createdWith.set(callback, callback.url);
    return callback;
  }

  function apply(callback: Callback, change: CallbackChange): void {
    if (change.url !== undefined) callback.url = change.url;
    if (change.description !== undefined) callback.description = change.description;
    if (change.events !== undefined) callback.events = change.events;
    if (change.is_active !== undefined) callback.is_active = change.is_active;
  }

  function touch(callback: Callback, change: CallbackChange, before: Callback): void {
    const again = callback.date_updated !== callback.date_created;
    if (fault('update-leaves-date-updated')) return;
    if (reading('same-values-are-no-update') && sameSettings(callback, before)) return;
    if (fault('update-moves-date-updated-with-url-only') && change.url === undefined) return;
    if (fault('update-moves-date-updated-once') && again) return;
    callback.date_updated = laterThan(callback.date_updated);
    if (fault('update-turns-date-updated-back')) callback.date_updated = shifted(callback.date_created, -3_600_000);
    if (fault('update-moves-date-created')) callback.date_created = callback.date_updated;
    if (fault('update-sets-date-created-to-zero')) callback.date_created = new Date(0).toISOString();
    if (fault('update-shifts-date-created')) callback.date_created = shifted(callback.date_created, 3_600_000);
  }

  /** An update that reaches further than the callback it names. */
  function leak(callback: Callback, change: CallbackChange): void {
    const others = othersThan(callback);
    if (fault('update-leaks-to-all')) for (const other of others) apply(other, change);
    if (fault('update-leaks-to-newest')) for (const other of others.slice(-1)) apply(other, change);
    if (fault('update-leaks-to-oldest')) for (const other of others.slice(0, 1)) apply(other, change);
    for (const other of others) {
      if (fault('update-leaks-description')) apply(other, { description: change.description });
      if (fault('update-leaks-is-active')) apply(other, { is_active: change.is_active });
      if (fault('update-leaks-date-updated')) other.date_updated = laterThan(other.date_updated);
    }
  }

  /** Where a notification goes: to the address the callback has, and nowhere else. */
  function addresses(callback: Callback): string[] {
    const old = createdWith.get(callback) ?? callback.url;
    if (old === callback.url) return [callback.url];
    if (fault('old-address-as-well')) return [old, callback.url];
    return fault('old-address-only') ? [old] : [callback.url];
  }

  function isNotified(callback: Callback, event: string): boolean {
    if (fault('inactive-notified-of-all')) return true;
    if (fault('inactive-notified-of-creations') && event === 'payment.created') return true;
    const updated = callback.date_updated !== callback.date_created;
    if (fault('deactivated-notified') && updated) return true;
    return callback.is_active;
  }

  /** The count of failures after a delivery that was accepted. */
  function acceptedCount(before: number): number {
    if (fault('success-raises-failure-count')) return before + 1;
    if (fault('success-counts-below-zero')) return -1;
    return fault('failure-count-never-reset') ? before : 0;
  }

  // A service without a creation has callbacks all the same: its merchants made them elsewhere.
  if (reading('callbacks-made-elsewhere')) {
    for (const name of ['1', '2', '3', '4'])
      keep(fresh(`dashboard-${name}`, { url: 'https://merchant.example/hooks' }));
  }

  return {
    create(wanted) {
      return keep(fresh(newId('cb'), wanted));
    },
    find: (id) => store.get(id),
    restore(callback) {
      store.put(callback.id, callback);
      return callback;
    },
    update(callback, change) {
      const kept = faultyChange(callback, change, fault);
      const before = { ...callback };
      apply(callback, kept);
      touch(callback, kept, before);
      leak(callback, kept);
      if (fault('update-changes-id')) callback.id = newId('cb');
      if (fault('update-numbers-id')) callback.id += '-2';
    },
    delete(callback) {
      const others = othersThan(callback);
      if (fault('delete-takes-all')) for (const other of others) store.delete(other.id);
      if (fault('delete-takes-oldest')) for (const other of others.slice(0, 1)) store.delete(other.id);
      if (fault('delete-takes-newest')) for (const other of others.slice(-1)) store.delete(other.id);
      if (fault('delete-deactivates-others')) for (const other of others) other.is_active = false;
      store.delete(callback.id);
      gone.push(...(fault('deleted-still-notified') ? [callback] : []));
    },
    list: () => store.values(),
    addresses,
    subscribersOf: (event) =>
      [...store.values(), ...gone].filter((callback) => isNotified(callback, event) && callback.events.includes(event)),
    recordDelivery(callback, delivered) {
      callback.failure_count = delivered ? acceptedCount(callback.failure_count) : callback.failure_count + 1;
      if (reading('deliveries-count-as-updates')) callback.date_updated = laterThan(callback.date_updated);
      if (reading('callbacks-retired-after-five-failures') && callback.failure_count >= 5) callback.is_active = false;
      if (fault('last-triggered-never-set') || (delivered && fault('last-triggered-after-failures-only'))) return;
      callback.last_triggered = fault('last-triggered-cleared') ? null : new Date().toISOString();
    },
  };
}

function fresh(id: string, wanted: CallbackChange & { url: string }): Callback {
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

/** Whether two states of a callback agree in everything that an update can set. */
function sameSettings(one: Callback, other: Callback): boolean {
  const names = ['url', 'description', 'is_active'] as const;
  return names.every((name) => one[name] === other[name]) && one.events.join() === other.events.join();
}

/** A timestamp moved by milliseconds. */
function shifted(timestamp: string, by: number): string {
  return new Date(Date.parse(timestamp) + by).toISOString();
}

/** Now, but always after the given time: two updates within one millisecond must be told apart. */
function laterThan(timestamp: string): string {
  return new Date(Math.max(Date.now(), Date.parse(timestamp) + 1)).toISOString();
}
