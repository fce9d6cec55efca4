import { createHash } from 'node:crypto';
import { capabilityOf } from '../../../interface/rules/capabilities.ts';
import { catalogue, reviewIds, type ReviewId } from '../../../interface/rules/catalogue.ts';
import { cut } from '../../../helpers/redaction/escape-control.ts';
import type { Results, Review } from '../../results/results-schema.ts';
import { targetName } from '../../results/target-name.ts';
import { readDecisions, type Decision } from './decisions.ts';

/** What a run has seen of a point beside observations. */
export interface Seen {
  id: string;
  /** Files below reports, with slashes. */
  pictures: readonly string[];
  words: readonly string[];
}

/** What tells the words of a page from observations. */
export const wordsOfPage = 'words of the page';

/** Observations of a rule, and characters of each, that are shown. */
const most = 40;
const enough = 1_000;

/** What a run knows of points, apart from what it observed. */
interface Known {
  /** Points without which nothing is signed off. */
  required: readonly string[];
  seen: readonly Seen[];
}

/**
 * The results with what people decide about the target. That never changes a verdict; a file of decisions that was
 * damaged while the run was under way is a fault of the suite.
 */
export const withReviews = (results: Results, { required, seen }: Known): Results => {
  const { run, rules } = results;
  const isThere = (id: ReviewId): boolean => {
    const capability = capabilityOf(id);
    return capability === undefined || !run.notApplicable.includes(capability);
  };
  const open = reviewIds.filter(isThere).map((id): Review => {
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

/** The points with what is decided about them on a day. Of several decisions the last one counts. */
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
    // What the run has not seen cannot be said to differ.
    const changed = review.evidence
      .filter(({ of, digest }) => evidence[of] !== undefined && evidence[of] !== digest)
      .map(({ of }) => of);
    return { ...review, state: stateOf(last, changed, now), decision, changed };
  });

/** A rejection stands until somebody decides otherwise. */
const stateOf = ({ decision, until }: Decision, changed: readonly string[], now: Date): Review['state'] => {
  if (decision === 'rejected') return decision;
  if (until < now.toISOString().slice(0, 10)) return 'expired';
  return changed.length > 0 ? 'changed' : decision;
};

const withDigest = ({ of, seen }: { of: string; seen: readonly string[] }): Review['evidence'][number] => ({
  of,
  digest: createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16),
  seen: seen.slice(0, most).map((one) => cut(one, enough)),
});

const distinct = (all: readonly string[]): string[] => [...new Set(all)].sort();
