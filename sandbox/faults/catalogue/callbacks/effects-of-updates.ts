import type { Callback, CallbackChange } from '../../../service/webhooks/callback.ts';
import { inService, leavingOut } from '../../changes.ts';
import type { Effect } from '../../exchange.ts';

/** The effects of faults on updates. */

/** Changes the fields of an update. */
export const changed = (make: (change: CallbackChange, callback: Callback) => CallbackChange): Effect =>
  inService({
    callbacks: (plain) => ({ update: (callback, change) => plain.update(callback, make(change, callback)) }),
  });

/** Ignores fields of an update: always, from the second update on, or when an update has all four fields. */
export const forgets = (...names: (keyof CallbackChange)[]): Effect => changed((change) => omit(change, names));
export const forgetsLater = (...names: (keyof CallbackChange)[]): Effect =>
  changed((change, callback) => (wasUpdated(callback) ? omit(change, names) : change));
export const forgetsOfAll = (...names: (keyof CallbackChange)[]): Effect =>
  changed((change) => (countFields(change) === 4 ? omit(change, names) : change));

/** Ignores is_active of an update when it has this value, always or only without other fields. */
export const ignores = (active: boolean, which: 'always' | 'alone'): Effect =>
  changed((change) => {
    const acts = change.is_active === active && (which === 'always' || countFields(change) === 1);
    return acts ? omit(change, ['is_active']) : change;
  });

/** Sets a field that an update leaves out. */
export const fills = <Name extends keyof CallbackChange>(name: Name, value: () => CallbackChange[Name]): Effect =>
  changed((change) => (change[name] === undefined ? { ...change, [name]: value() } : change));

/** Stores another value for a field of an update. The value may have a wrong type. */
export const keeps = <Name extends keyof CallbackChange>(
  name: Name,
  make: (value: NonNullable<CallbackChange[Name]>, callback: Callback) => unknown,
): Effect =>
  changed((change, callback) => {
    const value = change[name];
    return value === undefined ? change : { ...change, [name]: make(value, callback) };
  });

/** Changes a callback after its update. */
export const afterwards = (change: (callback: Callback, before: Callback, sent: CallbackChange) => void): Effect =>
  inService({
    callbacks: (plain) => ({
      update(callback, sent) {
        const before = { ...callback };
        plain.update(callback, sent);
        change(callback, before, sent);
      },
    }),
  });

/** Changes other callbacks along with an update. */
export const leaks = (change: (others: Callback[], sent: CallbackChange) => void): Effect =>
  inService({
    callbacks: (plain) => ({
      update(callback, sent) {
        plain.update(callback, sent);
        change(
          plain.list().filter((other) => other !== callback),
          sent,
        );
      },
    }),
  });
export const assign = (callbacks: Callback[], change: CallbackChange): void => {
  for (const callback of callbacks) Object.assign(callback, sentFields(change));
};

/** Stores fields of an update as they were sent, whatever their type. */
export const readsAsSent = (...names: ('url' | 'description' | 'is_active')[]): Effect =>
  inService({
    callbackUpdates: (plain) => ({
      read(fields) {
        const asSent = Object.fromEntries(names.map((name) => [name, fields[name]]));
        const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in asSent)));
        return { ...plain.read(rest), ...asSent };
      },
    }),
  });

export function wasUpdated({ date_created, date_updated }: Callback): boolean {
  return date_updated !== date_created;
}

export function omit(change: CallbackChange, names: readonly (keyof CallbackChange)[]): CallbackChange {
  return { ...change, ...leavingOut(names) };
}

/** The fields of an update that were sent. */
function sentFields(change: CallbackChange): CallbackChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export function countFields(change: CallbackChange): number {
  return Object.keys(sentFields(change)).length;
}
