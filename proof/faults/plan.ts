import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { anyRule, faultless, testKey, type Lanes, type Mutant } from '../../helpers/client/lanes.ts';
import type { Killers } from './killers.ts';

// Which faults meet which tests.

/** A lane in which all of these rules meet a sandbox that does nothing wrong. */
export const controlLane = (rules: readonly TestedRuleId[], address: string): Lanes[number] =>
  Object.fromEntries(rules.map((rule) => [rule, { name: faultless, rule, what: 'does nothing wrong', address }]));

/** Lanes in which each fault meets all tests of its own rule. */
export const lanesByRule = (faults: readonly Mutant[]): Lanes => {
  const lanes: Record<string, Mutant>[] = [];
  for (const fault of faults) {
    const free = lanes.find((lane) => !lane[fault.rule]) ?? lanes[lanes.push({}) - 1];
    if (free) free[fault.rule] = fault;
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

/** Lanes in which each fault meets generated tests only. */
export const lanesOfGenerated = (faults: readonly Mutant[]): Lanes => {
  const lanes: Record<string, Mutant>[] = [];
  for (const fault of faults) {
    const rules = generatedRulesFor(fault.rule);
    const free = lanes.find((lane) => rules.every((rule) => !lane[rule])) ?? lanes[lanes.push({}) - 1];
    for (const rule of rules) if (free) free[rule] = fault;
  }
  return lanes;
};

/**
 * Lanes in which each fault meets the tests that are known to kill it, or all tests of its rule where none are known.
 * The tests that meet a fault share a lane, so that they meet it one after the other.
 */
export const lanesByKillers = (faults: readonly Mutant[], killers: Killers): Lanes => {
  // Several from the start, since each lane has one worker.
  const lanes: Record<string, Mutant>[] = [{}, {}, {}, {}];
  for (const fault of faults) {
    const known = (killers[fault.name] ?? []).map((variant) => testKey(fault.rule, variant));
    const isFree = (lane: Lanes[number]): boolean =>
      known.length > 0
        ? !lane[fault.rule] && known.every((test) => !lane[test])
        : Object.values(lane).every(({ rule }) => rule !== fault.rule);
    const [free = lanes[lanes.push({}) - 1]] = lanes.filter(isFree).sort((one, other) => sizeOf(one) - sizeOf(other));
    for (const key of known.length > 0 ? known : [fault.rule]) if (free) free[key] = fault;
  }
  return lanes.filter((lane) => sizeOf(lane) > 0);
};

const sizeOf = (lane: Lanes[number]): number => Object.keys(lane).length;
