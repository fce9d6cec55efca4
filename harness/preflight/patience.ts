import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait for a target that is starting up, in milliseconds. */
export const startUpMs = 30_000;
/** The interval between attempts when the target sends no Retry-After. */
const pollMs = 1_000;

/** Limits the total waiting time for a target that is starting up, from the first wait until it answers. */
export class Patience {
  readonly #ms: number;
  #tell: ((why: string) => void) | undefined;
  #until: number | undefined;

  /** @param tell called once with the reason for waiting */
  constructor(ms: number, tell: (why: string) => void) {
    this.#ms = ms;
    this.#tell = tell;
  }

  /**
   * Waits before the next attempt.
   *
   * @param retryAfterMs the Retry-After of the target, if it sent one
   * @returns false immediately when the wait would exceed the limit
   */
  async wait(why: string, retryAfterMs = pollMs): Promise<boolean> {
    this.#until ??= Date.now() + this.#ms;
    // Always pause between attempts, even when Retry-After is 0.
    const ms = Math.max(retryAfterMs, pollMs);
    if (Date.now() + ms > this.#until) return false;
    this.#tell?.(why);
    this.#tell = undefined;
    await pause(ms);
    return true;
  }

  /** Resets the limit after the target has answered. */
  renew(): void {
    this.#until = undefined;
  }
}
