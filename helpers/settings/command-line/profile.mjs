// Selects the tests of a run and how they run. Uses no package, since it is read before any is installed.
import { takeOptions } from './options.mjs';

/**
 * - `smoke`: one test per section of the interface, for use after a deployment.
 * - `nightly`: all tests; the default.
 * - `signoff`: all tests, without repeating requests or tests.
 * - `stability`: all tests, each independent of the others of its file, so that all can be shuffled.
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
 * Extracts `--profile NAME` from the arguments of a run.
 *
 * @param {readonly string[]} args
 * @returns {{ profile: Profile | 'watch' | undefined, rest: string[] }} undefined when none is named
 * @throws {Error} for an unknown name, or two of them
 */
export const takeProfile = (args) => {
  const choices = /** @type {const} */ ([...profiles, 'watch']);
  const { values, rest } = takeOptions(args, ['--profile']);
  const named = values['--profile'];
  const profile = choices.find((one) => one === named);
  if (named !== undefined && !profile) throw new Error(`--profile: write one of ${choices.join(', ')}`);
  return { profile, rest };
};

/** The commit or run whose failures and changes determine the first tests; `--since` sets this variable. */
export const sinceVariable = 'CONFORMANCE_SINCE';

/**
 * Extracts `--since COMMIT_OR_RUN` from the arguments of a run.
 *
 * @param {readonly string[]} args
 * @returns {{ since: string | undefined, rest: string[] }}
 * @throws {Error} together with `--shard`, since shards are assigned as a whole
 */
export const takeSince = (args) => {
  const { values, rest } = takeOptions(args, ['--since']);
  const since = values['--since'];
  if (since !== undefined && rest.some((one) => one.split('=')[0] === '--shard'))
    throw new Error('--since: omit it with --shard, which distributes the tests by their durations');
  return { since, rest };
};
