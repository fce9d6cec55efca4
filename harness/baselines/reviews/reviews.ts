import { createHash } from 'node:crypto';
import { capabilityOf } from '../../../interface/rules/capabilities.ts';
import { catalogue, reviewIds, type ReviewId } from '../../../interface/rules/catalogue.ts';
import { cut } from '../../../helpers/redaction/escape-control.ts';
import type { Results, Review } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';
import { readDecisions, type Decision } from './decisions.ts';

/** The evidence of a point in a run, except observations. */
export interface Seen {
  id: string;
  /** Files below reports, with slashes. */
  pictures: readonly string[];
  words: readonly string[];
}

/** The name of the page text among the evidence. */
export const wordsOfPage = 'words of the page';

/** The maximum number of observations shown for a rule, and of characters of each. */
const maxShown = 40;
const maxLength = 1_000;

/** What is known about points, except observations. */
interface Known {
  /** Points that a sign-off requires. */
  required: readonly string[];
  seen: readonly Seen[];
}

/**
 * Adds the points that people decide to results. They never change a verdict, but an unusable file of decisions makes
 * the run inconclusive.
 */
export const withReviews = (results: Results, { required, seen }: Known): Results => {
  const { run, rules } = results;
  const isApplicable = (id: ReviewId): boolean => {
    const capability = capabilityOf(id);
    return capability === undefined || !run.notApplicable.includes(capability);
  };
  const open = reviewIds.filter(isApplicable).map((id): Review => {
    const { sentence, sections, evidence = [] } = catalogue[id];
    const own = seen.filter((one) => one.id === id);
    const observed = evidence.map((of) => ({ of, seen: rules.find((rule) => rule.id === of)?.observed ?? [] }));
    return {
      id,
      sentence,
      sections: [...sections],
      required: required.includes(id),
      state: 'open',
      decision: null,
      evidence: [...observed, { of: wordsOfPage, seen: distinct(own.flatMap(({ words }) => words)) }]
        .filter((one) => one.seen.length > 0)
        .map(withDigest),
      changed: [],
      pictures: distinct(own.flatMap(({ pictures }) => pictures)),
    };
  });
  try {
    return { ...results, run: { ...run, reviews: decided(open, run, readDecisions(), new Date()) } };
  } catch (error) {
    const errors = [...run.errors, error instanceof Error ? error.message : String(error)];
    return { ...results, run: { ...run, errors, verdict: 'inconclusive' } };
  }
};

/** Adds the decisions that are valid on a day to points; the last decision about a point counts. */
export const decided = (
  reviews: readonly Review[],
  run: Pick<Results['run'], 'target' | 'host'>,
  decisions: readonly Decision[],
  now: Date,
): Review[] =>
  reviews.map((review) => {
    const last = decisions.findLast((one) => one.point === review.id && one.target === targetName(run));
    if (!last) return { ...review, state: 'open', decision: null, changed: [] };
    const { point: _, target: __, evidence, ...decision } = last;
    // Evidence that is missing in this run does not count as changed.
    const changed = review.evidence
      .filter(({ of, digest }) => evidence[of] !== undefined && evidence[of] !== digest)
      .map(({ of }) => of);
    return { ...review, state: stateOf(last, changed, now), decision, changed };
  });

/** A rejection is valid until there is a new decision. */
const stateOf = ({ decision, until }: Decision, changed: readonly string[], now: Date): Review['state'] => {
  if (decision === 'rejected') return decision;
  if (until < now.toISOString().slice(0, 10)) return 'expired';
  return changed.length > 0 ? 'changed' : decision;
};

const withDigest = ({ of, seen }: { of: string; seen: readonly string[] }): Review['evidence'][number] => ({
  of,
  digest: createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16),
  seen: seen.slice(0, maxShown).map((one) => cut(one, maxLength)),
});

const distinct = (all: readonly string[]): string[] => [...new Set(all)].sort();
