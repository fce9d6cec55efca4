import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../results/judgement/verdict.ts';
import type { Step } from '../../../helpers/evidence/steps.ts';

/** Identifies a test of the earlier run. */
export interface Planned {
  project: string;
  file: string;
  title: string;
}

/** Tests to run again with the same changes. */
export interface Question {
  /** Unique within the plan. */
  name: string;
  tests: readonly Planned[];
  /** How often to run each test. */
  times: number;
  /** The address of a sandbox to use instead of the target. */
  sandbox?: string;
  /** Whether to use a different amount. */
  isFresh?: boolean;
  /** Fields to remove from every request body. */
  leaveOut?: readonly string[];
}

export interface Plan {
  /** The path of the configuration of the run. */
  config: string;
  questions: readonly Question[];
  /** Time limit for the whole plan, in milliseconds; tests that have not run by then have no result. */
  mostMs?: number;
}

/** The result of a test that was run again. */
export interface Replayed extends Planned {
  verdict: Verdict;
  error: string | null;
  steps: Step[];
  /** A curl command that repeats the last exchange; undefined when there was none. */
  curl?: string | undefined;
}

/** The results that the runner writes for the program that started it. */
export interface Encounters {
  errors: string[];
  leftBehind: string[];
  isComplete: boolean;
  tests: (Replayed & { question: string })[];
}

const variable = 'AGAIN_FOLDER';

/** The environment variable with the folder of the plan. */
export const folderVariable = (folder: string): Record<string, string> => ({ [variable]: folder });

/** The folder of the plan of this process. */
export const folderOfPlan = (): string => process.env[variable] ?? '';

export const planIn = (folder: string): string => join(folder, 'plan.json');
export const encountersIn = (folder: string): string => join(folder, 'replayed.json');
export const readPlan = (): Plan => JSON.parse(readFileSync(planIn(folderOfPlan()), 'utf8')) as Plan;

/** Whether a test is one of those that are planned. */
export const isPlanned = (tests: readonly Planned[], { project, file, title }: Planned): boolean =>
  tests.some((one) => one.project === project && one.file === file && one.title === title);

/** Selects candidates by title only, because Playwright matches a title together with its file and tags. */
export const titlesOf = (tests: readonly Planned[]): RegExp[] =>
  tests.map(({ title }) => new RegExp(`${escaped(title)}(?= @|$)`));

/** Escapes a text for use in a regular expression. */
export const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
