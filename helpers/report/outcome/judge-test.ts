import { stripVTControlCharacters } from 'node:util';
import type { Level } from '../../rules/levels.ts';
import { verdictOfError, worst, type Verdict } from '../../verdict/verdict.ts';

/** What Playwright says about one attempt at a test. */
export interface Attempt {
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  readonly duration: number;
  readonly errors: readonly { message?: string; value?: string }[];
  readonly annotations: readonly { type: string; description?: string }[];
}

export interface Judgement {
  verdict: Verdict;
  /** The text of the error that decided; null when nothing went wrong. */
  error: string | null;
  /** Capabilities the target is declared not to have, when that ended the test. */
  notApplicable: string | undefined;
  durationMs: number;
  observed: string[];
}

/** The longest error text that is kept. */
const enough = 4000;

/** The verdict of a test from all attempts at it: the worst one counts, so that repeating hides nothing. */
export const judgeTest = (level: Level, attempts: readonly Attempt[]): Judgement => {
  const judged = attempts.map((attempt) => judgeAttempt(level, attempt));
  const verdict = worst(judged.map((one) => one.verdict));
  const decisive = judged.find((one) => one.verdict === verdict);
  return {
    verdict,
    error: decisive ? decisive.error : 'the test did not run',
    notApplicable: attempts.map((attempt) => described(attempt, 'not-applicable')[0]).find((one) => one !== undefined),
    durationMs: Math.round(attempts.reduce((sum, attempt) => sum + attempt.duration, 0)),
    observed: attempts.flatMap((attempt) => described(attempt, 'observed')),
  };
};

const judgeAttempt = (level: Level, attempt: Attempt): { verdict: Verdict; error: string | null } => {
  if (attempt.status === 'interrupted') return { verdict: 'not-tested', error: 'the run was interrupted' };
  if (attempt.status === 'skipped') {
    const declared = described(attempt, 'not-applicable').length > 0;
    return declared
      ? { verdict: 'not-applicable', error: null }
      : { verdict: 'not-tested', error: 'the test was skipped or did not run' };
  }
  const errors = attempt.errors.map(({ message, value }) => stripVTControlCharacters(message ?? value ?? 'no message'));
  if (attempt.status === 'passed' && errors.length === 0) {
    return { verdict: level === 'observe' ? 'observed' : 'pass', error: null };
  }
  const judged = errors.map((error) => ({
    verdict: asLevel(level, verdictOfError(error)),
    error: error.slice(0, enough),
  }));
  const verdict = judged.length === 0 ? 'harness' : worst(judged.map((one) => one.verdict));
  return judged.find((one) => one.verdict === verdict) ?? { verdict, error: `the test ended as ${attempt.status}` };
};

/** What the interface leaves open cannot be broken: an assertion that fails there is the suite's own fault. */
const asLevel = (level: Level, verdict: Verdict): Verdict =>
  level === 'observe' && verdict === 'fail' ? 'harness' : verdict;

const described = ({ annotations }: Attempt, type: string): string[] =>
  annotations.filter((one) => one.type === type).map((one) => one.description ?? '');
