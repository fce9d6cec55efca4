// Which tests a run includes, and how it runs them. Read before any package is installed, so it imports none.
import { takeOptions } from './options.mjs';

/**
 * - `smoke`: one test for each section of the interface, for after a deployment.
 * - `nightly`: everything; the default.
 * - `signoff`: everything, without retries of requests or tests.
 * - `stability`: everything, with independent tests, so that all can be shuffled.
 * @typedef {'smoke' | 'nightly' | 'signoff' | 'stability'} Profile
 */

/** @type {readonly Profile[]} */
const profiles = ['smoke', 'nightly', 'signoff', 'stability'];

/** The variable that passes the profile to the runner and its workers; `--profile` sets it. */
export const profileVariable = 'CONFORMANCE_PROFILE';

/**
 * The profile of this run.
 *
 * @param {Record<string, string | undefined>} [env]
 * @returns {Profile}
 * @throws {Error} for an unknown name
 */
export const profileOf = (env = process.env) => {
  const name = env[profileVariable] || 'nightly';
  const profile = profiles.find((one) => one === name);
  if (!profile) throw new Error(`${profileVariable}: write ${profiles.join(', ')} instead of ${name}`);
  return profile;
};

/**
 * Removes `--profile NAME` from the arguments of a run.
 *
 * @param {readonly string[]} args
 * @returns {{ profile: Profile | 'watch' | undefined, rest: string[] }} undefined when none is named
 * @throws {Error} for an unknown name, and for two profiles
 */
export const takeProfile = (args) => {
  const choices = /** @type {const} */ ([...profiles, 'watch']);
  const { values, rest } = takeOptions(args, ['--profile']);
  const named = values['--profile'];
  const profile = choices.find((one) => one === named);
  if (named !== undefined && !profile) throw new Error(`--profile: write one of ${choices.join(', ')}`);
  return { profile, rest };
};

/** The variable with the commit or run whose failures and changes come first; `--since` sets it. */
export const sinceVariable = 'CONFORMANCE_SINCE';

/**
 * Removes `--since COMMIT_OR_RUN` from the arguments of a run.
 *
 * @param {readonly string[]} args
 * @returns {{ since: string | undefined, rest: string[] }}
 * @throws {Error} together with `--shard`, because all shards have to use the same order
 */
export const takeSince = (args) => {
  const { values, rest } = takeOptions(args, ['--since']);
  const since = values['--since'];
  if (since !== undefined && rest.some((one) => one.split('=')[0] === '--shard'))
    throw new Error('--since: leave it out with --shard, whose tests are dealt by how long they take');
  return { since, rest };
};
