import { createBoundedStore } from '../bounded-store.ts';
import type { Service } from '../service.ts';
import type { Callback } from './callback.ts';

/** What a sandbox with a fault finds, shows and keeps of callbacks. Without one, nothing of this happens. */
export type FaultyLookup = {
  /** The callback that answers a fetch of an unknown id. */
  toFetch(id: string): Callback | undefined;
  /** The callback as a fetch shows it. */
  fetched(callback: Callback): Callback;
  /** The callback that takes an update of an unknown id. */
  toUpdate(id: string): Callback | undefined;
  /** Whether a callback outlives its deletion. */
  survives(callback: Callback): boolean;
};

export function createFaultyLookup({ callbacks, fault }: Service): FaultyLookup {
  const deleted = createBoundedStore<Callback>(1_000);
  const fetches = new WeakMap<Callback, number>();
  let first: Callback | undefined;

  /** A fetch that changes what it reads. */
  function wear(callback: Callback, times: number): void {
    if (fault('fetch-touches-date-updated')) callback.date_updated = new Date(Date.now() + times).toISOString();
    if (fault('fetch-counts-as-failure')) callback.failure_count += 1;
    if (fault('fetch-marks-description')) callback.description += '.';
    if (fault('fetch-stamps-last-triggered')) callback.last_triggered = new Date(Date.now() + times).toISOString();
  }

  /** What only the next fetch sees. */
  function wearBehind(callback: Callback): void {
    if (fault('fetch-deactivates')) callback.is_active = false;
    if (fault('fetch-clears-events')) callback.events = [];
    if (fault('fetch-deletes')) callbacks.delete(callback);
  }

  return {
    toFetch(id) {
      const live = callbacks.list();
      if (fault('unknown-fetch-first')) return live[0];
      if (fault('unknown-fetch-last')) return live.at(-1);
      if (fault('unknown-fetch-by-beginning')) return live.find((one) => one.id.slice(0, 2) === id.slice(0, 2));
      if (fault('unknown-fetch-made-up')) return { ...madeUp(), id };
      const gone = deleted.get(id);
      if (fault('delete-shown-once-more')) deleted.delete(id);
      return fault('delete-shown-once-more') ? gone : undefined;
    },
    fetched(callback) {
      const times = (fetches.get(callback) ?? 0) + 1;
      fetches.set(callback, times);
      first ??= callback;
      wear(callback, times);
      const shown = { ...callback };
      wearBehind(callback);
      return fault('fetched-id-of-first') ? { ...shown, id: first.id } : shown;
    },
    toUpdate(id) {
      const gone = deleted.get(id);
      if (fault('deleted-revived-by-update') && gone) return callbacks.restore(gone);
      if (fault('deleted-created-by-update')) return callbacks.restore({ ...madeUp(), id });
      return undefined;
    },
    survives(callback) {
      const again = deleted.get(callback.id) !== undefined;
      deleted.put(callback.id, callback);
      if (fault('delete-only-deactivates')) callback.is_active = false;
      if (fault('delete-only-marks')) callback.description = '[deleted]';
      if (fault('delete-only-deactivates') || fault('delete-only-marks') || fault('delete-does-nothing')) return true;
      return fault('delete-works-the-second-time') && !again;
    },
  };
}

function madeUp(): Omit<Callback, 'id'> {
  const now = new Date().toISOString();
  return {
    url: 'http://127.0.0.1:9/',
    description: '',
    events: ['payment.created'],
    is_active: true,
    failure_count: 0,
    last_triggered: null,
    date_created: now,
    date_updated: now,
  };
}
