import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCli } from '../../helpers/processes/installed.mjs';
import { hasFolder, suiteRoot } from '../../helpers/settings/command-line/target-folder.mjs';
import { readResults } from '../../harness/results/read-results.ts';
import type { Results } from '../../harness/results/results-schema.ts';

/** A run of the suite that has ended. */
export interface Ran {
  /** As of npm start. */
  code: number;
  /** Undefined when the run gave no judgement. */
  results: Results | undefined;
  /** The last lines of what it printed, keys masked. */
  lastLines: string;
}

/** Characters of the output that are kept. */
const enough = 4_000;

/**
 * One run of the suite, as npm start makes it, without its output. Its reports are where those of every run are.
 *
 * @param root the folder that has the reports
 * @param args of `playwright test`
 * @param stop ends the run in order, clean-up included
 */
export const oneRun = async (
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stop: AbortSignal,
): Promise<Ran> => {
  const file = join(root, 'reports', 'results.json');
  // Whatever happens, an earlier run's results are not taken for those of this one.
  rmSync(file, { force: true });
  const child = spawn(process.execPath, [playwrightCli, 'test', ...args], {
    // The tests are in the suite, whose place a folder of the target does not take.
    cwd: hasFolder() ? suiteRoot : root,
    // Many runs are no summary of a job.
    env: { ...process.env, GITHUB_STEP_SUMMARY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lastLines = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (lastLines = (lastLines + chunk.toString()).slice(-enough)));
  }
  // Playwright drops a second interrupt within a second, which it gets when a terminal has sent one to all of us.
  const interrupt = (): boolean => child.kill('SIGINT');
  if (stop.aborted) interrupt();
  stop.addEventListener('abort', interrupt, { once: true });
  const [code] = (await once(child, 'close')) as [number | null];
  stop.removeEventListener('abort', interrupt);
  const results = existsSync(file) ? readResults(file) : undefined;
  return { code: code === 1 && !results ? 3 : (code ?? 3), results, lastLines };
};
