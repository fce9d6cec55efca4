import type { Results, Triage } from '../results/results-schema.ts';
import { groupsOf } from './groups.ts';
import { withCauses, type Background, type Outcome } from './told.ts';

/**
 * Merges the triage of all shards of a run, and groups the broken rules again.
 *
 * @returns undefined when no shard has a triage
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
    groups: withCauses(groupsOf(merged), outcomes, background),
  };
};

/** The outcome of a rule that is broken in several shards: the product takes precedence over other causes. */
const worse = (one: Outcome | undefined, other: Outcome): Outcome =>
  one && (isOfProduct(one) || !isOfProduct(other)) ? one : other;

const isOfProduct = ({ cause }: Outcome): boolean => cause === 'product' || cause === 'changed';
