import { capabilitiesOfTags, ruleOfTags } from '../../interface/rules/rule.ts';
import { withDependents } from '../../interface/rules/capabilities.ts';

/** The properties of a test that decide its shard. */
export interface Dealt {
  tags: readonly string[];
  /** The name of its Playwright project. */
  project: string;
}

/** The average duration of a test of each rule, in milliseconds. */
export type Durations = ReadonlyMap<string, number>;

/** The default durations: one or two requests, or a payment in the browser. */
const defaultMs: Readonly<Record<string, number>> = { api: 20, browser: 1_000 };

/**
 * All tests that use callbacks are in the first shard, because configured callbacks are few and notifications arrive at
 * one machine only. There they share callbacks as in a run on one machine.
 */
const shared: ReadonlySet<string> = withDependents(['callbacks']);

/** Whether a test must be in the first shard. */
export const isPinned = ({ tags }: Pick<Dealt, 'tags'>): boolean =>
  capabilitiesOfTags(tags).some((name) => shared.has(name));

/**
 * Divides tests into shards of about the same duration: the longest rules first, each into the shard with the least
 * work. Tests of a rule stay together, except pinned ones. The result is the same on every machine.
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

/** The expected duration of a test, in milliseconds. */
export const durationOf = (test: Dealt, durations: Durations): number =>
  durations.get(ruleOfTags(test.tags)?.id ?? '') ?? defaultMs[test.project] ?? 20;
