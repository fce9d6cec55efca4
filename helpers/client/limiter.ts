import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../settings/settings.ts';
import { appendToRun, readRun } from '../run/run-log.ts';

/** Requests in flight at the start of a run. */
const startInFlight = 2;
/** Answers that take longer than this many times the quickest of their endpoint are slow. */
const slowFactor = 2;
/** Differences below this time say nothing about a target, in milliseconds. */
const noiseMs = 50;
/** The first and the longest gap between requests, in milliseconds; it is doubled at each refusal, and shrinks with answers. */
const [firstGapMs, longestGapMs, shrinking] = [100, 5_000, 0.95];
/** For this time after a refusal, the gap stays above the refused one by this factor. */
const [calmMs, safety] = [60_000, 1.2];
/** Refusals within this time are one, in milliseconds. */
const sameRefusalMs = 1000;

/** What became of a request. `lost` says nothing about the speed of the target. */
export type Outcome = 'answered' | 'timed-out' | 'throttled' | 'unavailable' | 'lost';

/** A request that may be sent. Times are in milliseconds of the monotonic clock. */
export interface Turn {
  readonly endpoint: string;
  readonly keyIsValid: boolean;
  readonly startedAt: number;
}

/** Requests with refused keys have a further pace, since services limit them separately as well. */
interface Pace {
  gapMs: number;
  nextAt: number;
  refusedGapMs: number;
  refusedAt: number;
}

interface Learned {
  inFlight: number;
  gapsMs: readonly [valid: number, refused: number];
}

interface Limits {
  /** The most requests of this worker in flight at once. */
  maxInFlight?: number;
  maxPerSecond?: number | undefined;
  /** Whether the next worker begins with what this one has learned. */
  isKept?: boolean;
  clock?: Clock;
}

/** Times in milliseconds. */
interface Clock {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const monotonicClock: Clock = { now: () => performance.now(), pause };

/**
 * Decides when each request of a worker may be sent: as many at once as the target answers without getting slower, found
 * by additive increase and multiplicative decrease.
 */
export class Limiter {
  readonly maxInFlight: number;
  readonly #clock: Clock;
  readonly #shortestGapMs: number;
  readonly #isKept: boolean;
  readonly #quickest = new Map<string, number>();
  readonly #valid: Pace = { gapMs: 0, nextAt: 0, refusedGapMs: 0, refusedAt: -calmMs };
  readonly #refused: Pace = { ...this.#valid };
  #limit = startInFlight;
  #inFlight = 0;
  #nextAt = 0;
  #cutAt = 0;
  /** How much longer than the quickest the latest answers took. */
  #window: number[] = [];
  #wasFull = false;
  #waiting: (() => void)[] = [];

  constructor({ maxInFlight = 8, maxPerSecond, isKept = false, clock = monotonicClock }: Limits = {}) {
    this.maxInFlight = maxInFlight;
    this.#clock = clock;
    this.#isKept = isKept;
    this.#shortestGapMs = maxPerSecond === undefined ? 0 : 1000 / maxPerSecond;
    const learned = isKept ? readRun<Learned>('limiter').at(-1) : undefined;
    if (learned) {
      this.#limit = learned.inFlight;
      [this.#valid.gapMs, this.#refused.gapMs] = learned.gapsMs;
    }
    this.#limit = Math.min(this.#limit, maxInFlight);
  }

  /** Whether requests are held apart by a time, so that those of pages have to wait too. */
  get hasGap(): boolean {
    return this.#shortestGapMs + this.#valid.gapMs > 0;
  }

  /**
   * Waits until a request may be sent; the caller has to `end` the turn.
   *
   * @param endpoint method and path, for the comparison of times
   * @param extendTimeout called with the milliseconds that were waited
   */
  async turn(endpoint: string, keyIsValid: boolean, extendTimeout?: (ms: number) => void): Promise<Turn> {
    let since = this.#clock.now();
    const extend = (): void => {
      if (this.#clock.now() - since < 1) return;
      extendTimeout?.(this.#clock.now() - since);
      since = this.#clock.now();
    };
    const timer = setInterval(extend, 1000);
    const paces = keyIsValid ? [this.#valid] : [this.#valid, this.#refused];
    try {
      for (;;) {
        const waitMs = Math.max(this.#nextAt, ...paces.map(({ nextAt }) => nextAt)) - this.#clock.now();
        if (this.#inFlight >= Math.floor(this.#limit)) await this.#slot();
        else if (waitMs > 0) await this.#clock.pause(waitMs);
        else break;
      }
    } finally {
      clearInterval(timer);
      extend();
    }
    this.#inFlight += 1;
    this.#wasFull ||= this.#inFlight >= Math.floor(this.#limit);
    const startedAt = this.#clock.now();
    this.#nextAt = startedAt + this.#shortestGapMs;
    for (const pace of paces) pace.nextAt = startedAt + pace.gapMs;
    return { endpoint, keyIsValid, startedAt };
  }

  /** @param pauseMs how long no further request may be sent, since the target asks for it */
  end(turn: Turn, outcome: Outcome, pauseMs = 0): void {
    this.#inFlight -= 1;
    const pace = this.#paceOf(turn.keyIsValid);
    pace.nextAt = Math.max(pace.nextAt, this.#clock.now() + pauseMs);
    if (outcome === 'answered') this.#answered(turn, pace);
    else if (outcome === 'throttled') this.#throttled(turn, pace);
    else if (outcome !== 'lost') this.#cut(turn);
    for (const go of this.#waiting.splice(0)) go();
  }

  #answered({ endpoint, startedAt }: Turn, pace: Pace): void {
    const ms = this.#clock.now() - startedAt;
    const quickest = Math.min(ms, this.#quickest.get(endpoint) ?? Infinity);
    this.#quickest.set(endpoint, quickest);
    const shortestMs = this.#clock.now() - pace.refusedAt < calmMs ? pace.refusedGapMs * safety : 0;
    if (pace.gapMs > 0) pace.gapMs = Math.max(pace.gapMs * shrinking, Math.min(pace.gapMs, shortestMs));
    if (pace.gapMs < 1) pace.gapMs = 0;
    // A request that was sent before the last decrease says nothing about the present limit.
    if (startedAt <= this.#cutAt) return;
    this.#window.push(ms / Math.max(quickest, noiseMs));
    if (this.#window.length < this.#limit) return;
    const median = this.#window.toSorted((a, b) => a - b)[Math.floor(this.#window.length / 2)] ?? 0;
    if (median > slowFactor) return this.#cut({ startedAt });
    const isCalm = this.#clock.now() - this.#valid.refusedAt > calmMs;
    if (this.#wasFull && isCalm && this.#limit < this.maxInFlight) this.#set(this.#limit + 1);
    this.#window = [];
    this.#wasFull = false;
  }

  #cut({ startedAt }: Pick<Turn, 'startedAt'>): void {
    // Requests that were in flight together are one refusal, not many.
    if (startedAt <= this.#cutAt) return;
    this.#cutAt = this.#clock.now();
    this.#window = [];
    this.#set(Math.max(1, this.#limit / 2));
  }

  /** Fewer requests at once come first, and a gap only when there is one at a time. */
  #throttled({ startedAt, keyIsValid }: Turn, pace: Pace): void {
    // The target still counts the requests before its last refusal.
    if (startedAt <= pace.refusedAt + sameRefusalMs) return;
    pace.refusedAt = this.#clock.now();
    if (keyIsValid && this.#limit >= 2) return this.#cut({ startedAt });
    pace.refusedGapMs = pace.gapMs;
    pace.gapMs = Math.min(Math.max(firstGapMs, 2 * pace.gapMs), longestGapMs);
    this.#set(this.#limit);
  }

  #set(limit: number): void {
    this.#limit = Math.min(limit, this.maxInFlight);
    if (!this.#isKept) return;
    appendToRun('limiter', {
      inFlight: this.#limit,
      gapsMs: [this.#valid.gapMs, this.#refused.gapMs],
    } satisfies Learned);
  }

  #slot(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #paceOf(keyIsValid: boolean): Pace {
    return keyIsValid ? this.#valid : this.#refused;
  }
}

/** The limiter of one worker: the limits of the settings hold for all workers together. */
export const limiterOf = (settings: Pick<Settings, 'maxRequestsPerSecond' | 'maxInFlight'>, workers: number): Limiter =>
  new Limiter({
    isKept: true,
    maxInFlight: Math.max(1, Math.floor(settings.maxInFlight / workers)),
    maxPerSecond: settings.maxRequestsPerSecond && settings.maxRequestsPerSecond / workers,
  });
