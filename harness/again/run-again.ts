import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwrightCli } from '../../helpers/processes/installed.mjs';
import { passSignals } from '../../helpers/processes/signals.mjs';
import { sinceVariable } from '../../helpers/settings/command-line/profile.mjs';
import { encountersIn, folderVariable, planIn, type Encounters, type Plan } from './plan.ts';

const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

/** How long the runner may take to end once its time is over, in milliseconds. */
const lastMs = 15_000;

interface Way {
  /** Beside those of this process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Whether the runner prints what keeps it from its work. */
  isShown?: boolean;
}

/**
 * Runs tests again in a process of its own.
 *
 * @param folder for the plan and what came of it; it is made, and may be removed afterwards
 * @returns undefined when the runner could not do its work
 */
export const runAgain = async (
  folder: string,
  plan: Plan,
  { env = {}, isShown = false }: Way = {},
): Promise<Encounters | undefined> => {
  mkdirSync(folder, { recursive: true });
  rmSync(encountersIn(folder), { force: true });
  writeFileSync(planIn(folder), JSON.stringify(plan));
  const out = isShown ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, [playwrightCli, 'test', '-c', config], {
    cwd: dirname(plan.config),
    // The runner of a sandbox hands on where its own listens.
    // It has an order of its own as well.
    env: { ...process.env, SANDBOX_URL: undefined, [sinceVariable]: undefined, ...folderVariable(folder), ...env },
    stdio: ['ignore', out, out],
  });
  const signals = passSignals(child, 'SIGINT');
  const end = plan.mostMs && setTimeout(() => child.kill('SIGKILL'), plan.mostMs + lastMs);
  await once(child, 'exit');
  clearTimeout(end);
  signals.stop();
  const file = encountersIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Encounters) : undefined;
};
