import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A period in which the target did not answer at all, in milliseconds since the epoch. */
export interface Outage {
  from: number;
  /** When the outage was last observed. */
  to: number;
  /** Why the run no longer waits for the target. */
  down?: string;
}

/** The outages of a run, shared by the runner and all workers. */
export class CircuitBreaker {
  readonly #file: string;

  /** @param folder shared by all workers of this run only */
  constructor(folder: string) {
    this.#file = join(folder, 'outages.jsonl');
  }

  /** Records an outage that lasts until now. */
  add(outage: Outage): void {
    appendFileSync(this.#file, `${JSON.stringify(outage)}\n`);
  }

  /** Why the target counts as down; undefined while it does not. */
  get down(): string | undefined {
    return this.#all().find((one) => one.down)?.down;
  }

  /** Whether an outage overlaps a period; a target that counts as down stays so. */
  during(from: number, to: number): boolean {
    return this.#all().some((outage) => outage.from <= to && (outage.down !== undefined || outage.to >= from));
  }

  #all(): Outage[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    // The last line may be incomplete.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Outage);
  }
}
