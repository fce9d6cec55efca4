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
