import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from '../fixtures/run.ts';
import { writeAtomically } from '../harness/results/write-atomically.ts';
import type { CheckResult } from '../helpers/evidence/check-result.ts';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { holdLock, lockPath } from '../helpers/processes/process-lock.ts';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import { planOf, type MutantPlan, type ListedTest, type Meeting } from './mutant-plan.ts';

const folder = join(suiteRoot, 'reports/proof');

/** What a test found at a sandbox. */
export interface MutantResult extends Mutant {
  /** The key of the test. */
  test: string;
  /** `passed` unless an error outside a check ended the test. */
  ended: string;
  error: string | null;
  checks: Pick<CheckResult, 'rule' | 'case' | 'verdict' | 'message'>[];
  durationMs: number;
}

/** The files that the configuration and the reporter of a proof share. */
export const planFile = join(folder, 'plan.json');
export const resultsFile = join(folder, 'results.json');

/** Every test of the suite. @throws Error when the specs cannot be loaded */
export const listTests = async (): Promise<ListedTest[]> => run<ListedTest[]>(planOf([]), '', ['--list']);

/**
 * Runs tests against sandboxes.
 *
 * @param control the address of a running sandbox, for the settings that the meetings do not change
 */
export const runMutants = (meetings: readonly Meeting[], control: string): Promise<MutantResult[]> =>
  meetings.length === 0 ? Promise.resolve([]) : run<MutantResult[]>(planOf(meetings), control, []);

let lock: Promise<void> | undefined;
/** Workers read the plan whenever they start, so a second proof would take it from the first. */
const lockFolder = (): Promise<void> =>
  (lock ??= holdLock(lockPath(folder)).catch((cause: unknown) => {
    throw new Error(`another proof runs in ${suiteRoot}; wait for it, or use a clone`, { cause });
  }));

const run = async <Result>(plan: MutantPlan, control: string, options: readonly string[]): Promise<Result> => {
  await lockFolder();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(planFile, JSON.stringify(plan));
  for (const { file, spec } of plan.copies) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // Loaded once more, the same spec declares its tests once more.
    const path = JSON.stringify(join(__dirname, spec));
    writeFileSync(join(folder, file), `delete require.cache[${path}]; require(${path});\n`);
  }
  const child = spawn(process.execPath, [playwrightCli, 'test', '-c', 'proof/playwright.config.ts', ...options], {
    cwd: suiteRoot,
    env: { ...process.env, ENV_FILE: '', TARGET: 'sandbox', BASE_URL: '', SANDBOX_URL: control },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  const { errors, results } = JSON.parse(readFileSync(resultsFile, 'utf8')) as { errors: string[]; results: Result };
  if (errors.length > 0) throw new Error(`the specs could not be run: ${errors.join('; ')}`);
  return results;
};

/**
 * The address of an instance of a sandbox that was started with `--each-fault`.
 *
 * @param name of a fault, of variants joined by commas, or `none`
 * @param user who has the instance alone
 */
export const instanceOf = async (control: string, name: string, user = ''): Promise<string> => {
  const query = new URLSearchParams({ for: user }).toString();
  const response = await fetch(`${control}/sandbox/instances/${encodeURIComponent(name)}?${query}`);
  const { address, message } = (await response.json()) as { address?: string; message?: string };
  if (!address) throw new Error(`the sandbox could not be started as ${name}: ${message ?? response.status}`);
  return address;
};

/** Writes what a proof has found to a file of reports/. */
export const writeProof = (name: string, found: object): void =>
  writeAtomically(join(suiteRoot, 'reports', name), JSON.stringify(found, null, 2));

/** One of `of` equal parts of a list, such as `2/7`. */
export const partOf = <T>(list: readonly T[], part = '1/1'): T[] => {
  const [index = 1, of = 1] = part.split('/').map(Number);
  if (!(index >= 1 && of >= index)) throw new Error(`--part ${part}: write a part such as 2/7`);
  return list.filter((_, at) => at % of === index - 1);
};
