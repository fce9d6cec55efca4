import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Way } from '../journeys/plan.ts';

type Outcome = 'success' | 'failure';

/** An awaited return to the merchant. */
interface Waited {
  target: string;
  way: Way;
  outcome: Outcome;
  /** Milliseconds from the customer's first step to the return; null when there was none. */
  tookMs: number | null;
}

/** The shortened wait is at least this many times the longest return of the run. */
const leeway = 3;

/**
 * How long the browsers of a run took to return to the merchant. After a missing return, later waits for the same way
 * and outcome are shorter, but long enough for the slowest return of the run. Workers share the times in a file.
 */
export class ReturnTimes {
  readonly #file: string;
  readonly #asked: Pick<Waited, 'target' | 'way'>;
  readonly #fullMs: number;

  /**
   * @param folder of the run
   * @param asked the target and way of the awaited returns
   * @param fullMs how long a return may take, in milliseconds
   */
  constructor(folder: string, asked: Pick<Waited, 'target' | 'way'>, fullMs: number) {
    this.#file = join(folder, 'returns.jsonl');
    this.#asked = asked;
    this.#fullMs = fullMs;
  }

  /** How long to wait for a return, in milliseconds. */
  waitMs(outcome: Outcome): number {
    const { target, way } = this.#asked;
    const waited = this.#waited().filter((one) => one.target === target);
    const wasMissing = waited.some((one) => one.way === way && one.outcome === outcome && one.tookMs === null);
    if (!wasMissing) return this.#fullMs;
    const longestMs = Math.max(...waited.map(({ tookMs }) => tookMs ?? 0));
    return Math.min(this.#fullMs, Math.max(this.#fullMs / 4, leeway * longestMs));
  }

  /** Records how long a return took; undefined when there was none. */
  note(outcome: Outcome, tookMs: number | undefined): void {
    const waited: Waited = { ...this.#asked, outcome, tookMs: tookMs ?? null };
    appendFileSync(this.#file, `${JSON.stringify(waited)}\n`);
  }

  #waited(): Waited[] {
    if (!existsSync(this.#file)) return [];
    // The last line may be incomplete.
    const lines = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Waited);
  }
}
