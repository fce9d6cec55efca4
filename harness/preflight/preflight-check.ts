import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import type { RunFacts } from '../results/results-schema.ts';
import { coloured } from '../results/text.ts';

/** One check before a run; only `fail` prevents the run. Keys are masked. */
export type PreflightCheck = NonNullable<RunFacts['preflight']>[number];

export const ok = (name: string, message: string): PreflightCheck => ({ name, verdict: 'ok', message, fix: null });
const problem =
  (verdict: 'warn' | 'fail') =>
  (name: string, message: string, fix: string): PreflightCheck => ({ name, verdict, message, fix });
export const [warn, fail] = [problem('warn'), problem('fail')];

const senses = { ok: 'good', warn: 'open', fail: 'bad' } as const;

/** A check for the terminal. */
export const formatCheck = ({ name, verdict, message, fix }: PreflightCheck): string[] => [
  `  ${coloured(verdict.padEnd(4), senses[verdict])}  ${name.padEnd(18)}  ${escapeControlChars(message).slice(0, 600)}`,
  ...(fix === null ? [] : [`        ${' '.repeat(18)}  fix: ${fix}`]),
];
