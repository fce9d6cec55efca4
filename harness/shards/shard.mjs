// Plain JavaScript, because npm start needs it before the packages are installed.

/**
 * A shard of a run, counted from 1, as in `--shard=2/8`.
 *
 * @typedef {{ index: number, of: number }} Shard
 */

/** The environment variable by which the runner passes the shard to its workers. */
const variable = 'CONFORMANCE_SHARD';

/**
 * The shard of this process; undefined when the run is not divided. Playwright refuses an invalid shard itself.
 *
 * @param {boolean} isRunner whether to read the arguments and set the variable for the workers
 * @param {readonly string[]} argv
 */
export const shardOfRun = (isRunner, argv = process.argv) => {
  if (isRunner) process.env[variable] = shardArguments(argv).at(-1) ?? '';
  return parseShard(process.env[variable]);
};

/**
 * Parses a shard such as 2/8.
 *
 * @returns {Shard | undefined}
 */
export const parseShard = (text = '') => {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  return shard.index >= 1 && shard.index <= shard.of ? shard : undefined;
};

/**
 * The values of all `--shard` arguments; the last one counts.
 *
 * @param {readonly string[]} argv
 * @returns {string[]}
 */
export const shardArguments = (argv) =>
  argv.flatMap((argument, index) => {
    if (argument === '--shard') return [argv[index + 1] ?? ''];
    return argument.startsWith('--shard=') ? [argument.slice('--shard='.length)] : [];
  });

/**
 * The folder of the reports of a run, relative to the repository; each shard has its own.
 *
 * @param {Shard | undefined} shard
 */
export const reportsFolder = (shard) => (shard ? `reports/shards/${shard.index}-of-${shard.of}` : 'reports');

/**
 * A shard as text.
 *
 * @param {Shard} shard
 */
export const named = ({ index, of }) => `shard ${index} of ${of}`;

/**
 * The shards of a merged run as text.
 *
 * @param {{ of: number, missing: readonly number[] }} parts
 */
export const mergedInWords = ({ of, missing }) => {
  if (missing.length === 0) return `all ${of} merged`;
  const plural = missing.length > 1 ? 's' : '';
  return `${of - missing.length} of ${of} merged; no results of shard${plural} ${missing.join(', ')}`;
};
