import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { ruleOfTags } from '../../interface/rules/rule.ts';
import { beforeVariant, variantOf } from '../../interface/rules/variant.ts';

/** A named fault of the sandbox, and where an instance of the sandbox with that fault listens. */
export interface Mutant {
  name: string;
  /** The rule that the fault breaks. */
  rule: TestedRuleId;
  /** One sentence about what the service does wrong. */
  what: string;
  address: string;
}

/**
 * Which fault each test meets, lane by lane. A lane is one pass over the specs in which every test meets at most one
 * fault: a few lanes hold hundreds of faults, where a pass for each of them would take minutes to start alone. The keys
 * are rules, single tests (see testKey) or anyRule.
 */
export type Lanes = readonly Readonly<Record<string, Mutant>>[];

/** In place of a rule: every rule of the lane meets the same fault. */
export const anyRule = '*';

/** The instance of the sandbox that does nothing wrong. */
export const faultless = 'none';

/** The key of a single test in a lane. */
export const testKey = (rule: string, variant: string): string => rule + beforeVariant + variant;

/** The fault that a test meets in a lane; undefined when it has nothing to do there. */
export const faultIn = (lane: Lanes[number], rule: string | undefined, variant = ''): Mutant | undefined =>
  lane[anyRule] ?? (rule === undefined ? undefined : (lane[testKey(rule, variant)] ?? lane[rule]));

/** The fault that a test meets in a lane, by its title and tags. */
export const faultOf = (lane: Lanes[number], { title, tags }: { title: string; tags: readonly string[] }) => {
  const rule = ruleOfTags(tags);
  return faultIn(lane, rule?.id, rule && variantOf(title, rule.sentence));
};

/** Matches the tests that carry the tag of one of these rules. */
export const tagsOf = (rules: readonly string[]): RegExp =>
  new RegExp(rules.map((rule) => `@${rule.replaceAll('.', String.raw`\.`)}(?![\\w-])`).join('|'));
