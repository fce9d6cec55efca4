import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../results/judgement/verdict.ts';
import type { Step } from '../../helpers/evidence/steps.ts';

/** A test as the runner finds it again. */
export interface Planned {
  project: string;
  file: string;
  title: string;
}

/** Tests that are run again in one way. */
export interface Question {
  /** No other question of the plan has it. */
  name: string;
  tests: readonly Planned[];
  /** How often each of them is run. */
  times: number;
  /** Where a sandbox listens that takes the place of the target; the target itself when left out. */
  sandbox?: string;
  /** With another amount. */
  isFresh?: boolean;
  /** Fields that are taken out of every request body. */
  leaveOut?: readonly string[];
}

export interface Plan {
  /** The configuration of the run, as a path. */
  config: string;
  questions: readonly Question[];
  /** How long all of it may take, in milliseconds; what has not run by then is not answered. */
  mostMs?: number;
}

/** What became of a test that was run again. */
export interface Replayed extends Planned {
  verdict: Verdict;
  error: string | null;
  steps: Step[];
  /** A command that repeats the last exchange; undefined when there was none. */
  curl?: string | undefined;
}

/** What running tests again leaves behind for the program that asked for it. */
export interface Encounters {
  errors: string[];
  leftBehind: string[];
  isComplete: boolean;
  tests: (Replayed & { question: string })[];
}

const variable = 'AGAIN_FOLDER';

/** The variable that tells the runner where its plan is. */
export const folderVariable = (folder: string): Record<string, string> => ({ [variable]: folder });

/** The folder with the plan that this process is to follow. */
export const folderOfPlan = (): string => process.env[variable] ?? '';

export const planIn = (folder: string): string => join(folder, 'plan.json');
export const encountersIn = (folder: string): string => join(folder, 'replayed.json');
export const readPlan = (): Plan => JSON.parse(readFileSync(planIn(folderOfPlan()), 'utf8')) as Plan;

/** Whether a test is one of those that are planned. */
export const isPlanned = (tests: readonly Planned[], { project, file, title }: Planned): boolean =>
  tests.some((one) => one.project === project && one.file === file && one.title === title);

/** Selects what may be planned: the runner matches titles with file and tags around them. */
export const titlesOf = (tests: readonly Planned[]): RegExp[] =>
  tests.map(({ title }) => new RegExp(`${escaped(title)}(?= @|$)`));

/** A text as a regular expression that matches it alone. */
export const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
