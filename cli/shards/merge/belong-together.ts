import { suiteHash } from '../../../harness/results/proof/suite-hash.ts';
import type { Part } from '../../../harness/shards/part.ts';
import { named } from '../../../harness/shards/shard.mjs';
import { CannotMerge, type Found } from './collect.ts';

/** Shards that begin farther apart than this are of two runs, unless they have the name of a run in common. */
const longestMs = 24 * 60 * 60 * 1000;

/**
 * Sees to it that shards are parts of one run of this suite, each of them once.
 *
 * @param root the repository
 * @throws CannotMerge naming the shards and what is different about them
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
  return twin ? [`${named(part)} is there twice, in ${twin.folder} and in ${folder}; leave one of them out`] : [];
};

/** The first thing that is different about a shard; what follows from it need not be told. */
const differences = ({ part, folder }: Found, first: Found): string[] => {
  const who = `${named(part)} (${folder})`;
  const other = `${named(first.part)} (${first.folder})`;
  if (part.of !== first.part.of)
    return [`${who} and ${other} are of runs that were divided differently; give those of one`];
  if (part.run !== first.part.run) return [`${who} is of run ${part.run ?? 'without a name'}, not of ${nameOf(first)}`];
  if (part.run === null && Math.abs(Date.parse(part.begun) - Date.parse(first.part.begun)) > longestMs) {
    return [
      `${who} began on ${part.begun.slice(0, 10)} and ${other} on ${first.part.begun.slice(0, 10)}, so they are ` +
        'hardly of one run; delete what is old, or give all shards of a run the same SHARD_RUN',
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
  return isSame ? [] : [`${who} and ${other} were dealt out differently; ${part.durations} has to be the same for all`];
};

const nameOf = ({ part }: Found): string => (part.run === null ? 'one without a name' : `run ${part.run}`);

const differing = (one: Part['settings'], other: Part['settings']): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort();

const otherSuite = ({ folder }: Found): string =>
  `this clone is of another version of the suite than the shards (${folder}); check out what they ran`;
