import type { Callback, Callbacks } from '../service/callbacks.ts';

/** Limits the earlier states that are kept for each callback. */
const maxStates = 20;

/**
 * Earlier states of callbacks, for a service whose writes take effect with a delay.
 *
 * @param lag milliseconds
 * @param untilQuiet every further write of a callback restarts the delay
 */
export function createHistory(plain: Callbacks, lag: number, untilQuiet?: 'until quiet') {
  const states = new WeakMap<Callback, { until: number; state: Callback }[]>();
  let deletions: { until: number; callback: Callback }[] = [];
  const writes: Pick<Callbacks, 'update' | 'delete'> = {
    update(callback, change) {
      const until = Date.now() + lag;
      const first = untilQuiet && states.get(callback)?.find((one) => one.until > Date.now());
      const earlier = (states.get(callback) ?? []).slice(-maxStates);
      if (first) first.until = until;
      else states.set(callback, [...earlier, { until, state: { ...callback } }]);
      plain.update(callback, change);
    },
    delete(callback) {
      deletions = [...deletions.slice(-maxStates), { until: Date.now() + lag, callback }];
      plain.delete(callback);
    },
  };
  return {
    /** Writes that keep what they change. */
    writes,
    /** The state of a callback before its recent updates. */
    of: (callback: Callback): Callback =>
      states.get(callback)?.find(({ until }) => until > Date.now())?.state ?? callback,
    /** The callbacks whose deletion has not taken effect. */
    deleted: (): Callback[] => deletions.filter(({ until }) => until > Date.now()).map(({ callback }) => callback),
  };
}

/**
 * Copies of the callbacks that lag behind the service, of which each fetch reads another one.
 *
 * @param lags of the copies, in milliseconds
 */
export function createReplicas(lags: readonly number[]) {
  const states = new Map<string, { at: number; state: Callback | undefined }[]>();
  let reads = 0;
  return {
    /** Keeps the state of a callback that was just written; undefined when it was deleted. */
    remember(id: string, state: Callback | undefined): void {
      states.set(id, [...(states.get(id) ?? []).slice(-maxStates), { at: Date.now(), state: state && { ...state } }]);
    },
    /** The callback as the next copy shows it. */
    read(id: string): Callback | undefined {
      // The square of a count makes an order in which the same copy may answer twice.
      reads += 1;
      const until = Date.now() - (lags[(reads * reads + (reads >> 2)) % lags.length] ?? 0);
      return states.get(id)?.findLast(({ at }) => at <= until)?.state;
    },
  };
}
