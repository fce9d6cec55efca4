import type { Results } from './results-schema.ts';

/** The exit codes of a run; npm start and plain `npx playwright test` use the same. */
export const exitCodes = { conforming: 0, nonConforming: 1, inconclusive: 2, brokenSuite: 3 } as const;

/** The exit code that says what a run found. Settings or code of the suite at fault make it `brokenSuite`. */
export const exitCodeOf = ({ run }: Results): number => {
  if (run.verdict === 'conforming') return exitCodes.conforming;
  if (run.verdict === 'non-conforming') return exitCodes.nonConforming;
  const broken = !run.interrupted && (run.errors.length > 0 || run.tests.harness > 0);
  return broken ? exitCodes.brokenSuite : exitCodes.inconclusive;
};

// The configuration and the reporter may be loaded as two copies of this module, so what they share hangs elsewhere.
const decided: { code?: number } = ((globalThis as { conformanceExit?: { code?: number } }).conformanceExit ??= {});

/** Makes the process end with a code, whatever Playwright itself would have chosen. */
export const decideExitCode = (code: number): void => {
  decided.code = code;
};

/**
 * Puts our exit codes in the place of Playwright's, which knows only passed and failed. Without a decision of the
 * reporter a failure is the suite's own: an unknown argument, a project that does not exist.
 */
export const useOurExitCodes = (): void => {
  process.once('exit', (code) => {
    process.exitCode = decided.code ?? (code === 1 ? exitCodes.brokenSuite : code);
  });
};
