import type { TestedRuleId } from '../../interface/rules/catalogue.ts';

/** A named fault of the sandbox, and where an instance of the sandbox with that fault listens. */
export interface Mutant {
  name: string;
  /** The rule that the fault breaks. */
  rule: TestedRuleId;
  /** One sentence about what the service does wrong. */
  what: string;
  address: string;
  /** Once it was found, tests that are known to find faults need not meet it. */
  untilFound?: true;
}

/**
 * Which fault each rule meets, lane by lane. A lane is one pass over the specs in which every rule meets at most one
 * fault: a few lanes hold hundreds of faults, where a pass for each of them would take minutes to start alone.
 */
export type Lanes = readonly Readonly<Record<string, Mutant>>[];

/** In place of a rule: every rule of the lane meets the same fault. */
export const anyRule = '*';

/** The instance of the sandbox that does nothing wrong. */
export const faultless = 'none';

/** A lane in which all of these rules meet a sandbox that does nothing wrong. */
export const controlLane = (rules: readonly TestedRuleId[], address: string): Lanes[number] =>
  Object.fromEntries(rules.map((rule) => [rule, { name: faultless, rule, what: 'does nothing wrong', address }]));

/** Lanes in which each fault meets the tests of its own rule. */
export const lanesByRule = (faults: readonly Mutant[]): Lanes => {
  const lanes: Record<string, Mutant>[] = [];
  for (const fault of faults) {
    const free = lanes.find((lane) => !lane[fault.rule]) ?? lanes[lanes.push({}) - 1];
    if (free) free[fault.rule] = { ...fault, untilFound: true };
  }
  return lanes;
};

/** Lanes in which each fault meets the tests of all rules. */
export const lanesByFault = (faults: readonly Mutant[]): Lanes => faults.map((fault) => ({ [anyRule]: fault }));

/** Which generated tests meet the faults of which rules: those of the same endpoint. */
const generatedFor: readonly (readonly [beginning: RegExp, rules: readonly TestedRuleId[]])[] = [
  [
    /^(txn|hosted|operator-[abc](-\w+)?)\./,
    ['generated.initiation-bodies', 'generated.initiation-matrix', 'generated.initiation-combinations'],
  ],
  [/^checkout\./, ['generated.checkout-bodies']],
  [/^wallets\./, ['generated.wallet-queries']],
  [/^(callback-(fetch|update|delete)|events)\./, ['generated.callback-updates', 'generated.callback-sequences']],
];

/** The generated tests that a fault of a rule meets; none when they are about something else. */
export const generatedRulesFor = (rule: TestedRuleId): readonly TestedRuleId[] =>
  generatedFor.find(([beginning]) => beginning.test(rule))?.[1] ?? [];

/** Lanes in which each fault meets generated tests only, until one of them fails. */
export const lanesOfGenerated = (faults: readonly Mutant[]): Lanes => {
  const lanes: Record<string, Mutant>[] = [];
  for (const fault of faults) {
    const rules = generatedRulesFor(fault.rule);
    const free = lanes.find((lane) => rules.every((rule) => !lane[rule])) ?? lanes[lanes.push({}) - 1];
    for (const rule of rules) if (free) free[rule] = { ...fault, untilFound: true };
  }
  return lanes;
};

/** The fault that the tests of a rule meet in a lane; undefined when they have nothing to do there. */
export const faultIn = (lane: Lanes[number], rule: string | undefined): Mutant | undefined =>
  lane[anyRule] ?? (rule === undefined ? undefined : lane[rule]);

/** Matches the tests that carry the tag of one of these rules. */
export const tagsOf = (rules: readonly string[]): RegExp =>
  new RegExp(rules.map((rule) => `@${rule.replaceAll('.', String.raw`\.`)}(?![\\w-])`).join('|'));
