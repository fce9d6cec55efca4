import type { Callback, CallbackChange, Callbacks } from '../service/callbacks.ts';
import { FieldRefusal } from '../http/refusals.ts';
import { overrideCallbacks } from './changes.ts';
import type { Effect } from './exchange.ts';

/** Effects of faults and variants on the callbacks of the service. */

/** Changes a callback before a fetch returns it. */
export const beforeFetch = (change: (callback: Callback, plain: Callbacks) => void): Effect =>
  overrideCallbacks((plain) => ({
    show(callback) {
      change(callback, plain);
      return plain.show(callback);
    },
  }));

/** Changes a callback after a fetch, so that the next fetch shows it. */
export const afterFetch = (change: (callback: Callback) => void): Effect =>
  overrideCallbacks((plain) => ({
    show(callback) {
      const shown = plain.show(callback);
      change(callback);
      return shown;
    },
  }));

/** Acts on a request whose id is unknown, and may find a callback nevertheless. */
export const whenUnknown = (
  purpose: 'fetch' | 'update' | 'delete',
  act: (id: string, plain: Callbacks) => Callback | void,
): Effect =>
  overrideCallbacks((plain) => ({
    find: (id, wanted) => plain.find(id, wanted) ?? (wanted === purpose ? (act(id, plain) ?? undefined) : undefined),
  }));

/** Changes a callback, or the others, after an update. */
export const afterUpdate = (
  change: (callback: Callback, before: Callback, sent: CallbackChange, others: () => Callback[]) => void,
): Effect =>
  overrideCallbacks((plain) => ({
    update(callback, sent) {
      const before = { ...callback };
      plain.update(callback, sent);
      change(callback, before, sent, () => plain.list().filter((other) => other !== callback));
    },
  }));

/** Changes a callback, or the others, after a delivery was recorded. */
export const afterDelivery = (
  change: (callback: Callback, before: Callback, delivered: boolean, others: () => Callback[]) => void,
): Effect =>
  overrideCallbacks((plain) => ({
    recordDelivery(callback, delivered) {
      const before = { ...callback };
      plain.recordDelivery(callback, delivered);
      change(callback, before, delivered, () => plain.list().filter((other) => other !== callback));
    },
  }));

/** Refuses the address of another callback. */
export const addressesOnlyOnce = (plain: Callbacks): Pick<Callbacks, 'create' | 'update'> => {
  const refuseUsed = (url: string | undefined, id?: string): void => {
    if (plain.list().some((one) => one.url === url && one.id !== id))
      throw new FieldRefusal('url', 'Another callback has this address.');
  };
  return {
    create(wanted) {
      refuseUsed(wanted.url);
      return plain.create(wanted);
    },
    update(callback, change) {
      refuseUsed(change.url, callback.id);
      plain.update(callback, change);
    },
  };
};
