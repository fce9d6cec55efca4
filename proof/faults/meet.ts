import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reconcile, type Contradiction } from '../../harness/html/ledger/reconcile.ts';
import { beginLedger, bookOf, readLedger } from '../../helpers/evidence/ledger/book.ts';
import { playwrightCli } from '../../helpers/processes/installed.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The address of an instance of the sandbox, which is started on request.
 *
 * @param control the address at which the sandbox starts instances
 * @param name the name of a fault, of readings joined by commas, or `none`
 * @throws Error when there is no such instance
 */
export const instanceOf = async (control: string, name: string): Promise<string> => {
  const response = await fetch(`${control}/sandbox/instances/${encodeURIComponent(name)}`);
  const { address, message } = (await response.json()) as { address?: string; message?: string };
  if (!address) throw new Error(`the sandbox could not be started as ${name}: ${message ?? response.status}`);
  return address;
};

type About = 'faults' | 'readings';

/** A run of the specs against many sandboxes. */
interface Plan {
  about: About;
  lanes: readonly unknown[];
  /** Further arguments of Playwright. */
  options?: readonly string[];
}

/**
 * Runs the specs over a plan with proof/<about>/playwright.config.ts. The reporter there writes the outcomes to a file.
 *
 * @throws Error when the run was aborted
 */
export const runLanes = async <Encounters extends { errors: readonly string[] }>(
  control: string,
  { about, lanes, options = [] }: Plan,
): Promise<Encounters> => {
  const encounters = `${root}reports/${about}-encounters.json`;
  beginLedger(ledgersOf(about));
  for (const old of [encounters, `${root}reports/${about}-results`]) rmSync(old, { recursive: true, force: true });
  writeFileSync(`${root}reports/${about}-plan.json`, JSON.stringify(lanes));
  const args = [playwrightCli, 'test', '-c', `proof/${about}/playwright.config.ts`, ...options];
  const run = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      TARGET: 'sandbox',
      BASE_URL: '',
      SECRET_KEY: '',
      PUBLISHABLE_KEY: '',
      SANDBOX_URL: control,
      // Thousands of tests fail as expected, and need no page snapshot and source excerpt.
      PLAYWRIGHT_NO_COPY_PROMPT: '1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(run, 'exit');
  if (!existsSync(encounters)) throw new Error('the run ended without the outcomes of its tests: see its output above');
  const outcomes = JSON.parse(readFileSync(encounters, 'utf8')) as Encounters;
  if (outcomes.errors.length > 0) throw new Error(`the run was aborted:\n${outcomes.errors.join('\n')}`);
  return outcomes;
};

/** The contradictions between the channels of one service, in all tests that ran against it. */
export const contradictionsAt = (about: About, address: string): Contradiction[] =>
  reconcile(readLedger(`${ledgersOf(about)}/${bookOf(address)}`)).contradictions;

const ledgersOf = (about: About): string => `${root}reports/${about}-ledger`;
