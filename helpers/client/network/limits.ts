import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How fast all workers together may ask, from some time on. Times are of the machine's own clock, in milliseconds. */
export interface Limit {
  /** Each limit of a run has the next number. */
  readonly number: number;
  /** Null for no limit. */
  readonly perSecond: number | null;
  readonly from: number;
  /** How many requests had been sent by then. */
  readonly sent: number;
  /** When the target last refused a request for being one too many; null while it has not. */
  readonly refusedAt: number | null;
  /** The rate it refused; null while it has not. */
  readonly tooMuch: number | null;
}

/** The limits of a run, one after the other. Of those that workers propose at the same time, the first one counts. */
export class Limits {
  readonly #file: string;
  #current: Limit;
  #size = 0;

  /** @param folder one that all workers share, and no other run */
  constructor(folder: string, perSecond: number | null) {
    this.#file = join(folder, 'limits.jsonl');
    this.#current = { number: 0, perSecond, from: 0, sent: 0, refusedAt: null, tooMuch: null };
  }

  get current(): Limit {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size === this.#size) return this.#current;
    this.#size = size;
    // The last line may still be on its way.
    for (const line of readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)) {
      const limit = JSON.parse(line) as Limit;
      if (limit.number === this.#current.number + 1) this.#current = limit;
    }
    return this.#current;
  }

  /** Puts a limit in place of the one that has the number before it, unless somebody else already did. */
  propose(limit: Limit): void {
    appendFileSync(this.#file, `${JSON.stringify(limit)}\n`);
  }
}
