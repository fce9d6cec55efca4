import { textOfError } from '../../helpers/errors/errors.ts';
import type { Results } from './results-schema.ts';

/** The exit codes of a run, with npm start as well as `npx playwright test`. */
export const exitCodes = { conforming: 0, nonConforming: 1, inconclusive: 2, brokenSuite: 3 } as const;

/** The exit code for the results of a run; `brokenSuite` when its settings or code failed. */
export const exitCodeOf = ({ run }: Results): number => {
  if (run.verdict === 'conforming') return exitCodes.conforming;
  if (run.verdict === 'non-conforming') return exitCodes.nonConforming;
  const broken = !run.interrupted && (run.errors.length > 0 || run.tests.harness > 0);
  return broken ? exitCodes.brokenSuite : exitCodes.inconclusive;
};

// The configuration and the reporter may load separate copies of this module, so they share state through globalThis.
const decided: { code?: number } = ((globalThis as { conformanceExit?: { code?: number } }).conformanceExit ??= {});

/** Sets the exit code of the process, overriding Playwright's. */
export const decideExitCode = (code: number): void => {
  decided.code = code;
};

/**
 * Replaces Playwright's exit codes, which know only passed and failed. Without a decision of the reporter, a failure is
 * one of the suite, for example an unknown argument or project.
 */
export const useOurExitCodes = (): void => {
  process.once('exit', (code) => {
    process.exitCode = decided.code ?? (code === 1 ? exitCodes.brokenSuite : code);
  });
};

/** Ends the process because the settings or the lists beside them are wrong: one message, and no verdict. */
export const endWithoutVerdict = (error: unknown): never => {
  // The editor's plugin shows the error itself, and needs its server process to keep running.
  if (process.argv.includes('test-server')) throw error;
  console.error(textOfError(error));
  process.exit(exitCodes.brokenSuite);
};
