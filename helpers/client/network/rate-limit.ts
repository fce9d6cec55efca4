import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Limits, type Limit } from './limits.ts';

/** A request is sent only in this first part of its slot; slots are longer by this margin. */
const punctualPart = 0.2;
const slotMargin = 0.3;
/** The precision of timers, in milliseconds. */
const clockToleranceMs = 5;

/** The lowest limit, in requests per second. */
const minPerSecond = 0.1;
/** Factors applied to a refused rate: while the limit is being searched, and after it was found. */
const [halved, eased] = [0.5, 0.9];
/** After the first time without a refusal the limit counts as found; after the second, higher rates are tried again. */
const [foundAfterMs, calmAfterMs] = [20_000, 60_000];
/**
 * The limit rises by these parts of the refused rate, up to a safe part of it and beyond, after a time in which most of
 * the current limit was used.
 */
const [quickStep, step] = [1 / 10, 1 / 20];
const [stepAfterMs, stepAfterTurns, needed] = [5_000, 20, 0.7];
/** Until higher rates are tried again, the limit stays below this part of the refused rate. */
const safetyFactor = 0.95;
/** The bytes of the record of a sent request: its time and a line break. */
const noteLength = 16;
/** The period in which the busiest second is searched, in milliseconds. */
const lookBackMs = 10_000;
/**
 * The pause of all workers after a refusal, in milliseconds: earlier requests would count against the new limit too.
 */
const shortestPauseMs = 1_000;
/** The longest pause that a target may request with Retry-After, in milliseconds. */
export const longestPauseMs = 60_000;

/** Time in milliseconds. */
interface Clock {
  now: () => number;
  pause: (ms: number) => Promise<void>;
}

/** The time since boot: a monotonic clock that all processes of this machine share. */
const machineClock: Clock = {
  now: () => Number(process.hrtime.bigint()) / 1e6,
  pause: setTimeout,
};

const slotMsOf = (perSecond: number): number => (1000 / perSecond) * (1 + slotMargin / Math.max(1, perSecond));

/**
 * Limits the requests of all workers together. Time is divided into slots of one request each. A worker claims a slot
 * by creating the file with its number, which only one process can.
 *
 * When the target refuses requests because of its rate limit, the limit of all workers falls by a factor; while it
 * refuses none, the limit rises in small steps.
 */
export class RateLimiter {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #maxPerSecond: number;
  readonly #folder: string;
  /** A file with a record of each request of all workers. */
  readonly #sent: string;
  #last = { number: -1, slot: 0 };

  /**
   * @param perSecond the initial limit, which is never exceeded; undefined for none
   * @param folder shared by all workers of this run only
   */
  constructor(perSecond: number | undefined, folder: string, clock = machineClock) {
    this.#clock = clock;
    this.#limits = new Limits(folder, perSecond ?? null);
    this.#maxPerSecond = perSecond ?? Infinity;
    this.#folder = join(folder, 'slots');
    mkdirSync(this.#folder, { recursive: true });
    this.#sent = join(folder, 'sent');
  }

  /** Whether requests have to wait for a slot. */
  get isLimited(): boolean {
    return this.#limits.current.perSecond !== null;
  }

  /** Requests per second that the target accepts; undefined where it has refused none. */
  get found(): number | undefined {
    const { perSecond, tooMuch } = this.#limits.current;
    return perSecond !== null && tooMuch !== null ? Math.min(perSecond, safetyFactor * tooMuch) : undefined;
  }

  /**
   * Waits for a slot. A caller that wakes up too late, and thus too close to the next slot, claims another one, as does
   * a caller for which the limit has changed.
   *
   * @param waiting called before each wait, in milliseconds
   * @returns the number of the limit under which the request is sent
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
      const isLate = this.#clock.now() - begins > Math.max(clockToleranceMs, punctualPart * slotMs);
      if (isLate || this.#limits.current !== limit) continue;
      this.#raise(limit, slotMs);
      return this.#leave(limit);
    }
  }

  /** Claims the next free slot for a request that cannot wait. @returns as `turn` does */
  pass(): number {
    const limit = this.#limits.current;
    this.#reserve(limit);
    return this.#leave(limit);
  }

  /**
   * Lowers the limit after the target refused a request because of its rate limit, if it was sent under the current
   * one.
   *
   * @param number of the limit under which the request was sent
   * @param retryAfterMs the pause that the target requests
   */
  refused(number: number, retryAfterMs = 0): void {
    const limit = this.#limits.current;
    if (number !== limit.number) return;
    const at = this.#clock.now();
    // The current rate may be low after a pause, or above the limit where a page sends several requests at once.
    const tooMuch = Math.max(limit.perSecond ?? 1, this.#busiestSecond(limit.from, at));
    const isFound = limit.refusedAt !== null && at - limit.refusedAt >= foundAfterMs;
    this.#limits.propose({
      number: number + 1,
      perSecond: Math.max(minPerSecond, Math.min(limit.perSecond ?? Infinity, tooMuch * (isFound ? eased : halved))),
      from: at + Math.min(Math.max(retryAfterMs, shortestPauseMs), longestPauseMs),
      sent: this.#count(),
      refusedAt: at,
      tooMuch,
    });
  }

  /** Raises the limit a little if it was mostly used for a while without a refusal. */
  #raise(limit: Limit, slotMs: number): void {
    const { perSecond, refusedAt, tooMuch } = limit;
    const at = this.#clock.now();
    const time = at - limit.from;
    if (perSecond === null || refusedAt === null || tooMuch === null) return;
    const sent = this.#count();
    if (time < Math.max(stepAfterMs, stepAfterTurns * slotMs) || sent - limit.sent < needed * (time / slotMs)) return;
    const safe = safetyFactor * tooMuch;
    const highest = perSecond < safe || at - refusedAt < calmAfterMs ? safe : Infinity;
    const higher = Math.min(this.#maxPerSecond, highest, perSecond + (perSecond < safe ? quickStep : step) * tooMuch);
    if (higher <= perSecond) return;
    this.#limits.propose({ ...limit, number: limit.number + 1, perSecond: higher, from: at, sent });
  }

  /** Claims the next free slot. @returns when it begins, in milliseconds of the monotonic clock */
  #reserve({ number, perSecond, from }: Limit): number {
    if (perSecond === null) return this.#clock.now();
    const slotMs = slotMsOf(perSecond);
    const last = this.#last.number === number ? this.#last.slot : -1;
    let slot = Math.max(last + 1, Math.ceil((this.#clock.now() - from) / slotMs));
    while (!this.#claimSlot(`${number}-${slot}`)) slot += 1;
    this.#last = { number, slot };
    return from + slot * slotMs;
  }

  #claimSlot(name: string): boolean {
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

  /** The highest number of requests that all workers together sent within one second lately, at the earliest `from`. */
  #busiestSecond(from: number, at: number): number {
    const notes = readFileSync(this.#sent, 'utf8').split('\n').slice(0, -1).map(Number);
    const lately = notes.filter((time) => time >= Math.max(from, at - lookBackMs)).sort((a, b) => a - b);
    let first = 0;
    const within = lately.map((time, index) => {
      while (time - (lately[first] ?? time) >= 1000) first += 1;
      return index + 1 - first;
    });
    return Math.max(0, ...within);
  }
}
