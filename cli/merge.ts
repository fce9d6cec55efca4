import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { readDigestSettings } from '../helpers/settings/environment.ts';
import { refuseMixed, shardRecordName, type ShardRecord } from '../harness/reporter/shard-record.ts';

const usage = `npm run merge: joins the results of the shards of a run.

  npm run merge -- FOLDER      with the reports of all shards, in any folders below it

Each machine runs npm start -- --shard=I/N and keeps its reports/ (run.json and blob/). Verdict, results.json and exit
code are those of an undivided run; a missing shard leaves it inconclusive.

Exit codes: those of npm start; 3 when there are no shards, or they are not of one run`;

void command(usage, { allowPositionals: true }, async (_, [folder, ...rest]) => {
  if (folder === undefined || rest.length > 0) throw new Error(`Give the folder with the shards.\n\n${usage}`);
  // Wrong settings of the digest end it now.
  readDigestSettings();
  const shards = recordsIn(folder);
  refuseMixed(shards.map(({ record }) => record));
  const blobs = mkdtempSync(join(tmpdir(), 'blobs-'));
  try {
    for (const { file, record } of shards) {
      const blob = join(dirname(file), 'blob');
      if (!existsSync(blob))
        throw new Error(`${blob} is missing: keep ${shardRecordName} and blob/ of a shard together.`);
      for (const name of readdirSync(blob))
        copyFileSync(join(blob, name), join(blobs, `${record.shard.current}-${name}`));
    }
    const args = [playwrightCli, 'merge-reports', '-c', join(__dirname, 'merge.config.ts'), blobs];
    const env = { ...process.env, SHARD_RECORDS: shards.map(({ file }) => file).join('\n') };
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit');
    return typeof code === 'number' ? code : 3;
  } finally {
    rmSync(blobs, { recursive: true, force: true });
  }
});

function recordsIn(folder: string): { file: string; record: ShardRecord }[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => basename(name) === shardRecordName)
    .map((name) => {
      const file = join(folder, name);
      try {
        return { file, record: JSON.parse(readFileSync(file, 'utf8')) as ShardRecord };
      } catch {
        throw new Error(`${file} is damaged: download the reports of the shard again.`);
      }
    });
}
