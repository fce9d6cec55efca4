import type { Results, Triage } from '../results/results-schema.ts';
import { groupsOf } from './groups.ts';
import { toldOf, type Background, type Outcome } from './told.ts';

/**
 * What the shards of a run have found out about their broken rules, grouped anew.
 *
 * @returns undefined when none of them has looked into any
 */
export const mergedTriage = (
  shards: readonly Results[],
  merged: Results,
  background: Background,
): Triage | undefined => {
  const triages = shards.flatMap(({ run }) => run.triage ?? []);
  if (triages.length === 0) return undefined;
  const outcomes = new Map<string, Outcome>();
  for (const { cause, said, rules, asked, smallest } of triages.flatMap(({ groups }) => groups)) {
    for (const id of rules) {
      const outcome = { cause, said, isAsked: asked.includes(id), smallest: smallest ?? undefined };
      outcomes.set(id, worse(outcomes.get(id), outcome));
    }
  }
  return {
    durationMs: Math.max(...triages.map(({ durationMs }) => durationMs)),
    complete: triages.every(({ complete }) => complete),
    groups: toldOf(groupsOf(merged), outcomes, background),
  };
};

/** Of a rule that is broken in several shards, what one of them finds to be the product's is not excused by another. */
const worse = (one: Outcome | undefined, other: Outcome): Outcome =>
  one && (isOfProduct(one) || !isOfProduct(other)) ? one : other;

const isOfProduct = ({ cause }: Outcome): boolean => cause === 'product' || cause === 'changed';
