import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../errors/errors.ts';
import { appendToRun, readRun } from './run-log.ts';

/** How long to wait for the service where the settings do not say, in milliseconds. */
export const defaultWaits = { readDelayMs: 10_000, notificationTimeoutMs: 3_000 };
/** The settings that limit waiting: how long a read may lag behind a write, and how long a notification may take. */
export type WaitSettings = Partial<typeof defaultWaits>;

interface Patience<T> {
  timeoutMs: number;
  extendTimeout?: ((ms: number) => void) | undefined;
  /** What an answer does not show yet, in words. Once the run has waited for all of it in vain, it waits shortenedWait. */
  missing?: ((answer: T) => readonly string[]) | undefined;
}

/** How waiting for the service ended. */
export type Waited<T> =
  | { ended: 'done'; last: T }
  /** The service answered a read that began after the whole time, and it was still not so. */
  | { ended: 'not-so'; last: T }
  /** The last reads were not answered, so nothing can be concluded; `last` is the last answer, if there was one. */
  | { ended: 'could-not-ask'; last: T | undefined; fault: EnvironmentFault };

/** How long to wait for what need not come: by the slowest that came, in milliseconds. */
export const shortenedWait = (timeoutMs: number, slowestMs: number, leastMs = 3_000): number =>
  Math.min(timeoutMs, Math.max(leastMs, 5 * slowestMs));

/** What the run has waited for in vain is waited for at least so long again, in milliseconds: in reads, and else. */
const [leastReadMs, leastAgainMs] = [300, 1_000];

/** The address of the service that the present test is about; in a proof each test has one of its own. */
let service = '';
export const waitAt = (address: string): void => void (service = address);
/** Notes something about this service for all workers of the run. */
export const noteOfService = (kind: string, data: object): void => appendToRun(`${kind} at ${service}`, data);
/** What was noted about this service. */
export const notesOfService = <Entry extends object>(kind: string): Entry[] => readRun<Entry>(`${kind} at ${service}`);

/** Whether the run has waited for something as long as it may, and it did not come. */
export const wasInVain = (what: string): boolean =>
  notesOfService<{ what: string }>('in-vain').some((one) => one.what === what);

/** Notes that the run has waited as long as it may for something that did not come. */
export const noteInVain = (what: readonly string[]): void => {
  for (const one of what) if (!wasInVain(one)) noteOfService('in-vain', { what: one });
};

const slowest = (what: string): number =>
  Math.max(
    0,
    ...notesOfService<{ what: string; ms: number }>('waited').flatMap((one) => (one.what === what ? [one.ms] : [])),
  );

/** Notes how long something took that came. */
export const noteWait = (what: readonly string[], ms: number): void => {
  // Much less than the shortest wait changes none.
  if (ms <= leastReadMs / 10) return;
  for (const one of what) if (ms > slowest(one)) noteOfService('waited', { what: one, ms });
};

/**
 * How long to wait for something, in milliseconds: the whole time, or once the run has waited for all of it in vain, as
 * long as five times the slowest wait for the same that was not.
 */
export const patienceFor = (what: readonly string[], timeoutMs: number, leastMs = leastAgainMs): number =>
  what.length > 0 && what.every(wasInVain)
    ? shortenedWait(timeoutMs, Math.max(...what.map(slowest)), leastMs)
    : timeoutMs;

/** Reads in a row without an answer, after which waiting ends. */
const maxLost = 3;

/**
 * Repeats a read until its answer is as expected, for a service whose reads lag behind its writes. Time in which the
 * limiter or the network kept us from asking does not count against the service.
 *
 * @param timeoutMs how long the service may take; one more read begins after it
 * @param missing what an answer does not show yet, so that the run waits for it in vain only once
 * @param extendTimeout extends the time limit of the test by the time that was waited, in milliseconds
 * @throws what `read` throws, except EnvironmentFault
 */
export const waitFor = async <T>(
  read: () => Promise<T>,
  isDone: (answer: T) => boolean,
  { timeoutMs, extendTimeout, missing }: Patience<T>,
): Promise<Waited<T>> => {
  const startedAt = Date.now();
  const until = startedAt + timeoutMs;
  let last: T | undefined;
  let what: readonly string[] = [];
  let pauseMs = 50;
  for (let lost = 0; ;) {
    const askedAt = Date.now();
    try {
      last = await read();
      lost = 0;
      if (isDone(last)) {
        noteWait(what, askedAt - startedAt);
        return { ended: 'done', last };
      }
      what = missing?.(last) ?? [];
      if (askedAt >= until) noteInVain(what);
      const isOver =
        askedAt >= startedAt + leastReadMs && askedAt >= startedAt + patienceFor(what, timeoutMs, leastReadMs);
      if (askedAt >= until || isOver) return { ended: 'not-so', last };
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
