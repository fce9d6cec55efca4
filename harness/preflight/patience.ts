import { setTimeout as pause } from 'node:timers/promises';

/** How long a target that is only waking up is waited for, in milliseconds. */
export const wakeMs = 30_000;
/** How often it is asked in the meantime where it does not say when to come back. */
const pollMs = 1_000;

/** The time that a target has to wake up in: from the first wait on, until it answers. */
export class Patience {
  readonly #ms: number;
  #tell: ((why: string) => void) | undefined;
  #until: number | undefined;

  /** @param tell told once why there is a wait */
  constructor(ms: number, tell: (why: string) => void) {
    this.#ms = ms;
    this.#tell = tell;
  }

  /**
   * Waits before the target is asked again.
   *
   * @param retryAfterMs how long it asks to be left alone, if it says so
   * @returns false at once where that would be too long
   */
  async wait(why: string, retryAfterMs = pollMs): Promise<boolean> {
    this.#until ??= Date.now() + this.#ms;
    // Nobody is asked again without a pause, whatever is allowed.
    const ms = Math.max(retryAfterMs, pollMs);
    if (Date.now() + ms > this.#until) return false;
    this.#tell?.(why);
    this.#tell = undefined;
    await pause(ms);
    return true;
  }

  /** The target has answered: should it ask for patience once more, it has all of it. */
  renew(): void {
    this.#until = undefined;
  }
}
