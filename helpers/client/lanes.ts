import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { ruleOfTags } from '../../interface/rules/rule.ts';
import { beforeVariant, variantOf } from '../../interface/rules/variant.ts';

/** A named fault of the sandbox, and the address of a sandbox with that fault. */
export interface Mutant {
  name: string;
  /** The rule that the fault breaks. */
  rule: TestedRuleId;
  /** One sentence about what the service does wrong. */
  what: string;
  address: string;
}

/**
 * Assigns faults to tests, lane by lane. A lane is one pass over the specs in which every test meets at most one fault: a
 * few lanes cover hundreds of faults, while starting a pass for each fault would alone take minutes. The keys are rules,
 * single tests (see testKey) or anyRule.
 */
export type Lanes = readonly Readonly<Record<string, Mutant>>[];

/** Key of a lane in which every rule is tested with the same fault. */
export const anyRule = '*';

/** The name of the sandbox without a fault. */
export const faultless = 'none';

/** The key of a single test in a lane. */
export const testKey = (rule: string, variant: string): string => rule + beforeVariant + variant;

/** The fault that a test meets in a lane; undefined when the lane skips the test. */
export const faultIn = (lane: Lanes[number], rule: string | undefined, variant = ''): Mutant | undefined =>
  lane[anyRule] ?? (rule === undefined ? undefined : (lane[testKey(rule, variant)] ?? lane[rule]));

/** The fault that a test meets in a lane, by its title and tags. */
export const faultOf = (lane: Lanes[number], { title, tags }: { title: string; tags: readonly string[] }) => {
  const rule = ruleOfTags(tags);
  return faultIn(lane, rule?.id, rule && variantOf(title, rule.sentence));
};

/** Matches tests with the tag of one of these rules. */
export const tagsOf = (rules: readonly string[]): RegExp =>
  new RegExp(rules.map((rule) => `@${rule.replaceAll('.', String.raw`\.`)}(?![\\w-])`).join('|'));
