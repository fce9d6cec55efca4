import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Limits, type Limit } from './limits.ts';

/** A turn is taken in this first part of its slot or not at all; slots are as much longer as that needs. */
const punctual = 0.2;
const longer = 0.3;
/** A clock is not more exact than so many milliseconds. */
const tolerance = 5;

/** No target is asked more slowly than that, per second. */
const slowest = 0.1;
/** What is left of a rate that was refused: little while the limit is being looked for, more when it was kept to. */
const [halved, eased] = [0.5, 0.8];
/** After so long without a refusal the limit counts as found, and after so long it is looked whether it is still there. */
const [foundAfterMs, calmAfterMs] = [20_000, 60_000];
/** Faster by this part of the rate that was refused, after a time in which most of the present one was needed. */
const step = 1 / 20;
const [stepAfterMs, stepAfterTurns, needed] = [5_000, 20, 0.7];
/** Until it is looked again, what was refused is not come nearer than that. */
const distance = 0.9;
/** A request that was sent is noted in so many bytes: when it left, and the end of the line. */
const noteLength = 16;
/** The busiest second is looked for in the last ones, in milliseconds. */
const lookBackMs = 10_000;
/** A pause of all workers after a refusal: what they sent too fast would count against the new limit as well, in milliseconds. */
const shortestPauseMs = 1_000;
/** The longest pause that a target may ask of them with Retry-After, in milliseconds. */
export const longestPauseMs = 60_000;

/** Time in milliseconds. */
interface Clock {
  now: () => number;
  pause: (ms: number) => Promise<void>;
}

/** The time since this machine was started: a clock that all its processes share, and that nobody sets. */
const machineClock: Clock = {
  now: () => Number(process.hrtime.bigint()) / 1e6,
  pause: setTimeout,
};

const slotMsOf = (perSecond: number): number => (1000 / perSecond) * (1 + longer / Math.max(1, perSecond));

/**
 * A limit on the requests of all workers together. Time is cut into slots, each long enough for one request. A slot
 * belongs to who creates the file with its number, which only one process can.
 *
 * Where the target refuses requests for being too many, the limit becomes lower by a factor, for all workers; while it
 * refuses none, higher by small steps.
 */
export class RateLimiter {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #most: number;
  readonly #folder: string;
  /** A file of all workers, with a note of each request. */
  readonly #sent: string;
  #last = { number: -1, slot: 0 };

  /**
   * @param perSecond the limit to begin with, which is never exceeded; undefined for none
   * @param folder one that all workers share, and no other run
   */
  constructor(perSecond: number | undefined, folder: string, clock = machineClock) {
    this.#clock = clock;
    this.#limits = new Limits(folder, perSecond ?? null);
    this.#most = perSecond ?? Infinity;
    this.#folder = join(folder, 'slots');
    mkdirSync(this.#folder, { recursive: true });
    this.#sent = join(folder, 'sent');
  }

  /** Whether requests have to wait for their turn. */
  get isLimited(): boolean {
    return this.#limits.current.perSecond !== null;
  }

  /** Requests per second that the target takes; undefined where it has refused none. */
  get found(): number | undefined {
    const { perSecond, tooMuch } = this.#limits.current;
    return perSecond !== null && tooMuch !== null ? Math.min(perSecond, distance * tooMuch) : undefined;
  }

  /**
   * Waits for a slot of one's own. Who wakes up too late for it, and so too close to the next one, takes another; so
   * does who finds that the limit has changed.
   *
   * @param waiting told before each wait, in milliseconds
   * @returns the number of the limit that the request leaves under
   */
  async turn(waiting: (ms: number) => void = () => {}): Promise<number> {
    for (;;) {
      const limit = this.#limits.current;
      if (limit.perSecond === null) return this.#leave(limit);
      const slotMs = slotMsOf(limit.perSecond);
      const begins = this.#reserve(limit);
      const ms = Math.max(0, Math.ceil(begins - this.#clock.now()));
      waiting(ms);
      await this.#clock.pause(ms);
      const isLate = this.#clock.now() - begins > Math.max(tolerance, punctual * slotMs);
      if (isLate || this.#limits.current !== limit) continue;
      this.#raise(limit, slotMs);
      return this.#leave(limit);
    }
  }

  /** For a request that cannot wait: it takes the next free slot. @returns as `turn` does */
  pass(): number {
    const limit = this.#limits.current;
    this.#reserve(limit);
    return this.#leave(limit);
  }

  /**
   * The target refused a request for being one too many. Only who asked under the present limit says anything about it.
   *
   * @param number of the limit that the request left under
   * @param retryAfterMs how long the target asks to be left alone
   */
  refused(number: number, retryAfterMs = 0): void {
    const limit = this.#limits.current;
    if (number !== limit.number) return;
    const at = this.#clock.now();
    // Under a limit the present rate says little: a pause may have just ended.
    const tooMuch = limit.perSecond ?? this.#busiestSecond(at);
    const isFound = limit.refusedAt !== null && at - limit.refusedAt >= foundAfterMs;
    this.#limits.propose({
      number: number + 1,
      perSecond: Math.max(slowest, tooMuch * (isFound ? eased : halved)),
      from: at + Math.min(Math.max(retryAfterMs, shortestPauseMs), longestPauseMs),
      sent: this.#count(),
      refusedAt: at,
      tooMuch,
    });
  }

  /** Makes the limit somewhat higher, if it was needed for a while and none of its requests was refused. */
  #raise(limit: Limit, slotMs: number): void {
    const { perSecond, refusedAt, tooMuch } = limit;
    const at = this.#clock.now();
    const time = at - limit.from;
    if (perSecond === null || refusedAt === null || tooMuch === null) return;
    const sent = this.#count();
    if (time < Math.max(stepAfterMs, stepAfterTurns * slotMs) || sent - limit.sent < needed * (time / slotMs)) return;
    const highest = at - refusedAt < calmAfterMs ? distance * tooMuch : Infinity;
    const higher = Math.min(this.#most, highest, perSecond + step * tooMuch);
    if (higher <= perSecond) return;
    this.#limits.propose({ ...limit, number: limit.number + 1, perSecond: higher, from: at, sent });
  }

  /** Takes the next free slot. @returns when it begins, in milliseconds of the machine's own clock */
  #reserve({ number, perSecond, from }: Limit): number {
    if (perSecond === null) return this.#clock.now();
    const slotMs = slotMsOf(perSecond);
    const last = this.#last.number === number ? this.#last.slot : -1;
    let slot = Math.max(last + 1, Math.ceil((this.#clock.now() - from) / slotMs));
    while (!this.#isOurs(`${number}-${slot}`)) slot += 1;
    this.#last = { number, slot };
    return from + slot * slotMs;
  }

  #isOurs(name: string): boolean {
    try {
      closeSync(openSync(join(this.#folder, name), 'wx'));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  #leave({ number }: Limit): number {
    const at = Math.round(this.#clock.now());
    appendFileSync(this.#sent, `${String(at).padStart(noteLength - 1)}\n`);
    return number;
  }

  #count(): number {
    return (statSync(this.#sent, { throwIfNoEntry: false })?.size ?? 0) / noteLength;
  }

  /** The most requests that all workers together have sent within one second of the last ones. */
  #busiestSecond(at: number): number {
    const notes = readFileSync(this.#sent, 'utf8').split('\n').slice(0, -1).map(Number);
    const lately = notes.filter((time) => time >= at - lookBackMs).sort((a, b) => a - b);
    let first = 0;
    const within = lately.map((time, index) => {
      while (time - (lately[first] ?? time) >= 1000) first += 1;
      return index + 1 - first;
    });
    return Math.max(1, ...within);
  }
}
