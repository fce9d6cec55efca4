import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Requests that leave evenly may still arrive unevenly; so much longer than needed is each of their slots. */
const allowance = 1.05;

/**
 * A limit on the requests of all workers together. Time is cut into slots, each long enough for one request. A slot
 * belongs to who creates the file with its number, which only one process can.
 */
export class Rate {
  readonly #slotMs: number;
  readonly #folder: string;
  #last = 0;

  /** @param folder one that all workers share, and no other run */
  constructor(perSecond: number, folder: string) {
    this.#slotMs = (1000 / perSecond) * allowance;
    this.#folder = join(folder, 'slots');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Takes the next free slot. @returns milliseconds until it begins */
  take(): number {
    for (;;) {
      const now = Date.now();
      this.#last = Math.max(this.#last + 1, Math.ceil(now / this.#slotMs));
      if (this.#isOurs(this.#last)) return Math.max(0, Math.ceil(this.#last * this.#slotMs - now));
    }
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
