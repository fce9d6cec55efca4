import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownDeviation } from '../../helpers/deviations/known-deviations.ts';
import type { RunInput } from '../results/build-results.ts';
import { writeAtomically } from '../results/write-atomically.ts';

/** What a shard leaves beside its blob report, for the facts that no test has. */
export interface ShardRecord {
  shard: { current: number; total: number };
  run: RunInput;
  /** The lines of the log of its run about values that must be unique. */
  unique: Record<string, unknown>[];
  /** The known deviations of its target. */
  deviations: KnownDeviation[];
}

/** The name of the file with the record. */
export const shardRecordName = 'run.json';

export const writeShardRecord = (folder: string, record: ShardRecord): void =>
  writeAtomically(join(folder, shardRecordName), JSON.stringify(record));

/** Adds what was removed from the reports of a shard to its record, which was searched with them. */
export const noteRemoved = (folder: string, { removed, unsearched }: RunInput): void => {
  const record = JSON.parse(readFileSync(join(folder, shardRecordName), 'utf8')) as ShardRecord;
  writeShardRecord(folder, {
    ...record,
    run: { ...record.run, ...(removed && { removed }), ...(unsearched && { unsearched }) },
  });
};

/** @throws Error when the records are not the shards of one run */
export const refuseMixed = (records: readonly ShardRecord[]): void => {
  if (records.length === 0) throw new Error(`There is no ${shardRecordName} of a shard in this folder.`);
  // The port of a sandbox differs on each machine.
  const runs = records.map(({ shard, run: { target, host, commit } }) =>
    [`${shard.total} shards`, target, target === 'sandbox' ? '' : host, commit].join(' '),
  );
  if (new Set(runs).size > 1)
    throw new Error(
      `The shards are not of one run (their number, target, host, commit): ${[...new Set(runs)].join('; ')}`,
    );
  const numbers = records.map(({ shard }) => shard.current);
  if (new Set(numbers).size < numbers.length)
    throw new Error(`A shard is there twice: ${numbers.join(', ')} of ${records[0]?.shard.total}`);
};

/**
 * The facts of the run that shards made together; missing shards leave it inconclusive.
 *
 * @param errors of the merge itself
 */
export const mergedRun = (records: readonly ShardRecord[], errors: readonly string[]): RunInput => {
  const [first] = records;
  if (!first) throw new Error('there are no shards to merge');
  const all = records.map(({ run }) => run);
  const { total } = first.shard;
  const present = new Set(records.map(({ shard }) => shard.current));
  const builds = all.flatMap((run) => run.builds ?? []).toSorted((one, other) => one.at.localeCompare(other.at));
  const outage = all.find((run) => run.outage)?.outage;
  const join = (of: (run: RunInput) => readonly string[] | undefined): string[] => [
    ...new Set(all.flatMap((run) => of(run) ?? [])),
  ];
  const removed = records.flatMap(({ shard: { current }, run }) =>
    (run.removed ?? []).map((one) => ({ ...one, file: `shard ${current}: ${one.file}` })),
  );
  const unsearched = join((run) => run.unsearched);
  return {
    ...first.run,
    startedAt: all.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.run.startedAt,
    durationMs: Math.max(...all.map(({ durationMs }) => durationMs)),
    partial: all.some(({ partial }) => partial),
    limitedBy: join(({ limitedBy }) => limitedBy),
    interrupted: all.some(({ interrupted }) => interrupted),
    errors: [...join((run) => run.errors), ...errors],
    leftBehind: join(({ leftBehind }) => leftBehind),
    mayExist: join(({ mayExist }) => mayExist),
    ...(removed.length > 0 && { removed }),
    ...(unsearched.length > 0 && { unsearched }),
    ...(outage && { outage }),
    ...(builds.length > 0 && { builds }),
    shards: {
      of: total,
      missing: Array.from({ length: total }, (_, index) => index + 1).filter((one) => !present.has(one)),
    },
  };
};
