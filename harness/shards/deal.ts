import { capabilitiesOfTags, ruleOfTags } from '../../interface/rules/rule.ts';
import { withDependents } from '../../interface/rules/capabilities.ts';

/** What is looked at in a test to deal it out. */
export interface Dealt {
  tags: readonly string[];
  /** The name of its Playwright project. */
  project: string;
}

/** How long a test of a rule takes on average, in milliseconds. */
export type Durations = ReadonlyMap<string, number>;

/** Where nothing is recorded: a request or two, and a payment in the browser. */
const unknownMs: Readonly<Record<string, number>> = { api: 20, browser: 1_000 };

/**
 * Callbacks are shared: those that the settings name are few, and notifications arrive at one machine only. So all
 * tests that touch one stay together, in the first shard, where they take turns as they do in a run of one machine.
 */
const shared: ReadonlySet<string> = withDependents(['callbacks']);

/** Whether a test belongs into the first shard. */
export const isPinned = ({ tags }: Pick<Dealt, 'tags'>): boolean =>
  capabilitiesOfTags(tags).some((name) => shared.has(name));

/**
 * Deals tests out to shards that take about as long as each other: the longest first, each to the shard that has least
 * to do. Tests of a rule stay together, but for those that are pinned. The same on every machine.
 *
 * @returns the shard of each test, from 1
 */
export const partition = (tests: readonly Dealt[], shards: number, durations: Durations): number[] => {
  const loads = Array.from({ length: shards }, () => 0);
  const units = new Map<string, { name: string; pinned: boolean; ms: number; tests: number[] }>();
  for (const [index, test] of tests.entries()) {
    const rule = ruleOfTags(test.tags)?.id ?? '';
    const pinned = isPinned(test);
    const name = `${rule} ${pinned}`;
    const unit = units.get(name) ?? { name, pinned, ms: 0, tests: [] };
    unit.ms += durationOf(test, durations);
    unit.tests.push(index);
    units.set(name, unit);
  }
  const shardOf = Array.from({ length: tests.length }, () => 1);
  const inOrder = [...units.values()].sort(
    (one, other) => Number(other.pinned) - Number(one.pinned) || other.ms - one.ms || (one.name < other.name ? -1 : 1),
  );
  for (const { pinned, ms, tests: own } of inOrder) {
    const shard = pinned ? 0 : loads.indexOf(Math.min(...loads));
    loads[shard] = (loads[shard] ?? 0) + ms;
    for (const index of own) shardOf[index] = shard + 1;
  }
  return shardOf;
};

/** How long a test is expected to take, in milliseconds. */
export const durationOf = (test: Dealt, durations: Durations): number =>
  durations.get(ruleOfTags(test.tags)?.id ?? '') ?? unknownMs[test.project] ?? 20;
