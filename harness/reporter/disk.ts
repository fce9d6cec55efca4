import { decideExitCode, exitCodes } from '../results/exit-code.ts';

/** Writes of the reports. Where one fails, for want of room for example, that is told once and ends the run with 3. */
export class Disk {
  readonly #print: (line: string) => void;
  #failed = false;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** What a step returns that writes reports; undefined when they cannot be written. */
  attempt<T>(write: () => T): T | undefined {
    try {
      const written = write();
      if (this.#failed) decideExitCode(exitCodes.brokenSuite);
      return written;
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  /** @throws what is no failure of the file system */
  #tell(error: unknown): void {
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    if (!this.#failed) {
      const where = path === undefined ? '' : ` at ${path}`;
      this.#print(`The reports cannot be written: ${code}${where}. Make room or mend its permissions, then run again.`);
    }
    this.#failed = true;
    decideExitCode(exitCodes.brokenSuite);
  }
}
