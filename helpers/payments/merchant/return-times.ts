import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Way } from '../journeys/plan.ts';

type Outcome = 'success' | 'failure';

/** One return to the merchant that was waited for. */
interface Waited {
  target: string;
  way: Way;
  outcome: Outcome;
  /** Milliseconds from the customer's first step to the return; null when it was waited for in vain. */
  tookMs: number | null;
}

/** How often the longest return of a run has its time to come, where one was waited for in vain before. */
const leeway = 3;

/**
 * How long the browsers of a run took to come back to the merchant. What was waited for in vain once, by way and outcome, is
 * waited for less the next time, but never less than any other return may have needed. All workers learn from a file.
 */
export class ReturnTimes {
  readonly #file: string;
  readonly #asked: Pick<Waited, 'target' | 'way'>;
  readonly #fullMs: number;

  /**
   * @param folder of the run
   * @param asked whose returns are waited for
   * @param fullMs milliseconds that a return may take
   */
  constructor(folder: string, asked: Pick<Waited, 'target' | 'way'>, fullMs: number) {
    this.#file = join(folder, 'returns.jsonl');
    this.#asked = asked;
    this.#fullMs = fullMs;
  }

  /** Milliseconds for which a return is waited for. */
  waitMs(outcome: Outcome): number {
    const { target, way } = this.#asked;
    const waited = this.#waited().filter((one) => one.target === target);
    const wasInVain = waited.some((one) => one.way === way && one.outcome === outcome && one.tookMs === null);
    if (!wasInVain) return this.#fullMs;
    const longestMs = Math.max(...waited.map(({ tookMs }) => tookMs ?? 0));
    return Math.min(this.#fullMs, Math.max(this.#fullMs / 4, leeway * longestMs));
  }

  /** Notes how long a return took; undefined when it was waited for in vain. */
  note(outcome: Outcome, tookMs: number | undefined): void {
    const waited: Waited = { ...this.#asked, outcome, tookMs: tookMs ?? null };
    appendFileSync(this.#file, `${JSON.stringify(waited)}\n`);
  }

  #waited(): Waited[] {
    if (!existsSync(this.#file)) return [];
    // The last line may still be on its way.
    const lines = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Waited);
  }
}
