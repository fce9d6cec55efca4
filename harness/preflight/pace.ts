import { mostAtOnce } from '../../helpers/properties/cases-at-once.ts';

/**
 * The shortest response time of the target before the first test, in milliseconds; Infinity without a response.
 */
export const pace = {
  answerMs: Infinity,
  note(ms: number): void {
    pace.answerMs = Math.min(pace.answerMs, ms);
  },
};

/** The concurrency for a slow target. */
interface Concurrency {
  /** Concurrent prefetched requests: about 40 per second, and at least as many as a browser sends to a site. */
  ahead: number;
  /** Workers for all tests, if there is memory for them. Each takes a second of processor time to start. */
  workers: number;
  /** Concurrent cases of a generated test. */
  cases: number;
}

/** The concurrency for a target with this response time, if the response time does not depend on the load. */
export const concurrencyFor = (answerMs: number): Concurrency => {
  const seconds = answerMs / 1000;
  const between = (least: number, some: number, most: number) => Math.min(most, Math.max(least, Math.ceil(some)));
  return {
    ahead: between(8, 40 * seconds, 32),
    workers: between(9, 6 + 6 * seconds, 15),
    cases: between(mostAtOnce, 40 * seconds, 2 * mostAtOnce),
  };
};
