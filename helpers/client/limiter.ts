import { setTimeout as pause } from 'node:timers/promises';

/** Requests in flight at first. The number is doubled until answers become slow, and then raised by one. */
const startInFlight = 2;
/**
 * Answers are slow that take longer than this many times the quickest of their endpoint, which counts as no quicker than
 * `noiseMs`.
 */
const [slowFactor, noiseMs] = [2, 50];
/** Each further refusal without an answer multiplies the pause by this factor, up to a longest one in milliseconds. */
const [backOff, longestGapMs] = [1.5, 5_000];
/** A refusal after so many answers is one that requests met by arriving closer to each other than they were sent. */
const rareAfter = 50;
/** How far back answers tell how many the target allows, in milliseconds: a limit for some seconds is no limit for one. */
const memoryMs = 5_000;
/** Each answer divides the gap by this factor; for some time, in milliseconds, it stays longer than the refused one by it. */
const [easing, calmMs] = [1.05, 240_000];

/** What became of a request. `lost` says nothing about the speed of the target. */
export type Outcome = 'answered' | 'timed-out' | 'throttled' | 'unavailable' | 'lost';

/** A request that may be sent. Times are in milliseconds of the monotonic clock. */
export interface Turn {
  readonly endpoint: string;
  readonly keyIsValid: boolean;
  readonly startedAt: number;
}

/** The gap between requests. Those with refused keys have a further one, since services limit them separately as well. */
interface Pace {
  gapMs: number;
  nextAt: number;
  /** The last gap that was too short, and when it was refused. */
  refusedGapMs: number;
  refusedAt: number;
  /** How many were answered since. */
  answeredSince: number;
  /** When the answers of the last seconds arrived. */
  answeredAt: number[];
  /** While nothing was answered since a refusal: the pause, and the answers before it. */
  stall: { pauseMs: number; since: number; answers: number } | undefined;
}

interface Limits {
  /** The most requests in flight at once. */
  maxInFlight?: number;
  maxPerSecond?: number | undefined;
  clock?: Clock;
}

/** Times in milliseconds. */
interface Clock {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const monotonicClock: Clock = { now: () => performance.now(), pause };
const newPace = (): Pace => ({
  gapMs: 0,
  nextAt: 0,
  refusedGapMs: 0,
  refusedAt: -calmMs,
  answeredSince: 0,
  answeredAt: [],
  stall: undefined,
});

/**
 * Decides when each request may be sent: as many at once as the target answers without getting slower, found by additive
 * increase and multiplicative decrease, and as many in a second as it does not refuse.
 */
export class Limiter {
  readonly maxInFlight: number;
  readonly #clock: Clock;
  readonly #shortestGapMs: number;
  readonly #quickest = new Map<string, number>();
  readonly #valid = newPace();
  readonly #refused = newPace();
  #limit: number;
  #isStarting = true;
  #inFlight = 0;
  #nextAt = 0;
  #cutAt = 0;
  /** How much longer than the quickest the latest answers took. */
  #window: number[] = [];
  #wasFull = false;
  #waiting: (() => void)[] = [];

  constructor({ maxInFlight = 8, maxPerSecond, clock = monotonicClock }: Limits = {}) {
    this.maxInFlight = maxInFlight;
    this.#clock = clock;
    this.#shortestGapMs = maxPerSecond === undefined ? 0 : 1000 / maxPerSecond;
    this.#limit = Math.min(startInFlight, maxInFlight);
  }

  /** Whether requests are held apart by a time, so that those of pages have to wait too. */
  get hasGap(): boolean {
    return this.#shortestGapMs + this.#valid.gapMs > 0;
  }

  /**
   * Waits until a request may be sent; the caller has to `end` the turn.
   *
   * @param endpoint method and path, for the comparison of times
   */
  async turn(endpoint: string, keyIsValid: boolean): Promise<Turn> {
    const paces = keyIsValid ? [this.#valid] : [this.#valid, this.#refused];
    for (;;) {
      const waitMs = Math.max(this.#nextAt, ...paces.map(({ nextAt }) => nextAt)) - this.#clock.now();
      if (this.#inFlight >= Math.floor(this.#limit)) await this.#slot();
      else if (waitMs > 0) await this.#clock.pause(waitMs);
      else break;
    }
    this.#inFlight += 1;
    this.#wasFull ||= this.#inFlight >= Math.floor(this.#limit);
    const startedAt = this.#clock.now();
    this.#nextAt = startedAt + this.#shortestGapMs;
    // After a refusal, one request at a time finds out whether others may follow.
    for (const pace of paces) pace.nextAt = startedAt + (pace.stall?.pauseMs ?? pace.gapMs);
    return { endpoint, keyIsValid, startedAt };
  }

  /** @param pauseMs how long no further request may be sent, since the target asks for it */
  end(turn: Turn, outcome: Outcome, pauseMs = 0): void {
    this.#inFlight -= 1;
    const pace = turn.keyIsValid ? this.#valid : this.#refused;
    pace.nextAt = Math.max(pace.nextAt, this.#clock.now() + pauseMs);
    if (outcome === 'answered') this.#answered(turn, pace);
    else if (outcome === 'throttled') this.#throttled(turn, pace);
    else if (outcome !== 'lost') this.#cut(turn);
    for (const go of this.#waiting.splice(0)) go();
  }

  #answered({ endpoint, keyIsValid, startedAt }: Turn, pace: Pace): void {
    const now = this.#clock.now();
    pace.answeredAt = [...pace.answeredAt.filter((at) => at > now - memoryMs), now];
    pace.answeredSince += 1;
    if (pace.stall && startedAt > pace.refusedAt) {
      // So many were answered in the time until the next one was: that is what the target allows.
      const { since, answers } = pace.stall;
      // A gap that was nearly long enough has few answers to tell from, so it grows in small steps.
      const most = pace.gapMs > 0 ? pace.gapMs * backOff : longestGapMs;
      pace.gapMs = Math.min(Math.max(pace.gapMs, (now - since) / answers), most, longestGapMs);
      pace.stall = undefined;
    } else if (pace.stall) {
      // It was sent with the refused one.
      pace.stall.answers += 1;
    }
    const shortestMs = now - pace.refusedAt < calmMs ? pace.refusedGapMs * easing : 0;
    pace.gapMs = Math.max(pace.gapMs / easing, Math.min(pace.gapMs, shortestMs));
    if (pace.gapMs < 1) pace.gapMs = 0;
    // A refused key may be answered late on purpose, which says nothing about how much the target can do.
    if (!keyIsValid) return;
    const quickest = Math.min(now - startedAt, this.#quickest.get(endpoint) ?? Infinity);
    this.#quickest.set(endpoint, quickest);
    // A request that was sent before the last decrease says nothing about the present limit.
    if (startedAt <= this.#cutAt) return;
    this.#window.push((now - startedAt) / Math.max(quickest, noiseMs));
    if (this.#window.length < this.#limit) return;
    const median = this.#window.toSorted((a, b) => a - b)[Math.floor(this.#window.length / 2)] ?? 0;
    if (median > slowFactor) return this.#cut({ startedAt });
    const more = this.#isStarting ? 2 * this.#limit : this.#limit + 1;
    if (this.#wasFull) this.#limit = Math.min(more, this.maxInFlight);
    this.#window = [];
    this.#wasFull = false;
  }

  #cut({ startedAt }: Pick<Turn, 'startedAt'>): void {
    // Requests that were in flight together are one sign, not many.
    if (startedAt <= this.#cutAt) return;
    this.#cutAt = this.#clock.now();
    this.#window = [];
    this.#isStarting = false;
    this.#limit = Math.max(1, this.#limit / 2);
  }

  #throttled({ startedAt }: Turn, pace: Pace): void {
    // Requests that were in flight together are one sign, not many.
    if (startedAt <= pace.refusedAt) return;
    const now = this.#clock.now();
    const [since = now, ...others] = pace.answeredAt.filter((at) => at > now - memoryMs);
    const answers = 1 + others.length;
    if (pace.stall) pace.stall.pauseMs = Math.min(pace.stall.pauseMs * backOff, longestGapMs);
    else {
      const isRare = pace.refusedGapMs > 0 && pace.answeredSince >= rareAfter;
      if (!isRare) pace.refusedGapMs = pace.gapMs;
      pace.stall = { pauseMs: Math.max(pace.gapMs, Math.max(1000, now - since) / answers), since, answers };
    }
    pace.refusedAt = now;
    pace.answeredSince = 0;
    pace.nextAt = Math.max(pace.nextAt, now + pace.stall.pauseMs);
  }

  #slot(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
