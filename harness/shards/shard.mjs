// Plain, because npm start needs it before the packages are there.

/**
 * One of several parts of a run, counted from 1, as `--shard=2/8` asks for it.
 *
 * @typedef {{ index: number, of: number }} Shard
 */

/** The runner tells its workers by this variable which shard they belong to. */
const variable = 'CONFORMANCE_SHARD';

/**
 * The shard that this process belongs to; undefined when the run is not divided. What is no shard is left to
 * Playwright, which refuses it.
 *
 * @param {boolean} isRunner the runner knows from its arguments and tells the workers
 * @param {readonly string[]} argv
 */
export const shardOfRun = (isRunner, argv = process.argv) => {
  if (isRunner) process.env[variable] = shardArguments(argv).at(-1) ?? '';
  return parseShard(process.env[variable]);
};

/**
 * The shard in a text such as 2/8.
 *
 * @returns {Shard | undefined}
 */
export const parseShard = (text = '') => {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  return shard.index >= 1 && shard.index <= shard.of ? shard : undefined;
};

/**
 * What stands after each `--shard`; the last one counts.
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
 * Where a run writes its reports, relative to the repository: a shard has a folder of its own.
 *
 * @param {Shard | undefined} shard
 */
export const reportsFolder = (shard) => (shard ? `reports/shards/${shard.index}-of-${shard.of}` : 'reports');

/**
 * A shard in words.
 *
 * @param {Shard} shard
 */
export const named = ({ index, of }) => `shard ${index} of ${of}`;

/**
 * What a merged run is made of, in words.
 *
 * @param {{ of: number, missing: readonly number[] }} parts
 */
export const mergedInWords = ({ of, missing }) => {
  if (missing.length === 0) return `all ${of} merged`;
  const those = missing.length > 1 ? 's' : '';
  return `${of - missing.length} of ${of} merged; nothing was there of shard${those} ${missing.join(', ')}`;
};
