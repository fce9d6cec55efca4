import { suiteHash } from '../../../harness/results/proof/suite-hash.ts';
import type { Part } from '../../../harness/shards/part.ts';
import { named } from '../../../harness/shards/shard.mjs';
import { CannotMerge, type Found } from './collect.ts';

/** Maximum time between the starts of shards that have no run name in common. */
const longestMs = 24 * 60 * 60 * 1000;

/**
 * Checks that shards are parts of one run of this suite, each of them once.
 *
 * @param root the repository
 * @throws CannotMerge naming the shards and their differences
 */
export const checkThatTheyBelongTogether = (found: readonly Found[], root: string): void => {
  const [first] = found;
  if (!first) return;
  const problems = [
    ...found.flatMap((one) => differences(one, first)),
    ...found.flatMap((one, index) => repeated(one, found.slice(0, index))),
    ...(suiteHash(root) === first.part.suite ? [] : [otherSuite(first)]),
  ];
  if (problems.length > 0)
    throw new CannotMerge(`These shards cannot be merged:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
};

const repeated = ({ part, folder }: Found, earlier: readonly Found[]): string[] => {
  const twin = earlier.find((one) => one.part.index === part.index && one.part.of === part.of);
  return twin ? [`${named(part)} is given twice, in ${twin.folder} and in ${folder}; leave one of them out`] : [];
};

/** Only the first difference of a shard, since later ones may follow from it. */
const differences = ({ part, folder }: Found, first: Found): string[] => {
  const who = `${named(part)} (${folder})`;
  const other = `${named(first.part)} (${first.folder})`;
  if (part.of !== first.part.of)
    return [`${who} and ${other} are of runs that were divided differently; give the shards of one run`];
  if (part.run !== first.part.run) return [`${who} is of run ${part.run ?? 'without a name'}, not of ${nameOf(first)}`];
  if (part.run === null && Math.abs(Date.parse(part.begun) - Date.parse(first.part.begun)) > longestMs) {
    return [
      `${who} began on ${part.begun.slice(0, 10)} and ${other} on ${first.part.begun.slice(0, 10)}, which is ` +
        'unlikely for one run; delete old shards, or set the same SHARD_RUN for all shards of a run',
    ];
  }
  if (part.suite !== first.part.suite) return [`${who} is of another version of the suite than ${other}`];
  const settings = differing(part.settings, first.part.settings);
  if (settings.length > 0) return [`${who} ran with other settings than ${other}: ${settings.join(', ')}`];
  if (part.profile !== first.part.profile)
    return [`${who} is a ${part.profile} run, ${other} a ${first.part.profile} run`];
  if (part.limits.join(' ') !== first.part.limits.join(' ')) {
    return [`${who} was started with "${part.limits.join(' ')}", ${other} with "${first.part.limits.join(' ')}"`];
  }
  const isSame = JSON.stringify(part.tests) === JSON.stringify(first.part.tests);
  return isSame ? [] : [`${who} and ${other} were divided differently; ${part.durations} has to be the same for all`];
};

const nameOf = ({ part }: Found): string => (part.run === null ? 'a run without a name' : `run ${part.run}`);

const differing = (one: Part['settings'], other: Part['settings']): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort();

const otherSuite = ({ folder }: Found): string =>
  `this clone is of another version of the suite than the shards (${folder}); check out the version of the shards`;
