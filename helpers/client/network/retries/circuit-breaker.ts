import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A time in which the target as a whole did not answer, in milliseconds since the epoch. */
export interface Outage {
  from: number;
  /** When it was last seen to be out. */
  to: number;
  /** Why nobody waits for it any longer. */
  down?: string;
}

/** The outages of a run, which all workers and the runner know of. */
export class CircuitBreaker {
  readonly #file: string;

  /** @param folder one that all workers share, and no other run */
  constructor(folder: string) {
    this.#file = join(folder, 'outages.jsonl');
  }

  /** The target has been out, and is as far as anybody knows. */
  add(outage: Outage): void {
    appendFileSync(this.#file, `${JSON.stringify(outage)}\n`);
  }

  /** Why the target was given up; undefined while it is not. */
  get down(): string | undefined {
    return this.#all().find((one) => one.down)?.down;
  }

  /** Whether the target was out at some time between two; once it is given up, it stays out. */
  during(from: number, to: number): boolean {
    return this.#all().some((outage) => outage.from <= to && (outage.down !== undefined || outage.to >= from));
  }

  #all(): Outage[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    // The last line may still be on its way.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Outage);
  }
}
