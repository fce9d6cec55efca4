import { stripVTControlCharacters } from 'node:util';
import { cut, escapeControlChars } from '../../../helpers/redaction/escape-control.ts';
import type { Level } from '../../../interface/rules/levels.ts';
import { stepsIn, type Step } from '../../../helpers/evidence/steps.ts';
import { timelineIn, type TimelineEntry } from '../../../helpers/evidence/timeline.ts';
import { worst, type Verdict } from './verdict.ts';
import { verdictOfError } from '../../../helpers/errors/classify-error.ts';

/** The result of Playwright for one attempt at a test. */
export interface Attempt {
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  readonly startTime?: Date;
  readonly duration: number;
  readonly errors: readonly { message?: string; value?: string; cause?: { message?: string } }[];
  readonly annotations: readonly { type: string; description?: string }[];
  readonly attachments?: readonly { name: string; body?: Buffer }[];
}

/** A judged attempt. */
export interface JudgedAttempt {
  verdict: Verdict;
  /** The text of the decisive error; null when there was none. */
  error: string | null;
  durationMs: number;
}

interface Judgement extends JudgedAttempt {
  /** The capabilities declared as absent, when they ended the test. */
  notApplicable: string | undefined;
  observed: string[];
  /** All attempts, when there was more than one. */
  attempts: JudgedAttempt[] | undefined;
  /** The network problems; undefined when there were none. */
  timeline: TimelineEntry[] | undefined;
  /** The steps of the last attempt of a failed test; undefined otherwise. */
  exchanges: Step[] | undefined;
}

/** Whether there was an outage of the target between two times, in milliseconds since the epoch. */
type WasOut = (from: number, to: number) => boolean;

/** Whether the text of a failure is that of a known deviation. */
type IsKnown = (error: string) => boolean;

/** The maximum length of a kept error text. */
const maxLength = 4000;

/**
 * Judges a test from all its attempts: the worst one counts, so that repetitions hide nothing. Attempts that ended with
 * an environment fault are ignored if another attempt was judged.
 */
export const judgeTest = (
  level: Level,
  attempts: readonly Attempt[],
  wasOut: WasOut = () => false,
  isKnown: IsKnown = () => false,
): Judgement => {
  const all = attempts.map((attempt) => judgeAttempt(level, attempt, wasOut, isKnown));
  const conclusive = all.filter((one) => one.verdict !== 'environment');
  const judged = conclusive.length > 0 ? conclusive : all;
  const verdict = worst(judged.map((one) => one.verdict));
  const decisive = judged.find((one) => one.verdict === verdict);
  const timeline = attempts.flatMap(({ attachments }) => timelineIn(attachments));
  return {
    verdict,
    error: decisive ? decisive.error : 'the test did not run',
    notApplicable: attempts.map((attempt) => described(attempt, 'not-applicable')[0]).find((one) => one !== undefined),
    durationMs: Math.round(attempts.reduce((sum, attempt) => sum + attempt.duration, 0)),
    observed: attempts
      .filter((_, index) => judged.includes(all[index] as JudgedAttempt))
      .flatMap((one) => described(one, 'observed')),
    attempts: all.length > 1 ? all : undefined,
    timeline: timeline.length > 0 ? timeline : undefined,
    exchanges: verdict === 'fail' ? stepsIn(attempts.at(-1)?.attachments) : undefined,
  };
};

const judgeAttempt = (level: Level, attempt: Attempt, wasOut: WasOut, isKnown: IsKnown): JudgedAttempt => {
  const { startTime, duration } = attempt;
  const durationMs = Math.round(duration);
  const judged = judgeAlone(level, attempt, isKnown);
  const from = startTime?.getTime() ?? 0;
  const isOpen =
    attempt.status !== 'interrupted' &&
    ['fail', 'known', 'harness', 'not-tested', 'environment'].includes(judged.verdict);
  if (!isOpen) return { ...judged, durationMs };
  // A request that the guard stopped decides, before any consequence of it.
  const stopped = described(attempt, 'not-tested')[0];
  if (stopped !== undefined) return { verdict: 'not-tested', error: because(stopped, judged.error), durationMs };
  if (judged.verdict === 'environment') return { ...judged, durationMs };
  // A failure during an outage is not a failure of the target.
  const out = wasOut(from, from + duration) ? 'the target was out while the test ran' : undefined;
  const fault = described(attempt, 'environment')[0] ?? out;
  if (fault === undefined) return { ...judged, durationMs };
  return { verdict: 'environment', error: because(fault, judged.error), durationMs };
};

/** A reason, followed by the error that it caused, unless they are the same. */
const because = (reason: string, error: string | null): string =>
  error === null || error === reason ? reason : `${reason}\n\n${error}`;

const judgeAlone = (level: Level, attempt: Attempt, isKnown: IsKnown): { verdict: Verdict; error: string | null } => {
  if (attempt.status === 'interrupted') return { verdict: 'not-tested', error: 'the run was interrupted' };
  if (attempt.status === 'skipped') return judgeSkipped(attempt);
  if (attempt.status === 'passed' && attempt.errors.length === 0) {
    return { verdict: level === 'observe' ? 'observed' : 'pass', error: null };
  }
  const judged = attempt.errors.map((error) => {
    const text = cut(
      escapeControlChars(stripVTControlCharacters(error.message ?? error.value ?? 'no message')),
      maxLength,
    );
    const verdict = verdictOfError(error, level);
    return { verdict: verdict === 'fail' && isKnown(text) ? ('known' as const) : verdict, error: text };
  });
  const verdict = judged.length === 0 ? 'harness' : worst(judged.map((one) => one.verdict));
  return judged.find((one) => one.verdict === verdict) ?? { verdict, error: `the test ended as ${attempt.status}` };
};

const judgeSkipped = (attempt: Attempt): { verdict: Verdict; error: string | null } => {
  if (described(attempt, 'not-applicable').length > 0) return { verdict: 'not-applicable', error: null };
  const [down] = described(attempt, 'environment');
  if (down !== undefined) return { verdict: 'environment', error: down };
  return { verdict: 'not-tested', error: 'the test was skipped or did not run' };
};

const described = ({ annotations }: Attempt, type: string): string[] =>
  annotations
    .filter((one) => one.type === type)
    .map((one) => cut(escapeControlChars(one.description ?? ''), maxLength));
