/** One of several parts of a run, counted from 1, as `--shard=2/8` asks for it. */
export interface Shard {
  index: number;
  of: number;
}

/** The runner tells its workers by this variable which shard they belong to. */
const variable = 'CONFORMANCE_SHARD';

/**
 * The shard that this process belongs to; undefined when the run is not divided. What is no shard is left to
 * Playwright, which refuses it.
 *
 * @param isRunner the runner knows from its arguments and tells the workers
 */
export const shardOfRun = (isRunner: boolean, argv: readonly string[] = process.argv): Shard | undefined => {
  if (isRunner) process.env[variable] = shardArgument(argv) ?? '';
  return parseShard(process.env[variable]);
};

/** The shard in a text such as 2/8. */
export const parseShard = (text = ''): Shard | undefined => {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  return shard.index >= 1 && shard.index <= shard.of ? shard : undefined;
};

/** Where a run writes its reports, relative to the repository: a shard has a folder of its own. */
export const reportsFolder = (shard: Shard | undefined): string =>
  shard ? `reports/shards/${shard.index}-of-${shard.of}` : 'reports';

/** A shard in words. */
export const named = ({ index, of }: Shard): string => `shard ${index} of ${of}`;

const shardArgument = (argv: readonly string[]): string | undefined => {
  const at = argv.findLastIndex((argument) => argument === '--shard' || argument.startsWith('--shard='));
  return argv[at] === '--shard' ? argv[at + 1] : argv[at]?.slice('--shard='.length);
};

/** What a merged run is made of, in words. */
export const mergedInWords = ({ of, missing }: { of: number; missing: readonly number[] }): string => {
  if (missing.length === 0) return `all ${of} merged`;
  const those = missing.length > 1 ? 's' : '';
  return `${of - missing.length} of ${of} merged; nothing was there of shard${those} ${missing.join(', ')}`;
};
