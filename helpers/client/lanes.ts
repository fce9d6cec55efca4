import type { TestedRuleId } from '../../interface/rules/catalogue.ts';

/** A named fault of the sandbox, and the address of a sandbox with that fault. */
export interface Mutant {
  name: string;
  /** The rule that the fault breaks. */
  rule: TestedRuleId;
  /** One sentence about what the service does wrong. */
  what: string;
  address: string;
  /** Once the fault was detected, the remaining tests skip it. */
  untilFound?: true;
}

/**
 * Assigns faults to rules, lane by lane. A lane is one pass over the specs in which every rule is tested with at most
 * one fault: a few lanes cover hundreds of faults, while starting a pass for each fault would alone take minutes.
 */
export type Lanes = readonly Readonly<Record<string, Mutant>>[];

/** Key of a lane in which every rule is tested with the same fault. */
export const anyRule = '*';

/** The name of the sandbox without a fault. */
export const faultless = 'none';

/** A lane that tests these rules with a sandbox without a fault. */
export const controlLane = (rules: readonly TestedRuleId[], address: string): Lanes[number] =>
  Object.fromEntries(rules.map((rule) => [rule, { name: faultless, rule, what: 'does nothing wrong', address }]));

/** Lanes that run the tests of its own rule with each fault. */
export const lanesByRule = (faults: readonly Mutant[]): Lanes => {
  const lanes: Record<string, Mutant>[] = [];
  for (const fault of faults) {
    const free = lanes.find((lane) => !lane[fault.rule]) ?? lanes[lanes.push({}) - 1];
    if (free) free[fault.rule] = { ...fault, untilFound: true };
  }
  return lanes;
};

/** Lanes that run the tests of all rules with each fault. */
export const lanesByFault = (faults: readonly Mutant[]): Lanes => faults.map((fault) => ({ [anyRule]: fault }));

/** Maps rules to the generated tests of the same endpoint. */
const generatedFor: readonly (readonly [beginning: RegExp, rules: readonly TestedRuleId[]])[] = [
  [
    /^(txn|hosted|operator-[abc](-\w+)?)\./,
    ['generated.initiation-bodies', 'generated.initiation-matrix', 'generated.initiation-combinations'],
  ],
  [/^checkout\./, ['generated.checkout-bodies']],
  [/^wallets\./, ['generated.wallet-queries']],
  [/^(callback-(fetch|update|delete)|events)\./, ['generated.callback-updates', 'generated.callback-sequences']],
];

/** The generated tests that could detect a fault of a rule; may be empty. */
export const generatedRulesFor = (rule: TestedRuleId): readonly TestedRuleId[] =>
  generatedFor.find(([beginning]) => beginning.test(rule))?.[1] ?? [];

/** Lanes that run only generated tests with each fault, until one of them fails. */
export const lanesOfGenerated = (faults: readonly Mutant[]): Lanes => {
  const lanes: Record<string, Mutant>[] = [];
  for (const fault of faults) {
    const rules = generatedRulesFor(fault.rule);
    const free = lanes.find((lane) => rules.every((rule) => !lane[rule])) ?? lanes[lanes.push({}) - 1];
    for (const rule of rules) if (free) free[rule] = { ...fault, untilFound: true };
  }
  return lanes;
};

/** The fault with which a lane tests a rule; undefined when the lane skips the rule. */
export const faultIn = (lane: Lanes[number], rule: string | undefined): Mutant | undefined =>
  lane[anyRule] ?? (rule === undefined ? undefined : lane[rule]);

/** Matches tests with the tag of one of these rules. */
export const tagsOf = (rules: readonly string[]): RegExp =>
  new RegExp(rules.map((rule) => `@${rule.replaceAll('.', String.raw`\.`)}(?![\\w-])`).join('|'));
