// Which tests a run takes, and how. Read before any package is installed, so it uses none.
import { takeOptions } from './options.mjs';

/**
 * - `smoke`: one test for each section of the interface, for after a deployment.
 * - `nightly`: everything; what a run is unless told otherwise.
 * - `signoff`: everything, and neither a request nor a test is tried a second time.
 * - `stability`: everything, each test apart from the others of its file, so that all can be shuffled.
 * @typedef {'smoke' | 'nightly' | 'signoff' | 'stability'} Profile
 */

/** @type {readonly Profile[]} */
const profiles = ['smoke', 'nightly', 'signoff', 'stability'];

/** The variable that hands the profile to the runner and its workers; `--profile` sets it. */
export const profileVariable = 'CONFORMANCE_PROFILE';

/**
 * The profile of this run.
 *
 * @param {Record<string, string | undefined>} [env]
 * @returns {Profile}
 * @throws {Error} for a name that is none
 */
export const profileOf = (env = process.env) => {
  const name = env[profileVariable] || 'nightly';
  const profile = profiles.find((one) => one === name);
  if (!profile) throw new Error(`${profileVariable}: write ${profiles.join(', ')} instead of ${name}`);
  return profile;
};

/**
 * Takes `--profile NAME` out of the arguments of a run.
 *
 * @param {readonly string[]} args
 * @returns {{ profile: Profile | 'watch' | undefined, rest: string[] }} undefined when none is named
 * @throws {Error} for a name that is none, and for two of them
 */
export const takeProfile = (args) => {
  const choices = /** @type {const} */ ([...profiles, 'watch']);
  const { values, rest } = takeOptions(args, ['--profile']);
  const named = values['--profile'];
  const profile = choices.find((one) => one === named);
  if (named !== undefined && !profile) throw new Error(`--profile: write one of ${choices.join(', ')}`);
  return { profile, rest };
};

/** The variable that names what failures and changes a run begins with; `--since` sets it. */
export const sinceVariable = 'CONFORMANCE_SINCE';

/**
 * Takes `--since COMMIT_OR_RUN` out of the arguments of a run.
 *
 * @param {readonly string[]} args
 * @returns {{ since: string | undefined, rest: string[] }}
 * @throws {Error} beside `--shard`: shards are dealt as a whole
 */
export const takeSince = (args) => {
  const { values, rest } = takeOptions(args, ['--since']);
  const since = values['--since'];
  if (since !== undefined && rest.some((one) => one.split('=')[0] === '--shard'))
    throw new Error('--since: leave it out with --shard, whose tests are dealt by how long they take');
  return { since, rest };
};
