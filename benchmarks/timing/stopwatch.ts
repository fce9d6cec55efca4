import { writeFileSync } from 'node:fs';
import type { Reporter } from '@playwright/test/reporter';

/** Names the file to which a run writes when its first test began and its last one ended. */
export const stopwatchVariable = 'BENCH_STOPWATCH';

/** When the first test of a run began and its last one ended, in milliseconds since 1970. */
export interface Tests {
  beganAt: number;
  endedAt: number;
}

/** A reporter that only records these times. */
export default class Stopwatch implements Reporter {
  #beganAt: number | undefined;
  #endedAt = 0;

  onTestBegin(): void {
    this.#beganAt ??= Date.now();
  }

  onTestEnd(): void {
    this.#endedAt = Date.now();
  }

  onEnd(): void {
    const file = process.env[stopwatchVariable];
    const tests: Tests = { beganAt: this.#beganAt ?? Date.now(), endedAt: this.#endedAt };
    if (file) writeFileSync(file, JSON.stringify(tests));
  }
}
