import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../cli/setup/setup.mjs';
import { stagingAt, Target } from './target.ts';

/** The output of a program that runs against its own sandbox, and the addresses of the modules that it loaded. */
export const runExample = async (program: string): Promise<{ lines: string[]; loaded: string[] }> => {
  const target = await Target.start();
  // The coverage of a process lists every module that it has loaded.
  const folder = mkdtempSync(join(tmpdir(), 'modules-'));
  const env = {
    ...process.env,
    ...stagingAt(target.address),
    CALLBACK_CREATE_PATH: '/v1/callback/create',
    NODE_V8_COVERAGE: folder,
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], { cwd: root, env });
    const loaded = readdirSync(folder).flatMap((name) => modulesIn(readFileSync(join(folder, name), 'utf8')));
    return { lines: stdout.trim().split('\n'), loaded };
  } finally {
    rmSync(folder, { recursive: true });
    await target.stop();
  }
};

const modulesIn = (coverage: string): string[] =>
  (JSON.parse(coverage) as { result: { url: string }[] }).result.map(({ url }) => url);
