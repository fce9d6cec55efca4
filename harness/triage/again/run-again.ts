import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwrightCli } from '../../../helpers/processes/installed.mjs';
import { passSignals } from '../../../helpers/processes/signals.mjs';
import { sinceVariable } from '../../../helpers/settings/command-line/profile.mjs';
import { encountersIn, folderVariable, planIn, type Encounters, type Plan } from './plan.ts';

const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

/** How long the runner may take to exit after its time limit, in milliseconds. */
const graceMs = 15_000;

interface Options {
  /** Added to the environment of this process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Whether to show the output of the runner. */
  isShown?: boolean;
}

/**
 * Runs tests again in a separate process.
 *
 * @param folder for the plan and its results; created when missing, and may be removed afterwards
 * @returns undefined when the runner wrote no results
 */
export const runAgain = async (
  folder: string,
  plan: Plan,
  { env = {}, isShown = false }: Options = {},
): Promise<Encounters | undefined> => {
  mkdirSync(folder, { recursive: true });
  rmSync(encountersIn(folder), { force: true });
  writeFileSync(planIn(folder), JSON.stringify(plan));
  const out = isShown ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, [playwrightCli, 'test', '-c', config], {
    cwd: dirname(plan.config),
    // Do not inherit the address of another sandbox, or the order of --since.
    env: { ...process.env, SANDBOX_URL: undefined, [sinceVariable]: undefined, ...folderVariable(folder), ...env },
    stdio: ['ignore', out, out],
  });
  const signals = passSignals(child, 'SIGINT');
  const end = plan.mostMs && setTimeout(() => child.kill('SIGKILL'), plan.mostMs + graceMs);
  await once(child, 'exit');
  clearTimeout(end);
  signals.stop();
  const file = encountersIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Encounters) : undefined;
};
