import type { TransportFailure } from './transport-failure.ts';

/** An endpoint that has let so many requests wait in vain is asked again only from time to time, in milliseconds. */
const [mostInVain, againMs] = [3, 60_000];

/** Endpoints that have never answered such a request as one: a run that has seen so does not wait for each further one. */
export class SilentEndpoints {
  readonly #answered = new Set<string>();
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
    if (silent && silent.times >= mostInVain) silent.nextAt = Infinity;
  }

  note(kind: string, failure: TransportFailure | undefined): void {
    if (failure?.kind !== 'no-answer' && failure?.kind !== 'endless') return void this.#answered.add(kind);
    this.#silent.set(kind, { times: (this.#silent.get(kind)?.times ?? 0) + 1, nextAt: Date.now() + againMs });
  }
}
