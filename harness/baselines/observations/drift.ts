import { catalogue } from '../../../interface/rules/catalogue.ts';
import { variantOf } from '../../../interface/rules/variant.ts';
import type { Results, RuleResult } from '../../results/results-schema.ts';
import { pinFileOf, readPins, type Pinned } from './pinned.ts';

/** The differences between observed and pinned values; see `run.observations` of results.json. */
export type Drift = NonNullable<Results['run']['observations']>;

/**
 * Compares the observations of a run with those pinned for its target. Rules and variants that the run did not judge or
 * select count as unchanged.
 *
 * @param pinned undefined when nothing is pinned yet; then everything is new
 */
export const driftOf = ({ run, rules }: Results, pinned: Pinned | undefined): Drift => {
  const drift: Drift = { file: pinFileOf(run), pinned: pinned !== undefined, new: [], changed: [], gone: [] };
  for (const rule of rules) {
    const before = pinned?.[rule.id];
    const after = observedNow(rule, before ?? [], run.partial);
    if (after === undefined) continue;
    if (!before) drift.new.push(...(after.length > 0 ? [{ rule: rule.id, after }] : []));
    else if (after.length === 0) drift.gone.push({ rule: rule.id, before: [...before] });
    else if (!isSame(before, after)) drift.changed.push({ rule: rule.id, before: [...before], after });
  }
  // Rules that were removed from the catalogue can no longer be observed.
  const unknown = Object.entries(pinned ?? {}).filter(([rule]) => !Object.hasOwn(catalogue, rule));
  if (!run.partial) drift.gone.push(...unknown.map(([rule, before]) => ({ rule, before: [...before] })));
  return drift;
};

/**
 * Adds the differences from the pinned observations to results. They never change a verdict, but an unusable file makes
 * the run inconclusive.
 */
export const withDrift = (root: string, results: Results): Results => {
  const { run } = results;
  try {
    return { ...results, run: { ...run, observations: driftOf(results, readPins(root, pinFileOf(run))) } };
  } catch (error) {
    const errors = [...run.errors, error instanceof Error ? error.message : String(error)];
    return { ...results, run: { ...run, errors, verdict: 'inconclusive' } };
  }
};

/** Whether nothing differs. */
export const isUnchanged = (drift: Drift): boolean => drift.new.length + drift.changed.length + drift.gone.length === 0;

/** The observations to pin after accepting some rules, or all that differ; the other rules stay as pinned. */
export const accepted = (pinned: Pinned, drift: Drift, only?: readonly string[]): Pinned => {
  const isWanted = ({ rule }: { rule: string }): boolean => only?.includes(rule) ?? true;
  const gone = new Set(drift.gone.filter(isWanted).map(({ rule }) => rule));
  const kept = Object.entries(pinned).filter(([rule]) => !gone.has(rule));
  const seen = [...drift.new, ...drift.changed].filter(isWanted).map(({ rule, after }) => [rule, after] as const);
  return Object.fromEntries([...kept, ...seen]);
};

/** The current observations, sorted; undefined when no test of the rule was judged. */
const observedNow = (rule: RuleResult, pinned: readonly string[], partial: boolean): string[] | undefined => {
  const variants = rule.tests.map(({ title }) => variantOf(title, rule.sentence));
  const judged = new Set(variants.filter((_, index) => isJudged(rule.tests[index]?.verdict)));
  if (judged.size === 0) return undefined;
  const isOpen = (text: string): boolean => {
    const variant = ofVariant(text, variants);
    // A partial run does not know the variants of tests that were not selected.
    return variant === undefined ? partial && !judged.has('') : !judged.has(variant);
  };
  const now = rule.observed.filter((text) => judged.has(ofVariant(text, variants) ?? ''));
  return [...new Set([...pinned.filter(isOpen), ...now])].sort();
};

const isJudged = (verdict: string | undefined): boolean => verdict === 'observed' || verdict === 'pass';

/** The variant that an observation starts with; the longest match, because one variant may be a prefix of another. */
const ofVariant = (text: string, variants: readonly string[]): string | undefined =>
  variants
    .filter((variant) => variant !== '' && text.startsWith(`${variant}: `))
    .sort((a, b) => b.length - a.length)[0];

const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  JSON.stringify([...before].sort()) === JSON.stringify(after);
