import { setTimeout as pause } from 'node:timers/promises';
import { EnvironmentFault } from '../errors/errors.ts';
import { appendToRun, readRun } from '../run/run-log.ts';

/** After so many unreachable answers in a row, of all workers together, the run ends quickly. */
const maxInARow = 5;
/** A target that restarts is given this much time, in milliseconds. */
const restartMs = 3_000;

interface Entry {
  target: string;
  isReachable: boolean;
  /** Why the run no longer waits for the target. */
  down?: string;
}

/** Why the run no longer uses a target, its address masked; undefined while it does. */
export const outageOf = (target: string): string | undefined =>
  readRun<Entry>('reachable').findLast((one) => one.target === target)?.down;

/** Ends a run whose target is gone, instead of letting every request wait for its time-out. */
export class Outage {
  readonly #target: string;
  readonly #probe: () => Promise<boolean>;
  #down: string | undefined;
  #wasUnreachable = false;

  /** @param probe whether the target answers anything, asked before it counts as gone: one endpoint may be broken */
  constructor(target: string, probe: () => Promise<boolean>) {
    this.#target = target;
    this.#probe = probe;
    this.#down = this.#latest.at(-1)?.down;
  }

  /** @throws EnvironmentFault of the kind `down` when the target counts as gone */
  check(): void {
    if (this.#down !== undefined) throw new EnvironmentFault(this.#down, 'down');
  }

  noteAnswer(): void {
    if (this.#wasUnreachable) this.#add({ isReachable: true });
    this.#wasUnreachable = false;
  }

  /** @param message why there was no answer, without keys */
  async noteUnreachable(message: string): Promise<void> {
    this.#wasUnreachable = true;
    this.#add({ isReachable: false });
    const latest = this.#latest.slice(-maxInARow);
    this.#down = latest.find(({ down }) => down)?.down;
    if (this.#down !== undefined || latest.length < maxInARow || latest.some(({ isReachable }) => isReachable)) return;
    for (const end = Date.now() + restartMs; Date.now() < end; await pause(restartMs / 3)) {
      if (await this.#probe()) return this.noteAnswer();
    }
    this.#down = `the target does not answer any more (${message})`;
    this.#add({ isReachable: false, down: this.#down });
  }

  #add(entry: Omit<Entry, 'target'>): void {
    appendToRun('reachable', { target: this.#target, ...entry });
  }

  get #latest(): Entry[] {
    return readRun<Entry>('reachable').filter(({ target }) => target === this.#target);
  }
}
