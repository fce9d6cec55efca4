/**
 * The levels a rule can have.
 * - `must`: the interface states it; breaking it makes a target non-conforming.
 * - `observe`: the interface leaves it open; the answer is recorded and never fails a run.
 * - `review`: a person decides it, based on evidence of a run, in `reviews.yaml`.
 * - `excluded`: it cannot be seen through the interface; the row gives the reason.
 */
export type Level = 'must' | 'observe' | 'review' | 'excluded';

/** Whether rules of a level have tests. */
export const hasTests = (level: Level): boolean => level === 'must' || level === 'observe';

/** One row of the catalogue. `sections` are section numbers of the interface, the rule's home first. */
export interface Rule<L extends Level = Level> {
  readonly level: L;
  readonly sections: readonly string[];
  /** Present tense, one sentence. It is the title of the rule's tests. */
  readonly sentence: string;
  /** What a run cannot judge of a statement that it judges otherwise, and why. */
  readonly half?: string;
  /** Why there is no test; only on rules without any. */
  readonly reason?: string;
  /** What an answer means for a merchant, in one sentence; only on observe rules, when it is not obvious. */
  readonly matters?: string;
  /** Ids of observe rules that are the evidence for a decision; only on rules of level review. */
  readonly evidence?: readonly string[];
}

/**
 * A statement of the interface. `sections` is a space-separated list, home first.
 *
 * @param half what a run cannot judge of it, and why
 */
export const must = (sections: string, sentence: string, half?: string): Rule<'must'> => ({
  level: 'must',
  sections: sections.split(' '),
  sentence,
  ...(half === undefined ? {} : { half }),
});

/** A question the interface leaves open. `matters` says what an answer means for a merchant. */
export const observe = (sections: string, sentence: string, matters?: string): Rule<'observe'> => ({
  level: 'observe',
  sections: sections.split(' '),
  sentence,
  ...(matters === undefined ? {} : { matters }),
});

/** Something that cannot be seen from outside, with the reason. */
export const excluded = (sections: string, sentence: string, reason: string): Rule<'excluded'> => ({
  level: 'excluded',
  sections: sections.split(' '),
  sentence,
  reason,
});

/** A point that a person decides. `evidence` is a space-separated list of observe rules. */
export const review = (sections: string, sentence: string, evidence = ''): Rule<'review'> => ({
  level: 'review',
  sections: sections.split(' '),
  sentence,
  reason: 'a person decides it, in reviews.yaml',
  evidence: evidence.split(' ').filter((id) => id !== ''),
});
