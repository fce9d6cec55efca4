/**
 * How long the target of this run takes at least to answer, in milliseconds: the least of all answers to the look before
 * the run, since the first ones also wait for this process. Infinite where nobody has looked.
 */
export const pace = {
  answerMs: Infinity,
  note(ms: number): void {
    pace.answerMs = Math.min(pace.answerMs, ms);
  },
};
