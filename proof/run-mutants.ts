import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Mutant } from '../fixtures/run.ts';
import type { CheckResult } from '../helpers/evidence/check-result.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'reports/proof');
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/** A test of the suite: its file and titles, which are its key in an assignment, and its tags. */
export interface ListedTest {
  key: string;
  tags: string[];
  project: string;
}

/**
 * One pass over some tests, each against a sandbox of its own. Passes are few where each test meets many sandboxes one
 * after the other, because starting a worker takes longer than most tests.
 */
export interface MutantAssignment {
  /** Settings that the sandboxes of the assignment need, by variable. */
  settings: Readonly<Record<string, string>>;
  /** With the time-outs of a run, in place of short ones. */
  isPatient?: boolean;
  tests: Record<string, Mutant>;
}

/** What a test found at a sandbox. */
export interface MutantResult extends Mutant {
  test: string;
  /** `passed` unless an error outside a check ended the test. */
  ended: string;
  error: string | null;
  checks: Pick<CheckResult, 'rule' | 'case' | 'verdict' | 'message'>[];
  durationMs: number;
}

/** The file that the configuration and the reporter of a proof share. */
export const planFile = join(folder, 'plan.json');
export const resultsFile = join(folder, 'results.json');

/** Every test of the suite. @throws Error when the specs cannot be loaded */
export const listTests = async (): Promise<ListedTest[]> => run<ListedTest[]>([], '', ['--list']);

/**
 * Runs tests against sandboxes.
 *
 * @param control the address of a running sandbox, for the settings that assignments do not change
 */
export const runMutants = (assignments: readonly MutantAssignment[], control: string): Promise<MutantResult[]> =>
  assignments.length === 0 ? Promise.resolve([]) : run<MutantResult[]>(assignments, control, []);

const run = async <Result>(
  assignments: readonly MutantAssignment[],
  control: string,
  options: readonly string[],
): Promise<Result> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(planFile, JSON.stringify(assignments));
  const child = spawn(process.execPath, [playwright, 'test', '-c', 'proof/playwright.config.ts', ...options], {
    cwd: root,
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
 */
export const instanceOf = async (control: string, name: string): Promise<string> => {
  const response = await fetch(`${control}/sandbox/instances/${encodeURIComponent(name)}`);
  const { address, message } = (await response.json()) as { address?: string; message?: string };
  if (!address) throw new Error(`the sandbox could not be started as ${name}: ${message ?? response.status}`);
  return address;
};

/** The tests of an assignment, which one worker runs: few enough to keep all workers busy until the end. */
const mostTests = 60;

/** Puts pairs of test and sandbox into as few assignments as possible; an assignment has one sandbox for each test. */
export const assignmentsOf = (
  pairs: readonly { key: string; mutant: Mutant; settings?: Readonly<Record<string, string>> }[],
): MutantAssignment[] => {
  const assignments: MutantAssignment[] = [];
  const sizes = new Map<MutantAssignment, number>();
  for (const { key, mutant, settings = {} } of pairs) {
    const same = JSON.stringify(settings);
    let assignment = assignments.find(
      (one) => !one.tests[key] && (sizes.get(one) ?? 0) < mostTests && JSON.stringify(one.settings) === same,
    );
    if (!assignment) assignments.push((assignment = { settings, tests: {} }));
    assignment.tests[key] = mutant;
    sizes.set(assignment, (sizes.get(assignment) ?? 0) + 1);
  }
  return assignments;
};

/** One of `of` equal parts of a list, such as `2/7`. */
export const partOf = <T>(list: readonly T[], part = '1/1'): T[] => {
  const [index = 1, of = 1] = part.split('/').map(Number);
  if (!(index >= 1 && of >= index)) throw new Error(`--part ${part}: write a part such as 2/7`);
  return list.filter((_, at) => at % of === index - 1);
};
