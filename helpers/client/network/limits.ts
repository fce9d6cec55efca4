import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The rate limit of all workers together from some time on. Times are in milliseconds of the monotonic clock. */
export interface Limit {
  /** The limits of a run are numbered consecutively. */
  readonly number: number;
  /** Null for no limit. */
  readonly perSecond: number | null;
  readonly from: number;
  /** The number of requests sent before. */
  readonly sent: number;
  /** When the target last refused a request because of its rate limit; null before. */
  readonly refusedAt: number | null;
  /** The rate that it refused; null before. */
  readonly tooMuch: number | null;
}

/** The successive limits of a run. If workers propose limits concurrently, the first one applies. */
export class Limits {
  readonly #file: string;
  #current: Limit;
  #size = 0;

  /** @param folder shared by all workers of this run only */
  constructor(folder: string, perSecond: number | null) {
    this.#file = join(folder, 'limits.jsonl');
    this.#current = { number: 0, perSecond, from: 0, sent: 0, refusedAt: null, tooMuch: null };
  }

  get current(): Limit {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size === this.#size) return this.#current;
    this.#size = size;
    // The last line may be incomplete.
    for (const line of readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)) {
      const limit = JSON.parse(line) as Limit;
      if (limit.number === this.#current.number + 1) this.#current = limit;
    }
    return this.#current;
  }

  /** Replaces the limit with the previous number, unless another worker already has. */
  propose(limit: Limit): void {
    appendFileSync(this.#file, `${JSON.stringify(limit)}\n`);
  }
}
