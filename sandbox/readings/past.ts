import type { Callback } from '../service/webhooks/callback.ts';

/** More states of one callback are not remembered. */
const mostStates = 20;

/**
 * Callbacks as they were some time ago, for a service that acts on what it wrote a moment later.
 *
 * @param lag milliseconds
 * @param untilQuiet further writes of a callback make it wait that long again
 */
export function createPast(lag: number, untilQuiet?: 'until quiet') {
  const states = new WeakMap<Callback, { until: number; state: Callback }[]>();
  let gone: { until: number; callback: Callback }[] = [];
  return {
    /** Keeps the state of a callback that is about to be updated. */
    remember(callback: Callback): void {
      const until = Date.now() + lag;
      const first = untilQuiet && states.get(callback)?.find((one) => one.until > Date.now());
      if (first) {
        first.until = until;
        return;
      }
      const before = { until, state: { ...callback } };
      states.set(callback, [...(states.get(callback) ?? []).slice(-mostStates), before]);
    },
    /** Keeps a callback that is about to be deleted. */
    rememberDeleted(callback: Callback): void {
      gone = [...gone.slice(-mostStates), { until: Date.now() + lag, callback }];
    },
    /** A callback as it was that time ago. */
    of: (callback: Callback): Callback =>
      states.get(callback)?.find(({ until }) => until > Date.now())?.state ?? callback,
    /** The callbacks that were deleted since. */
    deleted: (): Callback[] => gone.filter(({ until }) => until > Date.now()).map(({ callback }) => callback),
  };
}
