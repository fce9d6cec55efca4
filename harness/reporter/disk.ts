import { decideExitCode, exitCodes } from '../results/exit-code.ts';

/** Writes reports. A failure, for example a full disk, is reported once, and the run ends with exit code 3. */
export class Disk {
  readonly #print: (line: string) => void;
  #failed = false;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Runs a step that writes reports. @returns its result; undefined when writing fails */
  attempt<T>(write: () => T): T | undefined {
    try {
      const written = write();
      if (this.#failed) decideExitCode(exitCodes.brokenSuite);
      return written;
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  /** @throws errors that do not come from the file system */
  #report(error: unknown): void {
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    if (!this.#failed) {
      const where = path === undefined ? '' : ` at ${path}`;
      this.#print(`The reports cannot be written: ${code}${where}. Make room or fix the permissions, then run again.`);
    }
    this.#failed = true;
    decideExitCode(exitCodes.brokenSuite);
  }
}
