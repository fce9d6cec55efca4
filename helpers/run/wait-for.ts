import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../errors/errors.ts';

/** How long to wait for the service where the settings do not say, in milliseconds. */
export const defaultWaits = { readDelayMs: 10_000, notificationTimeoutMs: 3_000 };
/** The settings that limit waiting: how long a read may lag behind a write, and how long a notification may take. */
export type WaitSettings = Partial<typeof defaultWaits>;

interface Patience<T> {
  timeoutMs: number;
  extendTimeout?: ((ms: number) => void) | undefined;
  isKnown?: (answer: T) => boolean;
}

/** How waiting for the service ended. */
export type Waited<T> =
  | { ended: 'done'; last: T }
  /** The service answered a read that began after the whole time, and it was still not so. */
  | { ended: 'not-so'; last: T }
  /** The last reads were not answered, so nothing can be concluded; `last` is the last answer, if there was one. */
  | { ended: 'could-not-ask'; last: T | undefined; fault: EnvironmentFault };

/** The slowest wait of this worker that was not in vain, in milliseconds. */
let slowestMs = 0;

/** How long to wait for what need not come or is known to be broken: by the slowest that came, in milliseconds. */
export const briefly = (timeoutMs: number, slowest: number): number =>
  Math.min(timeoutMs, Math.max(3_000, 5 * slowest));

/** Reads in a row without an answer, after which waiting ends. */
const maxLost = 3;

/**
 * Repeats a read until its answer is as expected, for a service whose reads lag behind its writes. Time in which the
 * limiter or the network kept us from asking does not count against the service.
 *
 * @param timeoutMs how long the service may take; one more read begins after it
 * @param isKnown whether an earlier wait of the test has found broken what an answer still does not show
 * @param extendTimeout extends the time limit of the test by the time that was waited, in milliseconds
 * @throws what `read` throws, except EnvironmentFault
 */
export const waitFor = async <T>(
  read: () => Promise<T>,
  isDone: (answer: T) => boolean,
  { timeoutMs, extendTimeout, isKnown }: Patience<T>,
): Promise<Waited<T>> => {
  const startedAt = Date.now();
  const until = startedAt + timeoutMs;
  const confirmedAt = startedAt + briefly(timeoutMs, slowestMs);
  let last: T | undefined;
  let pauseMs = 50;
  for (let lost = 0; ;) {
    const askedAt = Date.now();
    try {
      last = await read();
      lost = 0;
      if (isDone(last)) {
        slowestMs = Math.max(slowestMs, askedAt - startedAt);
        return { ended: 'done', last };
      }
      if (askedAt >= (isKnown?.(last) ? confirmedAt : until)) return { ended: 'not-so', last };
    } catch (error) {
      if (!(error instanceof EnvironmentFault)) throw error;
      lost += 1;
      const isOver = error.kind === 'down' || (lost >= maxLost && Date.now() >= until);
      if (isOver) return { ended: 'could-not-ask', last, fault: error };
    }
    pauseMs = Math.min(1.3 * pauseMs, 1_000);
    await pause(Math.min(pauseMs, Math.max(until - Date.now(), 20)));
    extendTimeout?.(Date.now() - askedAt);
  }
};

/**
 * The last answer, for a caller that judges an unexpected one.
 *
 * @throws EnvironmentFault when the service could not be asked
 */
export const lastAnswer = <T>(waited: Waited<T>): T => {
  if (waited.ended === 'could-not-ask') throw waited.fault;
  return waited.last;
};
