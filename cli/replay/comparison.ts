import type { Replayed } from '../../harness/triage/again/plan.ts';
import { normalize } from '../../helpers/redaction/placeholders.ts';
import type { Step } from '../../helpers/evidence/steps.ts';
import type { Recorded } from './chosen.ts';

export type Outcome = 'same' | 'differently' | 'no more' | 'not judged';

/** One step as recorded and as replayed; undefined where one of the two has no such step. */
export interface Pair {
  recorded: Step | undefined;
  now: Step | undefined;
  isSame: boolean;
}

/** Whether a failed test fails again, and for the same reason. */
export const outcomeOf = ({ test }: Recorded, now: Replayed | undefined): Outcome => {
  if (now?.verdict === 'pass' || now?.verdict === 'observed') return 'no more';
  if (now?.verdict !== 'fail') return 'not judged';
  return reasonOf(test.error) === reasonOf(now.error) ? 'same' : 'differently';
};

/** Pairs the steps of both by their position. */
export const pairs = (recorded: readonly Step[], now: readonly Step[]): Pair[] =>
  Array.from({ length: Math.max(recorded.length, now.length) }, (_, index) => ({
    recorded: recorded[index],
    now: now[index],
    isSame: JSON.stringify(recorded[index]) === JSON.stringify(now[index]),
  }));

/** 1 when a test still fails, otherwise 2 when one could not be judged, otherwise 0. */
export const exitCodeOf = (outcomes: readonly Outcome[]): number => {
  if (outcomes.some((one) => one === 'same' || one === 'differently')) return 1;
  return outcomes.includes('not judged') || outcomes.length === 0 ? 2 : 0;
};

/** The comparable part of an error: the judgement, without data and without the full answer. */
export const reasonOf = (error: string | null): string => {
  const lines = (error ?? '').split('\n').filter((line) => line.trim() !== '');
  const end = lines.findIndex((line) => /^\s*(?:Seed|Repeat|Call log|Call Log):|^\s+at /.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => (line.startsWith('Received:') && line.length > 60 ? (/HTTP \d{3}/.exec(line)?.[0] ?? '') : line))
    .map((line) => normalize(line.trim()))
    .join('\n');
};
