import type { TransportFailure } from './transport-failure.ts';

/** An endpoint that has let so many requests wait in vain is asked again only from time to time, in milliseconds. */
const [mostInVain, againMs] = [3, 60_000];
/** How long what it accepts is waited for briefly, where only its refusals come, in milliseconds: at least so long. */
const leastMs = 2_000;

/** Endpoints that have never answered such a request as one: a run that has seen so does not wait for each further one. */
export class SilentEndpoints {
  /** The slowest answer of each. */
  readonly #answered = new Map<string, number>();
  readonly #accepted = new Set<string>();
  readonly #silent = new Map<string, { times: number; nextAt: number }>();

  /** Why a request is not sent; undefined when it is. @param kind of request, by its endpoint and key */
  reasonNotToAsk(kind: string): TransportFailure | undefined {
    const silent = this.#silent.get(kind);
    if (!silent || silent.times < mostInVain || this.#answered.has(kind)) return undefined;
    if (Date.now() > silent.nextAt) return undefined;
    const message = `not sent, since ${mostInVain} such requests or more were waited for in vain, and none was answered`;
    return { kind: 'endless', message, unprocessed: true };
  }

  /** Notes that a request is sent: until it has ended, no other one is. */
  asks(kind: string): void {
    const silent = this.#silent.get(kind);
    if (silent && silent.times >= mostInVain && !this.#answered.has(kind)) silent.nextAt = Infinity;
  }

  /**
   * How long to wait for an answer: briefly where requests were refused in time, while none was accepted and some were
   * waited for in vain.
   */
  patience(kind: string, timeoutMs: number): number {
    const silent = this.#silent.get(kind);
    const isOfRefusals = this.#answered.has(kind) && !this.#accepted.has(kind);
    if (!silent || silent.times < mostInVain || !isOfRefusals) return timeoutMs;
    if (Date.now() > silent.nextAt) {
      silent.nextAt = Date.now() + againMs;
      return timeoutMs;
    }
    return Math.min(timeoutMs, Math.max(leastMs, 5 * (this.#answered.get(kind) ?? 0)));
  }

  /** Notes how a request ended that was waited for as long as it may take. @param status of its answer */
  note(kind: string, { failure, status = 0, ms }: { failure?: TransportFailure; status?: number; ms: number }): void {
    if (failure?.kind === 'no-answer' || failure?.kind === 'endless') {
      this.#silent.set(kind, { times: (this.#silent.get(kind)?.times ?? 0) + 1, nextAt: Date.now() + againMs });
      return;
    }
    this.#answered.set(kind, Math.max(ms, this.#answered.get(kind) ?? 0));
    if (status >= 200 && status < 400) this.#accepted.add(kind);
  }
}
