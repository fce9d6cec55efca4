import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCli } from '../../helpers/processes/installed.mjs';
import { hasFolder, suiteRoot } from '../../helpers/settings/command-line/target-folder.mjs';
import { readResults } from '../../harness/results/read-results.ts';
import type { Results } from '../../harness/results/results-schema.ts';

/** A completed run of the suite. */
export interface CompletedRun {
  /** The exit code, as of npm start. */
  code: number;
  /** Undefined when the run wrote no results. */
  results: Results | undefined;
  /** The end of its output, keys masked. */
  lastLines: string;
}

/** Maximum length of `lastLines`, in characters. */
const keptLength = 4_000;

/**
 * Runs the suite once, as npm start does, without showing its output. Its reports are in the usual place.
 *
 * @param root the folder that holds `reports`
 * @param args of `playwright test`
 * @param stop ends the run gracefully, clean-up included
 */
export const oneRun = async (
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stop: AbortSignal,
): Promise<CompletedRun> => {
  const file = join(root, 'reports', 'results.json');
  // Results of an earlier run must not be taken for those of this one.
  rmSync(file, { force: true });
  const child = spawn(process.execPath, [playwrightCli, 'test', ...args], {
    // A target's folder holds the reports; the tests are always in the suite.
    cwd: hasFolder() ? suiteRoot : root,
    // Only a single run writes the summary of a job.
    env: { ...process.env, GITHUB_STEP_SUMMARY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lastLines = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (lastLines = (lastLines + chunk.toString()).slice(-keptLength)));
  }
  // Safe after Ctrl-C, which the terminal has already sent to the child: Playwright ignores a second SIGINT within 1 s.
  const interrupt = (): boolean => child.kill('SIGINT');
  if (stop.aborted) interrupt();
  stop.addEventListener('abort', interrupt, { once: true });
  const [code] = (await once(child, 'close')) as [number | null];
  stop.removeEventListener('abort', interrupt);
  const results = existsSync(file) ? readResults(file) : undefined;
  return { code: code === 1 && !results ? 3 : (code ?? 3), results, lastLines };
};
