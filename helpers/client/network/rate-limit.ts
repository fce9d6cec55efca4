import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A turn is taken in this first part of its slot or not at all; slots are as much longer as that needs. */
const punctual = 0.2;
const longer = 0.3;
/** A clock is not more exact than so many milliseconds. */
const tolerance = 5;

/** Milliseconds since this machine was started: a clock that all its processes share, and that nobody sets. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/**
 * A limit on the requests of all workers together. Time is cut into slots, each long enough for one request. A slot
 * belongs to who creates the file with its number, which only one process can.
 */
export class RateLimiter {
  readonly #slotMs: number;
  readonly #folder: string;
  #last = 0;

  /** @param folder one that all workers share, and no other run */
  constructor(perSecond: number, folder: string) {
    this.#slotMs = (1000 / perSecond) * (1 + longer / Math.max(1, perSecond));
    this.#folder = join(folder, 'slots');
    mkdirSync(this.#folder, { recursive: true });
  }

  /**
   * Waits for a slot of one's own. Who wakes up too late for it, and so too close to the next one, takes another.
   *
   * @param waiting told before each wait, in milliseconds
   */
  async turn(waiting: (ms: number) => void = () => {}): Promise<void> {
    for (;;) {
      const begins = this.reserve();
      const ms = Math.max(0, Math.ceil(begins - now()));
      waiting(ms);
      await pause(ms);
      if (now() - begins <= Math.max(tolerance, punctual * this.#slotMs)) return;
    }
  }

  /** Takes the next free slot. @returns when it begins, in milliseconds of the machine's own clock */
  reserve(): number {
    this.#last = Math.max(this.#last + 1, Math.ceil(now() / this.#slotMs));
    while (!this.#isOurs(this.#last)) this.#last += 1;
    return this.#last * this.#slotMs;
  }

  #isOurs(slot: number): boolean {
    try {
      closeSync(openSync(join(this.#folder, String(slot)), 'wx'));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }
}
