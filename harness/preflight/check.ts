/** The result of a check of something that a run depends on. */
export interface Check {
  name: string;
  /**
   * `fail` only when settings or environment make every judgement impossible; it ends the run before the first test. A
   * possible fault of the service is `warn`: the run continues, and the rules judge it.
   */
  verdict: 'ok' | 'warn' | 'fail';
  /** The finding, in one line without keys. */
  found: string;
  /** How to fix it; null when there is nothing to fix. */
  mend: string | null;
}

export const ok = (name: string, found: string): Check => ({ name, verdict: 'ok', found, mend: null });
export const warn = (name: string, found: string, mend: string): Check => ({ name, verdict: 'warn', found, mend });
export const fail = (name: string, found: string, mend: string): Check => ({ name, verdict: 'fail', found, mend });

/** The checks that end a run. */
export const blocking = (checks: readonly Check[]): Check[] => checks.filter(({ verdict }) => verdict === 'fail');

/** A check as lines for the terminal, with the fix below. */
export const checkLines = ({ name, verdict, found, mend }: Check): string[] => [
  `  ${verdict.padEnd(4)}  ${name.padEnd(18)}  ${found}`,
  ...(mend ? [`${' '.repeat(28)}fix: ${mend}`] : []),
];

/** The first line of an error message, with the error code if there is one. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  const line = (message ?? String(error)).split('\n', 1)[0] ?? '';
  return code && !line.includes(code) ? `${line} (${code})` : line;
};
