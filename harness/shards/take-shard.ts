import type { Reporter, TestCase } from '@playwright/test/reporter';
import { hasFolder, targetFolder } from '../../helpers/settings/command-line/target-folder.mjs';
import { relativeTo } from '../results/files/place.ts';
import { ruleOfTags } from '../../interface/rules/rule.ts';
import type { RunFacts } from '../results/results-schema.ts';
import { partition, type Dealt } from './deal.ts';
import { durationsFileFor, readDurations } from './durations.ts';
import { partOf, type Part } from './part.ts';
import type { Shard } from './shard.mjs';

type Start = Parameters<NonNullable<Reporter['preprocess']>>[0];

/**
 * Restricts a run to the tests of one shard. Playwright divides tests by number; this partition uses their durations,
 * and keeps tests with callbacks together.
 *
 * @param run the repository, the target with its recorded durations, and the arguments that limit the complete run
 * @returns the description of the shard and its run
 * @throws DamagedDurations
 */
export const takeShard = (
  { suite, testRun }: Start,
  shard: Shard,
  { root, target, limits: all }: { root: string; target: Pick<RunFacts, 'target' | 'host'>; limits: readonly string[] },
): Part => {
  testRun.skipSharding();
  const tests = suite.allTests();
  const place = hasFolder() ? targetFolder() : root;
  const durations = durationsFileFor(place, target);
  const shardOf = partition(tests.map(dealtOf), shard.of, readDurations(place, durations));
  const planned = tests.map((test, index) => ({
    shard: shardOf[index] ?? 1,
    rule: ruleOfTags(test.tags)?.id ?? '',
    project: projectOf(test),
    file: relativeTo(root, test.location.file),
    line: test.location.line,
    title: test.title,
  }));
  const limits = all.filter((limit) => !limit.startsWith('--shard'));
  for (const [index, test] of tests.entries()) if (shardOf[index] !== shard.index) testRun.exclude(test);
  return partOf(root, { ...shard, limits, durations, tests: planned }, process.env);
};

const projectOf = (test: TestCase): string => test.parent.project()?.name ?? '';

const dealtOf = (test: TestCase): Dealt => ({ tags: test.tags, project: projectOf(test) });
