import { mostAtOnce } from '../../helpers/properties/cases-at-once.ts';

/**
 * How long the target of this run takes at least to answer, in milliseconds: the least of all answers before the first
 * test. Infinite where nobody has asked.
 */
export const pace = {
  answerMs: Infinity,
  note(ms: number): void {
    pace.answerMs = Math.min(pace.answerMs, ms);
  },
};

/** How much is asked at the same time of a target that takes its time. */
interface AtOnce {
  /** Requests that are sent ahead: 40 a second, and no fewer than a browser has under way with any site. */
  ahead: number;
  /** Workers of all tests, where there is memory for them. Each takes a second of processor time to start. */
  workers: number;
  /** Cases of a generated test. */
  cases: number;
}

/** What a target is asked at the same time that answers in so many milliseconds, however much it is asked. */
export const atOnceFor = (answerMs: number): AtOnce => {
  const seconds = answerMs / 1000;
  const between = (least: number, some: number, most: number) => Math.min(most, Math.max(least, Math.ceil(some)));
  return {
    ahead: between(8, 40 * seconds, 32),
    workers: between(9, 6 + 6 * seconds, 15),
    cases: between(mostAtOnce, 40 * seconds, 2 * mostAtOnce),
  };
};
