/** One thing a run depends on, looked at before it. */
export interface Check {
  name: string;
  /**
   * `fail` only when settings or environment make every judgement impossible, which ends a run before its first test.
   * What may be a fault of the service is `warn`: the run goes on, and the rules judge it.
   */
  verdict: 'ok' | 'warn' | 'fail';
  /** What was found, in one line without keys. */
  found: string;
  /** How to mend it; null when nothing is to be mended. */
  mend: string | null;
}

export const ok = (name: string, found: string): Check => ({ name, verdict: 'ok', found, mend: null });
export const warn = (name: string, found: string, mend: string): Check => ({ name, verdict: 'warn', found, mend });
export const fail = (name: string, found: string, mend: string): Check => ({ name, verdict: 'fail', found, mend });

/** The checks that end a run. */
export const blocking = (checks: readonly Check[]): Check[] => checks.filter(({ verdict }) => verdict === 'fail');

/** A check as lines for a terminal, with how to mend it below. */
export const checkLines = ({ name, verdict, found, mend }: Check): string[] => [
  `  ${verdict.padEnd(4)}  ${name.padEnd(18)}  ${found}`,
  ...(mend ? [`${' '.repeat(28)}mend it: ${mend}`] : []),
];

/** What an error says in its first line, with its code where it has one. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  const line = (message ?? String(error)).split('\n', 1)[0] ?? '';
  return code && !line.includes(code) ? `${line} (${code})` : line;
};
